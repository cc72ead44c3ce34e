/** Games and positions. */

import type { Client } from "./client";
import type {
  ExportText,
  GameDocument,
  GameList,
  GamesInText,
  KnowledgeDocument,
  Options,
  PositionDocument,
  PositionRequest,
  RulesDocument,
  SetupDocument,
  SetupRequest,
  WhyNot,
  WhyNotRequest,
} from "./types";

/** The requests about games and positions. */
export function gamesApi(client: Client) {
  const games = new Map<string, Promise<GameDocument>>();
  const rules = new Map<string, Promise<RulesDocument>>();

  return {
    /** All games. */
    listGames: (signal?: AbortSignal): Promise<GameList> =>
      client.requestWithRetry<GameList>({
        method: "GET",
        path: "/games",
        expect: ["games"],
        signal,
      }),

    /** A game with these options; requested once, then cached. */
    readGame(name: string, options: Options = {}): Promise<GameDocument> {
      const path = pathOf(name, "", options);
      const cached = games.get(path);
      if (cached !== undefined) return cached;
      const expect = ["levels", "notation"];
      const game = client.requestWithRetry<GameDocument>({ method: "GET", path, expect });
      games.set(path, game);
      game.catch(() => games.delete(path));
      return game;
    },

    /** The rules of a game with these options; requested once, then cached. */
    readRules(name: string, options: Options = {}): Promise<RulesDocument> {
      const path = pathOf(name, "/rules", options);
      const cached = rules.get(path);
      if (cached !== undefined) return cached;
      const found = client.requestWithRetry<RulesDocument>({
        method: "GET",
        path,
        expect: ["parts", "settings"],
      });
      rules.set(path, found);
      found.catch(() => rules.delete(path));
      return found;
    },

    /** A position and its legal moves. */
    readPosition: (body: PositionRequest, signal?: AbortSignal): Promise<PositionDocument> =>
      client.requestWithRetry<PositionDocument>({
        method: "POST",
        path: "/positions",
        expect: ["board", "legal_moves"],
        body,
        signal,
      }),

    /** What the opening book and the endgame tables contain about a position. */
    readKnowledge: (body: PositionRequest): Promise<KnowledgeDocument> =>
      client.requestWithRetry<KnowledgeDocument>({
        method: "POST",
        path: "/positions/knowledge",
        expect: ["book", "moves"],
        body,
      }),

    /** Sets up a position, or reads one from its text. */
    setUp: (body: SetupRequest, signal?: AbortSignal): Promise<SetupDocument> =>
      client.requestWithRetry<SetupDocument>({
        method: "POST",
        path: "/positions/setup",
        expect: ["cells", "problems"],
        body,
        signal,
      }),

    /** A position and the moves that led there, as text in a format. */
    exportPosition: (body: PositionRequest, format: string): Promise<ExportText> =>
      client.requestWithRetry<ExportText>({
        method: "POST",
        path: "/positions/export",
        expect: ["text"],
        body: { ...body, format },
      }),

    /** The games in a text. */
    readText: (text: string, game: string | null, options: Options): Promise<GamesInText> =>
      client.requestWithRetry<GamesInText>({
        method: "POST",
        path: "/texts",
        expect: ["games"],
        body: { text, game, options },
      }),

    /** Why a move is not legal. */
    whyNot: (body: WhyNotRequest): Promise<WhyNot> =>
      client.requestWithRetry<WhyNot>({
        method: "POST",
        path: "/positions/why-not",
        expect: ["legal"],
        body,
      }),
  };
}

/** The path of a game's document with these options. */
function pathOf(name: string, part: string, options: Options): string {
  const query = new URLSearchParams(
    Object.entries(options).map(([option, value]): [string, string] => [option, String(value)]),
  ).toString();
  return `/games/${encodeURIComponent(name)}${part}${query === "" ? "" : `?${query}`}`;
}
