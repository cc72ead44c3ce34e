/** Sessions are begun: from the form, and again after the last move. */

import { beginSession } from "../api/sessions";
import type { Options, SeatRequest } from "../api/types";
import { ADAPTIVE, skillAt } from "./adaptive";
import { rememberCreated } from "./seats";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

/** Who is to sit somewhere: somebody here, somebody by a link, or an engine. */
export type Sitter =
  | { readonly kind: "here" }
  | { readonly kind: "link" }
  | { readonly kind: "engine"; readonly level: string };

/** What is needed to begin. */
export interface Plan {
  readonly game: string;
  readonly options: Options;
  readonly sitters: readonly Sitter[];
  /** As the server writes clocks; null for none. */
  readonly clock: string | null;
  readonly takebacks: "free" | "ask" | "never";
}

/** Begins a session; its name. */
export async function begin(plan: Plan): Promise<string> {
  const isHere = plan.sitters.some(({ kind }) => kind === "here");
  const invited = plan.sitters.flatMap(({ kind }, player) => (kind === "link" ? [player] : []));
  const seats = plan.sitters.map((sitter): SeatRequest => {
    if (sitter.kind !== "engine") return person(sitter.kind === "here" ? settings.name : "");
    const skill = isHere && isAdaptive(sitter) ? skillAt(plan.game, plan.options) : "";
    return { ...person(""), kind: "engine", level: sitter.level, skill };
  });
  const created = await beginSession({
    game: plan.game,
    options: plan.options,
    seats,
    clock: plan.clock,
    takebacks: plan.takebacks,
  });
  rememberCreated(created, new Set(invited));
  return created.session.id;
}

/** The same again with everybody one seat further; null where it is not known. */
export function rematch(table: Table): Plan | null {
  const { session, mine } = table;
  if (session === null) return null;
  const sitters = session.seats.map(({ kind, level, player }): Sitter => {
    if (kind === "person") return { kind: mine.includes(player) ? "here" : "link" };
    return { kind: "engine", level };
  });
  const [first, ...others] = sitters;
  return {
    game: session.game.name,
    options: session.game.options,
    sitters: first === undefined ? sitters : [...others, first],
    clock: session.clock?.control ?? null,
    takebacks: session.takebacks,
  };
}

/** Whether an engine is to sit somewhere that adapts itself to whoever plays. */
export const isAdaptive = (sitter: Sitter): boolean =>
  sitter.kind === "engine" && sitter.level === ADAPTIVE;

const person = (name: string): SeatRequest => ({
  kind: "person",
  name,
  level: "",
  skill: "",
  opponents: "paranoid",
});
