/** The report of a grading, as `kibitz grade --report FILE` writes it. It is only shown. */

export interface GradeStep {
  /** The move that leads to this position; null for the first. */
  readonly move: string | null;
  readonly board: string;
}

export interface GradeFinding {
  readonly name: string;
  readonly text: string;
  readonly detail: string;
  readonly path: readonly GradeStep[];
  readonly toMove: string;
  readonly depth: number | null;
  readonly yours: string;
  readonly expected: string;
  readonly line: number | null;
}

export interface GradedPosition {
  readonly board: string;
  readonly toMove: string;
  readonly depth: number | null;
  readonly value: string | null;
  readonly expected: string | null;
  readonly move: string | null;
  readonly best: readonly string[];
  readonly nodes: number | null;
  readonly referenceNodes: number | null;
  readonly isRight: boolean;
}

export interface GradeReport {
  readonly file: string;
  readonly passed: boolean;
  /** The functions that were graded. */
  readonly functions: readonly string[];
  readonly positions: readonly GradedPosition[];
  readonly findings: readonly GradeFinding[];
}

const LONGEST = 5_000_000; // characters of a file

/** The report in the text of a file; null if it is none. */
export function readGradeReport(text: string): GradeReport | null {
  if (text.length > LONGEST) return null;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const report = fields(read);
  if (report.format !== "kibitz-grade" || report.version !== 1) return null;
  const shape = fields(report.shape);
  return {
    file: words(report.file),
    passed: report.passed === true,
    functions: [...list(shape.values), shape.moves].map(words).filter((name) => name !== ""),
    positions: list(report.positions).map(position),
    findings: list(report.findings).map(finding),
  };
}

function finding(value: unknown): GradeFinding {
  const found = fields(value);
  return {
    name: words(found.name),
    text: words(found.text),
    detail: words(found.detail),
    path: list(found.path).map((one) => {
      const step = fields(one);
      return {
        move: typeof step.move === "string" ? step.move : null,
        board: words(step.board),
      };
    }),
    toMove: words(found.to_move),
    depth: count(found.depth),
    yours: words(found.yours),
    expected: words(found.expected),
    line: count(found.line),
  };
}

function position(value: unknown): GradedPosition {
  const found = fields(value);
  const optional = (name: string): string | null =>
    typeof found[name] === "string" ? found[name] : null;
  return {
    board: words(found.board),
    toMove: words(found.to_move),
    depth: count(found.depth),
    value: optional("value"),
    expected: optional("expected"),
    move: optional("move"),
    best: list(found.best).map(words),
    nodes: count(found.nodes),
    referenceNodes: count(found.reference_nodes),
    isRight: found.is_right === true,
  };
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const fields = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const words = (value: unknown): string => (typeof value === "string" ? value : "");
const count = (value: unknown): number | null => (typeof value === "number" ? value : null);
