import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Relative addresses throughout: the page works wherever its folder is served from.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/rival/server/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    // Browsers that support it compile everything while the script loads, not at the first tap that needs it.
    rolldownOptions: { output: { postBanner: "//# allFunctionsCalledOnLoad" } },
  },
});
