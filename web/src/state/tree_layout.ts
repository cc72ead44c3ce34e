/** Where the nodes of a drawn tree are: the root on top, only the unfolded nodes. */

import type { StepRecord } from "./step_record";

export const BOX = { width: 104, height: 62 } as const;
const GAP = { across: 10, down: 40 } as const;

/** A box of the drawing: a node, the moves that were skipped below it, or its folded children. */
export interface TreeBox {
  readonly key: string;
  readonly kind: "node" | "skipped" | "folded";
  /** The node, or the one that the box hangs from. */
  readonly node: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface TreeEdge {
  readonly key: string;
  readonly path: string;
  readonly isSkipped: boolean;
  /** The node at the lower end; null if it is no node. */
  readonly node: number | null;
}

export interface TreeLayout {
  readonly boxes: readonly TreeBox[];
  readonly edges: readonly TreeEdge[];
  readonly width: number;
  readonly height: number;
}

/** The layout of the unfolded part of a tree. */
export function treeLayout(
  record: StepRecord,
  isUnfolded: (node: number) => boolean,
  foldedText: (count: number) => string,
): TreeLayout {
  const boxes: TreeBox[] = [];
  const edges: TreeEdge[] = [];
  const levels = { deepest: 0 };
  let column = 0;

  const addLeaf = (kind: "skipped" | "folded", node: number, text: string, ply: number): number => {
    const x = column * (BOX.width + GAP.across);
    column += 1;
    levels.deepest = Math.max(levels.deepest, ply);
    boxes.push({ key: `${kind} ${node} ${text}`, kind, node, text, x, y: top(ply) });
    return x;
  };

  function place(number: number): number {
    const node = record.nodes[number];
    if (node === undefined) return 0;
    levels.deepest = Math.max(levels.deepest, node.ply);
    const below: {
      readonly x: number;
      readonly node: number | null;
      readonly isSkipped: boolean;
    }[] = [];
    if (isUnfolded(number)) {
      for (const child of node.children) {
        below.push({ x: place(child), node: child, isSkipped: false });
      }
      for (const move of node.skipped) {
        const x = addLeaf("skipped", number, move, node.ply + 1);
        below.push({ x, node: null, isSkipped: true });
      }
    } else if (node.children.length > 0) {
      const text = foldedText(sizeBelow(record, number));
      below.push({
        x: addLeaf("folded", number, text, node.ply + 1),
        node: null,
        isSkipped: false,
      });
    }
    const first = below[0]?.x;
    const last = below.at(-1)?.x;
    const x =
      first === undefined || last === undefined
        ? column * (BOX.width + GAP.across)
        : (first + last) / 2;
    if (first === undefined) column += 1;
    const y = top(node.ply);
    boxes.push({ key: `node ${number}`, kind: "node", node: number, text: "", x, y });
    below.forEach((end, index) => {
      edges.push({
        key: `${number} ${index}`,
        path: edge(x, y, end.x, top(node.ply + 1)),
        isSkipped: end.isSkipped,
        node: end.node,
      });
    });
    return x;
  }

  place(0);
  return {
    boxes,
    edges,
    width: Math.max(1, column) * (BOX.width + GAP.across) - GAP.across,
    height: top(levels.deepest) + BOX.height,
  };
}

const top = (ply: number): number => ply * (BOX.height + GAP.down);

function edge(fromX: number, fromY: number, toX: number, toY: number): string {
  const x = fromX + BOX.width / 2;
  const y = fromY + BOX.height;
  const endX = toX + BOX.width / 2;
  const middle = (y + toY) / 2;
  return `M${x} ${y}C${x} ${middle} ${endX} ${middle} ${endX} ${toY}`;
}

/** The number of nodes below a node. */
export function sizeBelow(record: StepRecord, number: number): number {
  const children = record.nodes[number]?.children ?? [];
  return children.reduce((size, child) => size + 1 + sizeBelow(record, child), 0);
}
