import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is built into the Python package, which serves it.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/aude/server/page", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8400", ws: true }, "/me": "http://127.0.0.1:8400" } },
  test: { include: ["src/**/*.test.ts"] },
});
