/** Analyses that run on the server and report their results as events. */

import type { Client } from "./client";
import { ApiError } from "./errors";
import { subscribe } from "./stream";
import type {
  AnalysisDocument,
  AnalysisRequest,
  ReviewProgress,
  ReviewRequest,
  StartedAnalysis,
} from "./types";

const FIELDS = ["status", "lines"];
const PROGRESS = ["status", "judged", "length"];

/** The requests about analyses. */
export function analysesApi(client: Client) {
  return {
    /** Reviews a game and reports the progress; returns a function that stops it. */
    reviewGame(
      body: ReviewRequest,
      onProgress: (progress: ReviewProgress) => void,
      onError: (error: ApiError) => void,
    ): () => void {
      const cancellation = new AbortController();
      let unsubscribe: (() => void) | null = null;
      const end = (): void => {
        unsubscribe?.();
        unsubscribe = null;
      };

      const start = async (): Promise<void> => {
        const started = await client.requestWithRetry<ReviewProgress>({
          method: "POST",
          path: "/reviews",
          expect: PROGRESS,
          body,
          isAsync: true,
          signal: cancellation.signal,
        });
        if (cancellation.signal.aborted) return;
        onProgress(started);
        if (started.id === null) return;
        const listener = {
          expect: PROGRESS,
          onEvent: (data: object) => {
            const progress = data as ReviewProgress;
            if (progress.status === "done") end();
            if (progress.status !== "stopped") onProgress(progress);
            else {
              end(); // its worker has closed, so it begins again
              start().catch(fail);
            }
          },
        };
        const path = `/reviews/${started.id}/events`;
        unsubscribe = subscribe(client.connection, path, { progress: listener, done: listener });
      };

      const fail = (error: unknown): void => {
        if (error instanceof ApiError) onError(error);
      };
      start().catch(fail);
      return () => {
        cancellation.abort();
        end();
      };
    },

    /** Analyses a position and reports every new result; returns a function that stops it. */
    analyse(
      body: AnalysisRequest,
      onResult: (result: AnalysisDocument) => void,
      onError: (error: ApiError) => void,
    ): () => void {
      const cancellation = new AbortController();
      let unsubscribe: (() => void) | null = null;
      let running: { readonly id: string; readonly secret: string } | null = null;

      const start = async (): Promise<void> => {
        const started = await client.requestWithRetry<StartedAnalysis>({
          method: "POST",
          path: "/analyses",
          expect: [...FIELDS, "secret"],
          body,
          isAsync: true,
          signal: cancellation.signal,
        });
        if (cancellation.signal.aborted || started.id === null) return;
        running = { id: started.id, secret: started.secret };
        onResult(started);
        const listener = {
          expect: FIELDS,
          onEvent: (data: object) => {
            const result = data as AnalysisDocument;
            if (result.status === "done") end();
            onResult(result);
          },
        };
        const path = `/analyses/${started.id}/events`;
        unsubscribe = subscribe(client.connection, path, { lines: listener, done: listener });
      };

      const end = (): void => {
        unsubscribe?.();
        unsubscribe = null;
        running = null;
      };

      start().catch((error: unknown) => {
        if (error instanceof ApiError) onError(error);
      });
      return () => {
        const stopped = running;
        cancellation.abort();
        end();
        if (stopped === null) return;
        const { id, secret } = stopped;
        const path = `/analyses/${id}`;
        const request = client.request({ method: "DELETE", path, expect: [], secret });
        request.catch(() => undefined); // it also stops when it has no subscribers
      };
    },
  };
}
