/** Lessons, and recorded search trees. */

import type { Client } from "./client";
import type {
  NodeCountDocument,
  NodeCountRequest,
  LessonDocument,
  LessonList,
  PlayoutDocument,
  PlayoutRequest,
  TreeDocument,
  TreeRequest,
  TreeSwitches,
} from "./types";

/** Seconds after which a recorded search counts as slow. */
const PATIENCE = 15;

/** The requests about lessons and trees. */
export function learningApi(client: Client) {
  const post = <Answer extends object>(
    path: string,
    body: object,
    expect: readonly string[],
    signal?: AbortSignal,
  ): Promise<Answer> =>
    client.requestWithRetry<Answer>({
      method: "POST",
      path,
      expect,
      body,
      signal,
      patience: PATIENCE,
    });

  return {
    /** All lessons. */
    listLessons: (): Promise<LessonList> =>
      client.requestWithRetry<LessonList>({
        method: "GET",
        path: "/lessons",
        expect: ["lessons"],
      }),

    /** A lesson with its computed figures. */
    readLesson: (id: string): Promise<LessonDocument> =>
      client.requestWithRetry<LessonDocument>({
        method: "GET",
        path: `/lessons/${encodeURIComponent(id)}`,
        expect: ["figures", "questions"],
        patience: PATIENCE,
      }),

    /** The search of a lesson's own tree. */
    walkLesson: (id: string, body: TreeSwitches, signal?: AbortSignal): Promise<TreeDocument> =>
      post(`/lessons/${encodeURIComponent(id)}/tree`, body, ["root", "events"], signal),

    /** The search tree of a position. */
    walkTree: (body: TreeRequest, signal?: AbortSignal): Promise<TreeDocument> =>
      post("/trees", body, ["root", "events"], signal),

    /** How many nodes the searches of a position visit at each depth. */
    countNodes: (body: NodeCountRequest, signal?: AbortSignal): Promise<NodeCountDocument> =>
      post("/trees/counts", body, ["counts"], signal),

    /** The tree of a Monte Carlo search of a position. */
    runPlayouts: (body: PlayoutRequest, signal?: AbortSignal): Promise<PlayoutDocument> =>
      post("/trees/playouts", body, ["nodes", "playouts"], signal),
  };
}
