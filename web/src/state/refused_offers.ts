/** Announces offers that were declined or withdrawn. */

import type { SessionDocument } from "../api/types";
import { say, title } from "../strings";

/** The sentence about an offer that `what` has just declined or withdrawn; empty if none was. */
export function describeRefusal(
  before: SessionDocument,
  next: SessionDocument,
  what: string,
): string {
  if (next.ply !== before.ply || next.outcome !== null || next.offers.length > 0) return "";
  const [offer] = before.offers;
  if (offer === undefined) return "";
  if (what.endsWith("withdraw")) {
    const code = offer.kind === "draw" ? "offer.drawWithdrawn" : "offer.takebackWithdrawn";
    return say(code, { side: title(offer.side) });
  }
  if (!what.endsWith("decline")) return "";
  const sides = offer.waiting.map(title).join(", ");
  return say(offer.kind === "draw" ? "offer.drawDeclined" : "offer.takebackDeclined", { sides });
}
