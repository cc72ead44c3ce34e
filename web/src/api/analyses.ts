/** Analyses that go on by themselves and tell what they find. */

import { ask, insist } from "./client";
import { Refusal } from "./errors";
import { follow } from "./stream";
import type { AnalysisDocument, AnalysisRequest, StartedAnalysis } from "./types";

const FIELDS = ["status", "lines"];

/** Analyses a position and tells what is found, as it is found; returns what stops it. */
export function analyse(
  body: AnalysisRequest,
  hear: (found: AnalysisDocument) => void,
  fail: (refusal: Refusal) => void,
): () => void {
  const interest = new AbortController();
  let leave: (() => void) | null = null;
  let running: { readonly id: string; readonly secret: string } | null = null;

  const begin = async (): Promise<void> => {
    const begun = await insist<StartedAnalysis>({
      method: "POST",
      path: "/analyses",
      expect: [...FIELDS, "secret"],
      body,
      isAsync: true,
      signal: interest.signal,
    });
    if (interest.signal.aborted || begun.id === null) return;
    running = { id: begun.id, secret: begun.secret };
    hear(begun);
    const listener = {
      expect: FIELDS,
      hear: (data: object) => {
        const found = data as AnalysisDocument;
        if (found.status === "done") end();
        hear(found);
      },
    };
    leave = follow(`/analyses/${begun.id}/events`, { lines: listener, done: listener });
  };

  const end = (): void => {
    leave?.();
    leave = null;
    running = null;
  };

  begin().catch((failure: unknown) => {
    if (failure instanceof Refusal) fail(failure);
  });
  return () => {
    const left = running;
    interest.abort();
    end();
    if (left === null) return;
    const { id, secret } = left;
    const stop = ask({ method: "DELETE", path: `/analyses/${id}`, expect: [], secret });
    stop.catch(() => undefined); // it stops by itself when nobody follows it
  };
}
