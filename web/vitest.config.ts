import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Unit tests without a browser; browser tests are in tests/browser.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.ts"],
    restoreMocks: true,
    testTimeout: 30_000, // a busy machine takes longer than the default of five seconds
    unstubGlobals: true,
    isolate: true, // a mock of one file must not meet modules that another file has loaded
  },
});
