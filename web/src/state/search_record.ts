/** The record of minimax, alpha-beta or max^n: windows, values and cuts at every step. */

import type { TreeDocument, TreeNode, ValueFields } from "../api/types";
import { capital, say, title } from "../strings";
import { latest, nameOf, valueText } from "./step_record";
import type { NodeView, StepNode, StepQuestion, StepRecord } from "./step_record";

interface Window {
  readonly step: number;
  readonly alpha: ValueFields | null;
  readonly beta: ValueFields | null;
}

interface Best {
  readonly step: number;
  readonly value: ValueFields;
}

type Event = NonNullable<TreeDocument["events"]>[number];

const LEAVES = {
  result: "tree.leafResult",
  draw: "tree.leafDraw",
  repetition: "tree.leafRepetition",
  evaluation: "tree.leafEvaluation",
} as const;

const AHEAD: NodeView = {
  status: "ahead",
  value: "",
  alpha: "",
  beta: "",
  detail: "",
  isCut: false,
  changed: "none",
};

/** The record of a search; `sides` are the names of the players, for the values of max^n. */
export function searchRecord(document: TreeDocument, sides: readonly string[]): StepRecord {
  const events: readonly Event[] = document.events ?? [];
  const documents: TreeNode[] = [];
  const nodes: StepNode[] = [];
  collect(document.root, null, [], documents, nodes);
  const hasWindow = document.settings.pruning && document.settings.opponents === "paranoid";

  const entered: number[] = [];
  const returned: number[] = [];
  const cuts = new Map<number, number>();
  const windows: Window[][] = nodes.map(() => []);
  const bests: Best[][] = nodes.map(() => []);
  events.forEach((event, step) => {
    const { node } = event;
    const at = documents[node];
    if (at === undefined) return;
    if (event.kind === "entered") {
      entered[node] = step;
      windows[node]?.push({ step, alpha: at.alpha, beta: at.beta });
    }
    if (event.kind === "returned") returned[node] = step;
    if (event.kind === "cut") cuts.set(node, step);
    if (event.kind === "window" || event.kind === "stood") {
      windows[node]?.push({ step, alpha: event.alpha ?? null, beta: event.beta ?? null });
    }
    if (event.value) bests[node]?.push({ step, value: event.value });
  });

  const bound = (value: ValueFields | null | undefined, sign: string): string =>
    value ? valueText(value) : sign + say("tree.unbounded");

  function view(number: number, step: number): NodeView {
    const at = documents[number];
    const start = entered[number];
    if (at === undefined || start === undefined || start > step) return AHEAD;
    const isDone = (returned[number] ?? Infinity) <= step;
    const best = latest(bests[number], step);
    const value = isDone ? at.value : best?.value;
    const window = latest(windows[number], step);
    const scores = isDone ? at.scores : [];
    return {
      status: isDone ? "done" : "open",
      value: value === undefined ? "" : valueText(value),
      alpha: hasWindow ? bound(window?.alpha, "−") : "",
      beta: hasWindow ? bound(window?.beta, "+") : "",
      detail: scoresText(scores),
      isCut: (cuts.get(number) ?? Infinity) <= step,
      changed: changedAt(number, step),
    };
  }

  function changedAt(number: number, step: number): NodeView["changed"] {
    const event = events[step];
    if (event?.node !== number) return "none";
    if (event.kind === "window") return isMaximising(number) ? "alpha" : "beta";
    return event.kind === "entered" || event.kind === "cut" ? "none" : "value";
  }

  const isMaximising = (number: number): boolean =>
    nodes[number]?.side === document.root.side || document.settings.opponents === "maxn";

  const scoresText = (scores: readonly ValueFields[]): string =>
    scores.map((score, side) => `${title(sides[side] ?? "")} ${valueText(score)}`).join(", ");

  /** What happens in a step. A move at the beginning of a sentence keeps its letters. */
  const sentence = (step: number): string => {
    const text = described(step);
    return text.startsWith(say("tree.root")) ? capital(text) : text;
  };

  function described(step: number): string {
    const event = events[step];
    const node = event === undefined ? undefined : nodes[event.node];
    const at = event === undefined ? undefined : documents[event.node];
    if (event === undefined || node === undefined || at === undefined) return "";
    const name = nameOf(node);
    const side = title(node.side);
    const alpha = bound(event.alpha ?? (event.kind === "entered" ? at.alpha : null), "−");
    const beta = bound(event.beta ?? (event.kind === "entered" ? at.beta : null), "+");
    const value = event.value ? valueText(event.value) : valueText(at.value);
    const from = event.child == null ? undefined : nodes[event.child];
    const child = from === undefined ? "" : (from.move ?? "");
    switch (event.kind) {
      case "entered":
        if (node.parent === null) {
          return say(hasWindow ? "tree.beginWindow" : "tree.begin", { side, alpha, beta });
        }
        return say(hasWindow ? "tree.enteredWindow" : "tree.entered", { name, side, alpha, beta });
      case "stood":
        return say("tree.stood", { side, value, name });
      case "best":
        return say("tree.best", { value, child, name });
      case "window":
        return isMaximising(event.node)
          ? say("tree.alpha", { child, value, name, alpha })
          : say("tree.beta", { child, value, name, beta });
      case "cut":
        return say("tree.cutText", { name, alpha, beta, moves: at.skipped.join(", ") });
      case "returned":
        if (at.scores.length > 0) {
          return say("tree.returnedScores", { name, scores: scoresText(at.scores) });
        }
        return say(at.leaf === null ? "tree.returned" : LEAVES[at.leaf], { name, value });
    }
  }

  function question(step: number): StepQuestion | null {
    const next = events[step + 1];
    const at = next === undefined ? undefined : documents[next.node];
    const node = next === undefined ? undefined : nodes[next.node];
    if (next === undefined || at === undefined || node === undefined) return null;
    if (next.kind === "cut") {
      const text = say("question.cut", { name: nameOf(node) });
      return {
        text,
        choices: [say("question.yes"), say("question.no")],
        right: [say("question.no")],
      };
    }
    if (next.kind !== "returned" || at.cut || at.children.length < 2) return null;
    // In max^n, every side compares its own value.
    const side = at.scores.length > 0 ? sides.indexOf(at.side) : -1;
    const own = (one: TreeNode): string => valueText(one.scores[side] ?? one.value);
    return {
      text: say("question.choose", { side: title(at.side), name: nameOf(node) }),
      choices: at.children.map(({ move }) => move ?? ""),
      right: at.children.filter((one) => own(one) === own(at)).map(({ move }) => move ?? ""),
    };
  }

  return {
    nodes,
    count: events.length,
    hasWindow,
    focus: (step) => events[step]?.node ?? 0,
    view,
    sentence,
    question,
  };
}

/** Lists the nodes in the order of their numbers. */
function collect(
  node: TreeNode,
  parent: number | null,
  moves: readonly string[],
  documents: TreeNode[],
  nodes: StepNode[],
): void {
  documents[node.number] = node;
  nodes[node.number] = {
    number: node.number,
    parent,
    ply: moves.length,
    move: node.move,
    side: node.side,
    position: node.position,
    moves,
    children: node.children.map(({ number }) => number),
    skipped: node.skipped,
  };
  for (const child of node.children) {
    collect(child, node.number, [...moves, child.move ?? ""], documents, nodes);
  }
}
