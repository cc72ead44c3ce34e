/** Makes the app open without a connection. */

let isRegistered = false;

/** Registers the service worker once; a browser without one needs a connection. */
export function registerServiceWorker(): void {
  if (isRegistered || import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  isRegistered = true;
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}
