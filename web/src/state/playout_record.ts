/** The record of a Monte Carlo tree search: visits and means at every step. */

import type { PlayoutDocument } from "../api/types";
import { say, title } from "../strings";
import { latest, nameOf, signed } from "./step_record";
import type { NodeView, StepNode, StepRecord } from "./step_record";

interface Step {
  readonly kind: "selected" | "added" | "played" | "counted";
  readonly node: number;
  readonly playout: number;
}

interface Count {
  readonly step: number;
  readonly visits: number;
  readonly total: number;
}

/** The record of a Monte Carlo search. */
export function playoutRecord(document: PlayoutDocument): StepRecord {
  const nodes: StepNode[] = [];
  const children: number[][] = document.nodes.map(() => []);
  for (const { number, parent } of document.nodes) {
    if (parent !== null) children[parent]?.push(number);
  }
  for (const { number, parent, move, side, position } of document.nodes) {
    const above = parent === null ? undefined : nodes[parent];
    const moves = above === undefined ? [] : [...above.moves, move ?? ""];
    const own = children[number] ?? [];
    const ply = moves.length;
    nodes[number] = {
      ...{ number, parent, ply, move, side, position, moves },
      children: own,
      skipped: [],
    };
  }

  const steps: Step[] = [];
  const added: number[] = [-1];
  const counts: Count[][] = nodes.map(() => []);
  document.playouts.forEach((playout, index) => {
    const last = playout.path.at(-1) ?? 0;
    const selected = playout.added ? (playout.path.at(-2) ?? 0) : last;
    steps.push({ kind: "selected", node: selected, playout: index });
    if (playout.added) {
      added[last] = steps.length;
      steps.push({ kind: "added", node: last, playout: index });
    }
    steps.push({ kind: "played", node: last, playout: index });
    for (const number of playout.path) {
      const before = counts[number]?.at(-1) ?? { visits: 0, total: 0 };
      const visits = before.visits + 1;
      const total = before.total + playout.result;
      counts[number]?.push({ step: steps.length, visits, total });
    }
    steps.push({ kind: "counted", node: last, playout: index });
  });

  const mean = ({ visits, total }: Count): string => signed(total / visits);

  const visitsText = (visits: number): string =>
    visits === 1 ? say("tree.oneVisit") : say("tree.visits", { count: visits });

  function view(number: number, step: number): NodeView {
    const count = latest(counts[number], step);
    const isAhead = (added[number] ?? Infinity) > step;
    const visits = count?.visits ?? 0;
    return {
      status: isAhead ? "ahead" : "done",
      value: count === null ? "" : mean(count),
      alpha: "",
      beta: "",
      detail: isAhead ? "" : visitsText(visits),
      isCut: false,
      changed: count?.step === step ? "value" : "none",
    };
  }

  function sentence(number: number): string {
    const step = steps[number];
    const node = step === undefined ? undefined : nodes[step.node];
    const playout = step === undefined ? undefined : document.playouts[step.playout];
    if (step === undefined || node === undefined || playout === undefined) return "";
    const name = nameOf(node);
    switch (step.kind) {
      case "selected":
        return say("tree.selected", { number: step.playout + 1, name });
      case "added":
        return say("tree.added", { name });
      case "played": {
        const codes = { "1": "tree.won", "-1": "tree.lost", "0": "tree.drawn" } as const;
        const code = codes[String(playout.result) as keyof typeof codes];
        const moves = playout.moves.join(" ") || say("tree.noMoves");
        return say(code, { name, side: title(nodes[0]?.side ?? ""), moves });
      }
      case "counted": {
        const count = latest(counts[0], number);
        return say("tree.counted", { mean: count === null ? "" : mean(count) });
      }
    }
  }

  return {
    nodes,
    count: steps.length,
    hasWindow: false,
    focus: (step) => steps[step]?.node ?? 0,
    view,
    sentence,
    question: () => null,
  };
}
