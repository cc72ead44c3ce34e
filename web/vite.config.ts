import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: string[] } | null;
}

/** Whether the first page needs a module, rather than only pages that are loaded later. */
function isFirst(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const info = graph.getModuleInfo(id);
  if (info === null) return false;
  return info.isEntry || info.importers.some((importer) => isFirst(importer, graph, seen));
}

// The app is built into the server's package, which serves it under /static and the page at /.
export default defineConfig({
  base: "/static/",
  plugins: [svelte()],
  build: {
    outDir: "../src/kibitz/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no inline scripts
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first page needs is one file, also if later pages use parts of it.
        codeSplitting: {
          groups: [{ name: (id, graph) => (isFirst(id, graph) ? "index" : null) }],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/health": "http://127.0.0.1:8000",
    },
  },
  test: { include: ["src/**/*.test.ts"], environment: "happy-dom" },
});
