import { describe, expect, it } from "vitest";
import { anchorOf, linkTarget, type ManualPage, plainText, searchManual, sectionsOf } from "./manual";

const page = (name: string, title: string): ManualPage => ({ name, title, group: "", headings: [] });
const contents = [page("studio", "The studio"), page("blocks/control", "Control")];
const pages = {
  studio:
    "# The studio\n\nOne page.\n\n## Plots\n\nPress **G** to open the `plots`.\n\n```console\n## no heading\n```\n",
  "blocks/control":
    "# Control\n\n## PD controller\n\nA controller with *saturation*; see [plots](../studio.md#plots).\n",
};

describe("the manual", () => {
  it("is cut into sections by its headings, not by code", () => {
    expect(sectionsOf(pages.studio).map((section) => section.heading)).toEqual(["", "Plots"]);
  });

  it("finds sections that have all words, headings first", () => {
    const found = searchManual(contents, pages, "plots");
    expect(found.map((one) => [one.page.name, one.heading])).toEqual([
      ["studio", "Plots"],
      ["blocks/control", "PD controller"],
    ]);
    expect(found[0]?.excerpt).toContain("Press G to open the plots");
    expect(searchManual(contents, pages, "controller saturation")[0]?.heading).toBe("PD controller");
    expect(searchManual(contents, pages, "controller nothing")).toEqual([]);
    expect(searchManual(contents, pages, "  ")).toEqual([]);
  });

  it("follows links between its pages, and says what leads outside or nowhere", () => {
    const known = new Set(["studio", "blocks/control"]);
    expect(linkTarget("blocks/control", "../studio.md#plots", known)).toEqual({ page: "studio", anchor: "plots" });
    expect(linkTarget("studio", "blocks/control.md", known)).toEqual({ page: "blocks/control", anchor: "" });
    expect(linkTarget("studio", "#plots", known)).toEqual({ page: "studio", anchor: "plots" });
    expect(linkTarget("studio", "https://mcap.dev", known)).toEqual({ outside: "https://mcap.dev" });
    expect(linkTarget("studio", "../examples/a.py", known)).toBeNull();
    expect(linkTarget("studio", "javascript:alert(1)", known)).toBeNull();
  });

  it("has the anchors of the site", () => {
    expect(anchorOf("What is refused, and how?")).toBe("what-is-refused-and-how");
    expect(plainText("a **b** [c](d.md) ![e](f.svg) `g`")).toBe("a b c g");
  });
});
