/** What is wrong with a move, in words that do not give the better move away. */

import type { ExplanationDocument } from "../api/types";
import { say, sayMessage, title, word } from "../strings";
import type { Code } from "../strings";

const MOST = 2; // reasons in one warning

/** Claims that name the better move, by code, with a text that does not. */
const DISCREET: Readonly<Record<string, Code>> = {
  allows_win: "coach.allowsWin",
  misses_win: "coach.missesWin",
  gives_win_away: "coach.missesWin",
  gives_table_win_away: "coach.missesWin",
  gives_draw_away: "coach.missesDraw",
};

/** The reasons for a warning, none of them twice. */
export function coachReasons(
  { move, claims }: Pick<ExplanationDocument, "move" | "claims">,
  game: string | undefined,
): readonly string[] {
  const reasons = claims.flatMap((claim): string[] => {
    const { code, params } = claim;
    const discreet = DISCREET[code];
    if (discreet !== undefined) {
      const { side = "", how = "" } = params as Readonly<Record<string, string>>;
      return [say(discreet, { move, side: title(side), how: word(how) })];
    }
    if ("other" in params) return [];
    return [say("learn.claim", { move, text: sayMessage(claim, game) })];
  });
  return [...new Set(reasons)].slice(0, MOST);
}
