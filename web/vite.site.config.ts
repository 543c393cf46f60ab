import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page with the engine in the browser; tools/site.py sets the output folder.
const inUse = fileURLToPath(new URL("src/offline/engine-in-use.ts", import.meta.url));
const site = fileURLToPath(new URL("site", import.meta.url));

export default defineConfig({
  root: site,
  base: "./",
  publicDir: `${site}/files`,
  plugins: [svelte()],
  define: {
    VERSION: JSON.stringify(process.env.RIVAL_SITE_VERSION ?? "untold"),
    PREPARED: JSON.stringify(process.env.RIVAL_SITE_PREPARED ?? ""),
  },
  resolve: { alias: [{ find: /^.*\/engine-in-use$/, replacement: inUse }] },
  worker: { format: "es" },
  build: {
    outDir: process.env.RIVAL_SITE,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: `${site}/index.html`,
        service: fileURLToPath(new URL("src/offline/service-worker.ts", import.meta.url)),
      },
      output: { entryFileNames: (chunk) => (chunk.name === "service" ? "service.js" : "assets/[name]-[hash].js") },
    },
  },
});
