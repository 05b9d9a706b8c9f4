/** The manual: pages of Markdown, searched section by section. */

/** A page in the contents. */
export interface ManualPage {
  /** 'studio', 'blocks/control'. */
  name: string;
  title: string;
  /** The section that it stands in; empty at the top. */
  group: string;
  /** Headings below its title. */
  headings: string[];
}

/** A place that was found. */
export interface Found {
  page: ManualPage;
  /** The heading above it; empty at the top of the page. */
  heading: string;
  /** Text around the first word found. */
  excerpt: string;
}

interface Section {
  heading: string;
  text: string;
}

/** The anchor of a heading, as the site makes it. */
export function anchorOf(heading: string): string {
  const plain = heading.normalize("NFKD").replace(/[^\w\s-]/g, "");
  return plain
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "-");
}

/** Sections of a page, by its headings outside of code. */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ heading: "", text: "" }];
  let code = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) code = !code;
    const heading = code ? null : /^#{2,3} (.+)$/.exec(line);
    if (heading) sections.push({ heading: heading[1] ?? "", text: "" });
    else if (code || !line.startsWith("# ")) (sections[sections.length - 1] as Section).text += `${line}\n`;
  }
  return sections;
}

/** Markdown as it reads without its marks. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`|>#$\\]+/g, " ")
    .replace(/-{3,}/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const AROUND = 90;

function excerptOf(text: string, words: readonly string[]): string {
  const low = text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map((word) => low.indexOf(word)).filter((place) => place >= 0)));
  const from = Number.isFinite(at) ? Math.max(0, at - AROUND) : 0;
  const start = from > 0 ? text.indexOf(" ", from) + 1 : 0;
  const end = Math.min(text.length, start + 2 * AROUND);
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

/** The sections in which every word of a text stands, the best first: words in titles count more than in the text. */
export function searchManual(
  contents: readonly ManualPage[],
  pages: Readonly<Record<string, string>>,
  text: string,
  most = 30,
): Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: { score: number; at: Found }[] = [];
  for (const page of contents) {
    for (const { heading, text: body } of sectionsOf(pages[page.name] ?? "")) {
      const plain = plainText(body);
      const [title, head, low] = [page.title.toLowerCase(), heading.toLowerCase(), plain.toLowerCase()];
      let score = 0;
      for (const word of words) {
        const worth = (head.includes(word) ? 8 : 0) + (title.includes(word) ? 4 : 0) + (low.includes(word) ? 1 : 0);
        if (worth === 0) {
          score = 0;
          break;
        }
        score += worth;
      }
      if (score > 0 && words.some((word) => head.includes(word) || low.includes(word) || !heading))
        found.push({ score, at: { page, heading, excerpt: excerptOf(plain, words) } });
    }
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((one) => one.at);
}

/** Where a link on a page leads: to a page of the manual, to the world outside, or nowhere that is here. */
export function linkTarget(
  from: string,
  href: string,
  known: ReadonlySet<string>,
): { page: string; anchor: string } | { outside: string } | null {
  if (/^https?:\/\//.test(href)) return { outside: href };
  const [path = "", anchor = ""] = href.split("#");
  if (!path) return { page: from, anchor };
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  const page = parts.join("/").replace(/\.md$/, "");
  return known.has(page) ? { page, anchor } : null;
}
