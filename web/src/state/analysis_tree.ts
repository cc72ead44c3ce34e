/** A tree of moves with comments: the variations of an analysis. It never changes. */

/** A move, and the moves that follow it; the first one continues the main line. */
export interface TreeMove {
  readonly move: string;
  readonly comment: string;
  readonly children: readonly TreeMove[];
}

/** The start of the analysis, without a move of its own. */
export type AnalysisTree = Omit<TreeMove, "move">;

/** The moves that lead to a place in the tree. */
export type TreePath = readonly string[];

export const EMPTY_TREE: AnalysisTree = { comment: "", children: [] };

/** The tree with these moves; those that it has stay where they are. */
export function addLine(tree: AnalysisTree, path: TreePath): AnalysisTree {
  const [move, ...rest] = path;
  if (move === undefined) return tree;
  const known = tree.children.find((child) => child.move === move);
  if (known === undefined) {
    const added = { ...addLine(EMPTY_TREE, rest), move };
    return { ...tree, children: [...tree.children, added] };
  }
  const changed = { ...addLine(known, rest), move };
  return withChildren(tree, (child) => (child === known ? changed : child));
}

/** The place that these moves lead to; undefined if the tree does not have them. */
export const placeAt = (tree: AnalysisTree, path: TreePath): AnalysisTree | undefined =>
  path.reduce<AnalysisTree | undefined>(
    (at, move) => at?.children.find((child) => child.move === move),
    tree,
  );

/** The moves that continue a place along its main line. */
export function mainLine(tree: AnalysisTree, path: TreePath): readonly string[] {
  const line: string[] = [];
  let next = placeAt(tree, path)?.children[0];
  while (next !== undefined) {
    line.push(next.move);
    next = next.children[0];
  }
  return line;
}

/** The tree with another comment at a place. */
export const commentOn = (tree: AnalysisTree, path: TreePath, comment: string): AnalysisTree =>
  changeAt(tree, path, (at) => ({ ...at, comment }));

/** The tree with a move, and all moves that lead to it, before the other moves of their places. */
export function promote(tree: AnalysisTree, path: TreePath): AnalysisTree {
  const [move, ...rest] = path;
  const known = tree.children.find((child) => child.move === move);
  if (known === undefined) return tree;
  const others = tree.children.filter((child) => child !== known);
  return { ...tree, children: [{ ...promote(known, rest), move: known.move }, ...others] };
}

/** The tree without a move and what follows it. */
export function removeLine(tree: AnalysisTree, path: TreePath): AnalysisTree {
  const last = path.at(-1);
  return changeAt(tree, path.slice(0, -1), (at) => ({
    ...at,
    children: at.children.filter(({ move }) => move !== last),
  }));
}

/** Whether all moves of a path are the first ones of their places. */
export const isMain = (tree: AnalysisTree, path: TreePath): boolean =>
  path.every((move, index) => placeAt(tree, path.slice(0, index))?.children[0]?.move === move);

function changeAt(
  tree: AnalysisTree,
  path: TreePath,
  change: (at: AnalysisTree) => AnalysisTree,
): AnalysisTree {
  const [move, ...rest] = path;
  if (move === undefined) return change(tree);
  return withChildren(tree, (child) =>
    child.move === move ? { ...changeAt(child, rest, change), move } : child,
  );
}

const withChildren = (tree: AnalysisTree, change: (child: TreeMove) => TreeMove): AnalysisTree => ({
  ...tree,
  children: tree.children.map(change),
});
