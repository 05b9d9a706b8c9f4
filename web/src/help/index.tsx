import { useEffect, useMemo, useRef, useState } from "react";
import { useManual } from "@/link/manual";
import { anchorOf, type ManualPage, plainText, searchManual } from "@/model/help/manual";
import { Link, useRoute } from "@/shell/router";
import { EmptyState, ErrorBox, SearchField, Skeleton } from "@/ui";
import { useLanguage, useWords } from "@/words";
import css from "./Help.module.css";
import { Markdown } from "./Markdown";
import { helpPath } from "./paths";

const FIRST = "studio";

/** The screen "Help": the manual, which comes with the studio, and a search through all of it. */
export default function HelpScreen() {
  const w = useWords();
  const language = useLanguage();
  const { rest, query } = useRoute();
  const { manual, error } = useManual();
  const [text, setText] = useState(query.get("find") ?? "");
  const name = rest[0] || FIRST;
  const at = query.get("at") ?? "";
  const article = useRef<HTMLElement>(null);
  const known = useMemo(() => new Set(manual?.contents.map((page) => page.name)), [manual]);
  const found = useMemo(
    () => (manual && text.trim() ? searchManual(manual.contents, manual.pages, text) : null),
    [manual, text],
  );
  const page = manual?.pages[name];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or place is shown from there on
  useEffect(() => {
    setText(query.get("find") ?? "");
    const heading = at ? document.getElementById(at) : null;
    if (heading) heading.scrollIntoView({ block: "start" });
    else article.current?.scrollTo({ top: 0 });
    heading?.focus({ preventScroll: true });
  }, [name, at, page]);
  return (
    <div className={css.help}>
      <nav className={css.contents} aria-label={w.help.contents}>
        <SearchField label={w.help.search} value={text} onChange={setText} />
        {manual && <Contents contents={manual.contents} name={name} />}
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <article ref={article} className={css.article} aria-label={w.common.help} tabIndex={0} data-testid="help-page">
        {language !== "en" && <p className={css.note}>{w.help.english}</p>}
        {error && <ErrorBox message={`${w.help.missing} ${error}`} />}
        {!manual && !error && <Skeleton lines={8} height={20} />}
        {manual && found && (
          <section aria-live="polite" data-testid="help-found">
            <h1>{w.common.results(found.length)}</h1>
            {found.length === 0 && <EmptyState text={w.common.findEmpty(text)} />}
            <ol className={css.found}>
              {found.map((one) => (
                <li key={`${one.page.name} ${one.heading}`}>
                  <Link
                    href={helpPath(one.page.name, one.heading && anchorOf(plainText(one.heading)))}
                    onClick={() => setText("")}
                  >
                    {[one.page.title, plainText(one.heading)].filter(Boolean).join(" › ")}
                  </Link>
                  <p>{one.excerpt}</p>
                </li>
              ))}
            </ol>
          </section>
        )}
        {manual &&
          !found &&
          (page === undefined ? (
            <EmptyState text={w.help.noPage} action={<Link href={helpPath(FIRST)}>{w.help.toStart}</Link>} />
          ) : (
            <Markdown text={page} page={name} known={known} />
          ))}
      </article>
    </div>
  );
}

function Contents({ contents, name }: { contents: readonly ManualPage[]; name: string }) {
  const groups = [...new Set(contents.map((page) => page.group))];
  const own = contents.find((page) => page.name === name)?.group;
  const list = (group: string) => (
    <ul>
      {contents
        .filter((page) => page.group === group)
        .map((page) => (
          <li key={page.name}>
            <Link href={helpPath(page.name)} aria-current={page.name === name ? "page" : undefined}>
              {page.title}
            </Link>
          </li>
        ))}
    </ul>
  );
  return groups.map((group) =>
    group ? (
      <details key={group} open={group === own || undefined}>
        <summary>{group}</summary>
        {list(group)}
      </details>
    ) : (
      <div key="first">{list(group)}</div>
    ),
  );
}
