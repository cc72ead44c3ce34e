/* Opens the app without a connection, so that it can say so and wait for the server.

Only the page and its files are stored, never an answer of the API. A page comes from the network
whenever that is possible, so a new version is used as soon as the page is loaded again. The names
of the other files contain a hash of their content, so a stored one is never out of date. */

const CACHE = "kibitz-1";
const PAGE = "/";
const ASSETS = "/static/assets/";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(PAGE, { headers: { Accept: "text/html" } }).then(store));
});

self.addEventListener("activate", (event) => {
  const remove = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(remove());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith(ASSETS)) event.respondWith(readAsset(request, pathname));
  else if (request.mode === "navigate" && !pathname.startsWith("/docs")) {
    event.respondWith(openPage(event));
  }
});

/* The page from the network, or the stored one without a connection. */
async function openPage(event) {
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(store(response.clone()).catch(() => undefined));
    return response;
  } catch {
    return (await caches.match(PAGE, { ignoreVary: true })) ?? Response.error();
  }
}

async function readAsset(request, pathname) {
  // Whatever the headers of the request are, there is only one content.
  const stored = await caches.match(pathname, { ignoreVary: true });
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(pathname, response.clone());
  return response;
}

/* Stores a page with its files, which the browser has just loaded, and removes those of others. */
async function store(page) {
  const isPage = page.headers.get("Content-Type")?.startsWith("text/html");
  if (!page.ok || page.redirected || !isPage) return;
  const text = await page.clone().text();
  const used = text.match(/\/static\/[^"]+/g) ?? [];
  if (!used.some((path) => path.startsWith(ASSETS))) return;
  const cache = await caches.open(CACHE);
  const missing = [];
  for (const path of used)
    if ((await cache.match(path, { ignoreVary: true })) === undefined) missing.push(path);
  await cache.addAll(missing);
  await cache.put(PAGE, page);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    const isOld = pathname.startsWith(ASSETS) && !used.includes(pathname);
    if (isOld) await cache.delete(url, { ignoreVary: true });
  }
}
