import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Screens and what they draw with are imported when they are needed, which splits the page well enough: groups made by
// hand once put React and its users into chunks that waited for each other.
export default defineConfig({
  base: "/",
  plugins: [react()],
  resolve: { alias: { "@": here("./src") } },
  build: {
    outDir: here("../src/pult/server/page"),
    emptyOutDir: true,
    sourcemap: false,
    target: "es2023",
    // A strict content policy forbids data: fonts and scripts; every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8600",
      "/ws": { target: "ws://127.0.0.1:8600", ws: true },
    },
  },
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "tests/**/*.test.ts"],
    environment: "node",
    // A worker for each file takes three times as long as the tests; they pass in any order.
    isolate: false,
  },
});
