import { describe, expect, test } from "vitest";

/** Folders of the page, lowest first: each imports only from the lines before its own, and from itself. */
const LAYERS = [
  ["gen"],
  ["words"],
  ["model"],
  ["link", "ui"],
  ["shell"],
  ["documents", "exercise", "panel", "plots", "scene"],
  ["editor", "paneleditor"],
  ["program", "tunnel"],
  ["design", "help", "home", "mango", "newrobot", "operate", "plotscreen", "procedure", "review", "sweeps", "zones"],
  ["app"],
];

const SOURCES = import.meta.glob<string>("./*/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const IMPORT = /(?:from|import)\s*\(?\s*"((?:@|\.{1,2})\/[^"]+)"/g;

function level(folder: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folder));
}

/** The folder that an import leads to, from the file that has it. */
function target(file: string, name: string): string {
  const base = name.startsWith("@/") ? "http://src/" : `http://src/${file.slice(2)}`;
  return new URL(name.replace("@/", ""), base).pathname.split("/")[1] ?? "";
}

describe("folders of the page", () => {
  test("all of them have a layer", () => {
    const folders = new Set(Object.keys(SOURCES).map((file) => file.split("/")[1] ?? ""));
    expect([...folders].filter((folder) => level(folder) < 0)).toEqual([]);
  });

  test("import only from layers below their own", () => {
    const wrong: string[] = [];
    for (const [file, text] of Object.entries(SOURCES)) {
      const folder = file.split("/")[1] ?? "";
      for (const [, name = ""] of text.matchAll(IMPORT)) {
        const other = target(file, name);
        if (other !== folder && level(other) >= level(folder)) wrong.push(`${file} imports ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
