/** The current page, according to the address bar, so that links, bookmarks and Back work. */

import { analysisAddress, parseAnalysis } from "./analysis_address";
import type { AnalysisPlace } from "./analysis_address";
import { parsePosition, positionAddress } from "./position_address";
import type { PositionPlace } from "./position_address";
import { rulesAddress, rulesOf } from "./rules_address";
import type { RulesOptions } from "./rules_address";
import { parseTree, treeAddress } from "./tree_address";

export type Page =
  | { readonly name: "games" }
  /** The form for a new game, from a position if the address has one. */
  | { readonly name: "new"; readonly game: string; readonly from?: PositionPlace }
  | ({ readonly name: "editor" } & PositionPlace)
  | { readonly name: "import" }
  /** The games of this browser; `moved` are those that a link brings from another device. */
  | { readonly name: "mine"; readonly moved: string | null }
  | { readonly name: "rules"; readonly game: string; readonly options: RulesOptions }
  | { readonly name: "session"; readonly id: string; readonly secret: string | null }
  | ({ readonly name: "analysis" } & AnalysisPlace)
  /** The review of a session, at one of its moves. */
  | { readonly name: "review"; readonly id: string; readonly ply: number | null }
  /** A lesson, or the list of all. */
  | { readonly name: "learn"; readonly id: string | null }
  /** The search tree of a position. */
  | ({ readonly name: "tree" } & AnalysisPlace)
  /** The report of a grading. */
  | { readonly name: "grade" }
  /** The tournaments of this browser. */
  | { readonly name: "tournaments" }
  | { readonly name: "tournament"; readonly id: string; readonly secret: string | null }
  /** No page has this address. */
  | { readonly name: "unknown"; readonly address: string };

/** The page at an address. */
export function pageOf(path: string, hash: string, query = ""): Page {
  const parts = decodeAll(path.split("/").filter((part) => part !== ""));
  // The address of a new game before it had a path of its own.
  const earlier = decodeAll(/^#\/(.*)$/.exec(hash)?.[1]?.split("/") ?? []);
  const unknown: Page = { name: "unknown", address: path + (hash.startsWith("#/") ? hash : "") };
  if (parts === null || earlier === null) return unknown;
  const [kind, id, ...rest] = parts.length === 0 ? earlier : parts;
  if (kind === undefined) return { name: "games" };
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it never changes
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  if (kind === "games" && id === undefined && parts.length > 0) {
    return { name: "mine", moved: params.get("games") };
  }
  if (kind === "learn" && id === undefined && parts.length > 0) return { name: "learn", id: null };
  if (kind === "import" && id === undefined && parts.length > 0) return { name: "import" };
  if (kind === "grade" && id === undefined && parts.length > 0) return { name: "grade" };
  if (kind === "tournaments" && id === undefined && parts.length > 0) {
    return { name: "tournaments" };
  }
  if (id === undefined || id === "" || rest.length > 0) return unknown;
  if (kind === "new") {
    return { name: "new", game: id, ...(query === "" ? {} : { from: parsePosition(id, query) }) };
  }
  if (parts.length === 0) return unknown;
  const rules = rulesOf(path, query);
  if (rules !== null) return { name: "rules", ...rules };
  if (kind === "editor") return { name: "editor", ...parsePosition(id, query) };
  if (kind === "analysis") return { name: "analysis", ...parseAnalysis(id, query) };
  if (kind === "learn") return { name: "learn", id };
  if (kind === "tree") return { name: "tree", ...parseTree(id, query) };
  if (kind === "review") return { name: "review", id, ply: plyOf(query) };
  if (kind === "tournaments") return { name: "tournament", id, secret: params.get("secret") };
  if (kind !== "sessions") return unknown;
  return { name: "session", id, secret: params.get("secret") };
}

/** The decoded parts of an address; null if one is malformed. */
function decodeAll(parts: readonly string[]): string[] | null {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** The number of moves in a query; null if there is none. */
function plyOf(query: string): number | null {
  const ply = new URLSearchParams(query).get("ply");
  return ply !== null && /^\d+$/.test(ply) ? Number(ply) : null;
}

/** The address of a page. */
export function addressOf(page: Page): string {
  if (page.name === "games") return "/";
  if (page.name === "mine") return "/games";
  if (page.name === "import") return "/import";
  if (page.name === "editor") return positionAddress("editor", page);
  if (page.name === "new") {
    return positionAddress("new", page.from ?? { ...page, options: {}, position: null });
  }
  if (page.name === "rules") return rulesAddress(page.game, page.options);
  if (page.name === "analysis") return analysisAddress(page);
  if (page.name === "learn")
    return `/learn${page.id === null ? "" : `/${encodeURIComponent(page.id)}`}`;
  if (page.name === "tree") return treeAddress(page);
  if (page.name === "review") {
    return `/review/${encodeURIComponent(page.id)}${page.ply === null ? "" : `?ply=${page.ply}`}`;
  }
  if (page.name === "grade" || page.name === "tournaments") return `/${page.name}`;
  if (page.name === "tournament") return `/tournaments/${encodeURIComponent(page.id)}`;
  if (page.name === "unknown") return page.address;
  return `/sessions/${encodeURIComponent(page.id)}`;
}

class Router {
  page = $state.raw<Page>(pageOf(location.pathname, location.hash, location.search));

  constructor() {
    const follow = (): void => this.#follow();
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    this.#tidyAddress();
  }

  /** Navigates to a page. */
  go(page: Page): void {
    history.pushState(null, "", addressOf(page));
    this.page = page;
    scrollTo(0, 0);
  }

  /** Changes the address of the page that is shown, without an entry of its own in the history. */
  replace(page: Page): void {
    history.replaceState(null, "", addressOf(page));
    this.page = page;
  }

  /** Shows the page of the address bar. */
  #follow(): void {
    const next = pageOf(location.pathname, location.hash, location.search);
    const isInvitation = hasSecrets(next);
    // A link within the page, such as the one that skips to the content, changes nothing.
    if (addressOf(next) === addressOf(this.page) && !isInvitation) return;
    this.page = next;
    this.#tidyAddress();
  }

  /** Removes secrets from the address bar, and replaces earlier addresses. */
  #tidyAddress(): void {
    const { page } = this;
    const isEarlier = page.name === "new" && location.pathname === "/";
    if (hasSecrets(page) || isEarlier) history.replaceState(null, "", addressOf(page));
  }
}

/** Whether the address of a page had the secrets of seats. */
const hasSecrets = (page: Page): boolean =>
  ((page.name === "session" || page.name === "tournament") && page.secret !== null) ||
  (page.name === "mine" && page.moved !== null);

export const router = new Router();
