/** The current page, according to the address bar, so that links, bookmarks and Back work. */

import { rulesAddress, rulesOf } from "./rules_address";
import type { RulesOptions } from "./rules_address";

export type Page =
  | { readonly name: "games" }
  | { readonly name: "new"; readonly game: string }
  | { readonly name: "rules"; readonly game: string; readonly options: RulesOptions }
  | { readonly name: "session"; readonly id: string; readonly secret: string | null };

/** The page at an address. */
export function pageOf(path: string, hash: string, query = ""): Page {
  const rules = rulesOf(path, query);
  if (rules !== null) return { name: "rules", ...rules };
  const session = /^\/sessions\/([^/]+)\/?$/.exec(path)?.[1];
  if (session !== undefined) {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it never changes
    const secret = new URLSearchParams(hash.replace(/^#/, "")).get("secret");
    return { name: "session", id: decodeURIComponent(session), secret };
  }
  const game = /^#\/new\/([^/]+)$/.exec(hash)?.[1];
  return game === undefined ? { name: "games" } : { name: "new", game: decodeURIComponent(game) };
}

/** The address of a page. */
export function addressOf(page: Page): string {
  if (page.name === "games") return "/";
  if (page.name === "new") return `/#/new/${encodeURIComponent(page.game)}`;
  if (page.name === "rules") return rulesAddress(page.game, page.options);
  return `/sessions/${encodeURIComponent(page.id)}`;
}

class Router {
  page = $state.raw<Page>(pageOf(location.pathname, location.hash, location.search));

  constructor() {
    const follow = (): void => {
      this.page = pageOf(location.pathname, location.hash, location.search);
    };
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    this.#hideSecret();
  }

  /** Navigates to a page. */
  go(page: Page): void {
    history.pushState(null, "", addressOf(page));
    this.page = page;
    scrollTo(0, 0);
  }

  /** Removes an invitation's secret from the address bar; the page keeps it. */
  #hideSecret(): void {
    if (this.page.name === "session" && this.page.secret !== null) {
      history.replaceState(null, "", addressOf(this.page));
    }
  }
}

export const router = new Router();
