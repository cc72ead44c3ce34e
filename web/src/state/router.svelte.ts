/** Which page is shown: by the address, so that it can be sent, kept and gone back to. */

export type Page =
  | { readonly name: "games" }
  | { readonly name: "new"; readonly game: string }
  | { readonly name: "session"; readonly id: string; readonly secret: string | null };

/** The page that an address means. */
export function pageOf(path: string, hash: string): Page {
  const session = /^\/sessions\/([^/]+)\/?$/.exec(path)?.[1];
  if (session !== undefined) {
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
  return `/sessions/${encodeURIComponent(page.id)}`;
}

class Router {
  page = $state.raw<Page>(pageOf(location.pathname, location.hash));

  constructor() {
    const follow = (): void => {
      this.page = pageOf(location.pathname, location.hash);
    };
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    this.#hideSecret();
  }

  /** Shows a page. */
  go(page: Page): void {
    history.pushState(null, "", addressOf(page));
    this.page = page;
    scrollTo(0, 0);
  }

  /** An invitation's secret is kept by the page, and shown to nobody who looks at the screen. */
  #hideSecret(): void {
    if (this.page.name === "session" && this.page.secret !== null) {
      history.replaceState(null, "", addressOf(this.page));
    }
  }
}

export const router = new Router();
