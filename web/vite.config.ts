import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Big libraries get chunks of their own, so that a screen loads only what it draws with. */
const library = (name: string, folders: RegExp) => ({ name, test: folders });

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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            library("three", /node_modules[\\/]three[\\/]/),
            library("flow", /node_modules[\\/](@xyflow|d3-[a-z]+)[\\/]/),
            library("uplot", /node_modules[\\/]uplot[\\/]/),
            library("katex", /node_modules[\\/]katex[\\/]/),
            library("react", /node_modules[\\/](react|react-dom|scheduler|zustand)[\\/]/),
          ],
        },
      },
    },
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
  },
});
