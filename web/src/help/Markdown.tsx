// biome-ignore-all lint/suspicious/noArrayIndexKey: the parts of a text never change places
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
import { Marked, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { Equation } from "@/editor/Equation";
import { anchorOf, linkTarget, plainText } from "@/model/help/manual";
import { Link } from "@/shell/router";
import css from "./Help.module.css";
import { helpPath } from "./paths";

/** A formula, as the pages write it: $a^2$ in a line, $$...$$ by itself. */
interface Formula {
  type: "math" | "mathBlock";
  raw: string;
  text: string;
}

const formula = (type: Formula["type"], level: "inline" | "block", pattern: RegExp) => ({
  name: type,
  level,
  start: (source: string) => source.indexOf("$"),
  tokenizer(source: string): Formula | undefined {
    const match = pattern.exec(source);
    return match ? { type, raw: match[0], text: (match[1] ?? "").trim() } : undefined;
  },
});

const marked = new Marked({
  extensions: [
    formula("mathBlock", "block", /^\$\$([\s\S]+?)\$\$/) as never,
    formula("math", "inline", /^\$([^$\n]+?(?:\n[^$\n]+?)?)\$(?![\w$])/) as never,
  ],
});

interface Place {
  page: string;
  known: ReadonlySet<string>;
}

/** Entities that Markdown writes in plain text. */
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name] ?? "");

/** A page of the manual. It is drawn token by token: nothing of it is ever taken for HTML. */
export function Markdown({ text, page, known }: { text: string } & Place) {
  return <Blocks tokens={marked.lexer(text)} at={{ page, known }} />;
}

function Blocks({ tokens, at }: { tokens: readonly Token[]; at: Place }) {
  // The tokens of a text never change places.
  return tokens.map((token, index) => <Block key={`${index} ${token.type}`} token={token} at={at} />);
}

function Block({ token, at }: { token: Token; at: Place }): ReactNode {
  switch (token.type) {
    case "heading":
      return <Heading token={token as Tokens.Heading} at={at} />;
    case "paragraph":
      return (
        <p>
          <Line tokens={token.tokens ?? []} at={at} />
        </p>
      );
    case "text":
      return token.tokens ? <Line tokens={token.tokens} at={at} /> : unescaped(token.raw);
    case "code":
      return (
        <pre className={css.code} tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "blockquote":
      return (
        <blockquote>
          <Blocks tokens={token.tokens ?? []} at={at} />
        </blockquote>
      );
    case "list":
      return <List token={token as Tokens.List} at={at} />;
    case "table":
      return <Table token={token as Tokens.Table} at={at} />;
    case "hr":
      return <hr />;
    case "mathBlock":
      return <Equation tex={(token as unknown as Formula).text} />;
    default:
      return null;
  }
}

function Heading({ token, at }: { token: Tokens.Heading; at: Place }) {
  const Tag = `h${Math.min(token.depth, 4)}` as "h1" | "h2" | "h3" | "h4";
  return (
    <Tag id={anchorOf(plainText(token.text))} tabIndex={-1}>
      <Line tokens={token.tokens} at={at} />
    </Tag>
  );
}

function List({ token, at }: { token: Tokens.List; at: Place }) {
  const Tag = token.ordered ? "ol" : "ul";
  return (
    <Tag>
      {token.items.map((item, index) => (
        <li key={`${index} ${item.raw.length}`}>
          <Blocks tokens={item.tokens} at={at} />
        </li>
      ))}
    </Tag>
  );
}

function Table({ token, at }: { token: Tokens.Table; at: Place }) {
  const row = (cells: readonly Tokens.TableCell[], Tag: "th" | "td") =>
    cells.map((cell, index) => (
      <Tag key={`${index} ${cell.text}`} style={cell.align ? { textAlign: cell.align } : undefined}>
        <Line tokens={cell.tokens} at={at} />
      </Tag>
    ));
  return (
    <div className={css.table} tabIndex={0} role="group">
      <table>
        <thead>
          <tr>{row(token.header, "th")}</tr>
        </thead>
        <tbody>
          {token.rows.map((cells, index) => (
            <tr key={`${index} ${cells[0]?.text}`}>{row(cells, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ tokens, at }: { tokens: readonly Token[]; at: Place }) {
  return tokens.map((token, index) => <Fragment key={`${index} ${token.type}`}>{inline(token, at)}</Fragment>);
}

function inline(token: Token, at: Place): ReactNode {
  const inner = "tokens" in token && token.tokens ? <Line tokens={token.tokens} at={at} /> : null;
  switch (token.type) {
    case "text":
      return inner ?? unescaped(token.text);
    case "escape":
      return token.text;
    case "strong":
      return <strong>{inner}</strong>;
    case "em":
      return <em>{inner}</em>;
    case "del":
      return <del>{inner}</del>;
    case "codespan":
      return <code>{unescaped(token.text)}</code>;
    case "br":
      return <br />;
    case "math":
      return <Equation tex={(token as unknown as Formula).text} inline />;
    case "image":
      return <Picture token={token as Tokens.Image} />;
    case "link": {
      const target = linkTarget(at.page, (token as Tokens.Link).href, at.known);
      if (!target) return inner;
      if ("outside" in target)
        return (
          <a href={target.outside} target="_blank" rel="noreferrer">
            {inner}
          </a>
        );
      return <Link href={helpPath(target.page, target.anchor)}>{inner}</Link>;
    }
    default:
      return null;
  }
}

function Picture({ token }: { token: Tokens.Image }) {
  const name = token.href.split("/").pop() ?? "";
  if (!/\.(svg|webp|png)$/.test(name)) return <em>{token.text}</em>;
  return <img src={`/manual/${encodeURIComponent(name)}`} alt={token.text} loading="lazy" className={css.picture} />;
}
