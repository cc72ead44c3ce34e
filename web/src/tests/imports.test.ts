/** The structure of the sources: which folder may import which, and no import cycles. */

import { describe, expect, test } from "vitest";

/** The folders that a folder may import from, besides itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  board: [],
  api: [],
  qr: [],
  strings: [],
  state: ["api", "board", "strings"],
  app: ["api", "board", "qr", "state", "strings"],
  "main.ts": ["app", "state", "strings", "styles"],
};

const SOURCES: Readonly<Record<string, string>> = import.meta.glob("../**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const OTHERS = Object.keys(import.meta.glob("../**/*.{css,json}"));
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]*)"/g;

/** Every module that is part of the page, and the modules it imports. */
const modules = new Map(
  Object.entries(SOURCES)
    .map(([path, text]): [string, string] => [path.replace(/^\.\.\//, ""), text])
    .filter(([path]) => !/(^|\/)tests\//.test(path))
    .map(([path, text]): [string, string[]] => [path, importsOf(path, text)]),
);

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, target = ""]) => resolve(path, target));
}

/** The module that an import refers to. */
function resolve(path: string, target: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  const base = `../${parts.join("/")}`;
  const suffixes = ["", ".ts", ".d.ts", ".svelte.ts", "/index.ts"];
  const found = suffixes.map((suffix) => base + suffix).find((one) => one in SOURCES);
  const other = OTHERS.find((one) => one === base);
  const file = found ?? other;
  if (file === undefined) throw new Error(`${path} imports ${target}, which does not exist.`);
  return file.replace(/^\.\.\//, "");
}

const folderOf = (path: string): string => path.split("/")[0] ?? "";

/** A chain of imports that leads from a module back to itself; null if there is none. */
function findCycle(): string[] | null {
  const done = new Set<string>();
  const visit = (path: string, chain: readonly string[]): string[] | null => {
    if (chain.includes(path)) return [...chain.slice(chain.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const target of modules.get(path) ?? []) {
      const cycle = visit(target, [...chain, path]);
      if (cycle !== null) return cycle;
    }
    done.add(path);
    return null;
  };
  for (const path of modules.keys()) {
    const cycle = visit(path, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

describe("imports", () => {
  test("are found", () => {
    expect(modules.get("main.ts")).toEqual([
      "app/App.svelte",
      "state/settings.svelte.ts",
      "strings/index.ts",
      "styles/theme.css",
      "styles/page.css",
    ]);
    expect(modules.get("state/api.ts")).toEqual(["api/index.ts", "state/connection.svelte.ts"]);
  });

  test.each(Object.keys(ALLOWED))("of %s stay in the allowed folders", (folder) => {
    const allowed = [folder, ...(ALLOWED[folder] ?? [])];
    const inside = [...modules].filter(([path]) => folderOf(path) === folder);
    const wrong = inside.flatMap(([path, targets]) =>
      targets
        .filter((target) => !allowed.includes(folderOf(target)))
        .map((target) => `${path} imports ${target}`),
    );
    expect(inside).not.toEqual([]);
    expect(wrong).toEqual([]);
  });

  test("come from known folders only", () => {
    expect(new Set([...modules.keys()].map(folderOf))).toEqual(new Set(Object.keys(ALLOWED)));
  });

  test("have no cycles", () => {
    expect(findCycle()).toBeNull();
  });
});
