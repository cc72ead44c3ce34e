/** Announces offers that were declined. */

import type { SessionDocument } from "../api/types";
import { say, title } from "../strings";

/** The sentence about an offer that was just declined; empty if none was. */
export function describeRefusal(before: SessionDocument, next: SessionDocument): string {
  if (next.ply !== before.ply || next.outcome !== null || next.offers.length > 0) return "";
  const [offer] = before.offers;
  if (offer === undefined) return "";
  const sides = offer.waiting.map(title).join(", ");
  return say(offer.kind === "draw" ? "offer.drawDeclined" : "offer.takebackDeclined", { sides });
}
