import { MessageSquare } from "lucide-react";
import type { CSSProperties } from "react";
import type { RecordEntry, RecordInfo } from "@/gen/messages";
import { comparable, type MeasureRow, measureRows, partRows, stageRows } from "@/model/review/compare";
import { notesOf } from "@/model/review/events";
import { classes, Icon } from "@/ui";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";
import { changeText, measureTitle, measureUnit, signed } from "./figures";
import { Key, type Letter } from "./Key";
import css from "./Measures.module.css";
import { Damaged, Sentence, Total } from "./Totals";

export interface MeasuresProps {
  a: RecordInfo;
  b: RecordInfo | null;
  titles: Record<Letter, string>;
}

/** What came of the attempts: points, parts, measures, times. */
export function Measures({ a, b, titles }: MeasuresProps) {
  const w = useWords().review;
  const notes = notesOf(a.events);
  const format = useFormat();
  const language = useLanguage();
  const alike = comparable(a, b) ? b : null;
  const bare = a.parts.length === 0 && a.measures.length === 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={css.measures} aria-label={w.measuresPane} tabIndex={0} data-testid="review-measures">
      <div className={classes(css.totals, b && css.two)}>
        <Total letter="a" entry={a.entry} title={titles.a} />
        {b && <Total letter="b" entry={b.entry} title={titles.b} />}
      </div>
      {a.entry.partial && <Damaged text={a.entry.partial} letter={b ? "a" : null} />}
      {b?.entry.partial && <Damaged text={b.entry.partial} letter="b" />}
      <Sentence a={a} b={b} />
      <Parts a={a} b={alike} />
      <Table a={a} b={b} />
      {bare && <p className={css.none}>{w.noMeasures}</p>}
      <StageTimes a={a} b={alike} />
      {notes.map((note) => (
        <aside key={note.time} className={css.note}>
          <h4>
            <Icon of={MessageSquare} size={13} />
            {w.noteAt(format.clock(note.time, 0))}
          </h4>
          {said(note.text as Said, language)}
        </aside>
      ))}
      <Facts entry={a.entry} />
    </section>
  );
}

const share = (value: number | null, most: number): CSSProperties =>
  ({ "--share": most > 0 ? Math.min(1, Math.max(0, (value ?? 0) / most)) : 0 }) as CSSProperties;

function Parts({ a, b }: { a: RecordInfo; b: RecordInfo | null }) {
  const w = useWords().review;
  const format = useFormat();
  const language = useLanguage();
  const rows = partRows(a.parts, b?.parts ?? []);
  if (rows.length === 0) return null;
  const shown = (value: number | null, counts: boolean) => (value === null || !counts ? "–" : format.number(value, 0));
  return (
    <>
      <h3 className={css.heading}>{w.parts}</h3>
      <ul className={css.parts} data-testid="review-parts">
        {rows.map((row) => (
          <li key={row.name}>
            <span>
              {said(row.title, language)}{" "}
              <span className={css.most}>
                {row.most > 0 ? `/ ${format.number(row.most, 0)}` : (row.a ?? row.b ?? 0) < 0 ? w.deduction : ""}
              </span>
            </span>
            <span className={css.pair}>
              <span className={css.a}>{shown(row.a, row.counts.a)}</span>
              {b && <span className={css.b}>{shown(row.b, row.counts.b)}</span>}
            </span>
            {row.most > 0 && (
              <span className={css.bars} aria-hidden="true">
                <i className={css.a} style={share(row.a, row.most)} />
                {b && <i className={css.b} style={share(row.b, row.most)} />}
              </span>
            )}
          </li>
        ))}
      </ul>
      {rows.some((row) => !row.counts.a || !row.counts.b) && <p className={css.uncounted}>{w.partsUncounted}</p>}
    </>
  );
}

function Table({ a, b }: { a: RecordInfo; b: RecordInfo | null }) {
  const w = useWords().review;
  const format = useFormat();
  const language = useLanguage();
  const rows = measureRows(a.measures, b?.measures ?? []);
  if (rows.length === 0) return null;
  const value = (row: MeasureRow, one: number | null) =>
    one === null ? "–" : format.compact(one * measureUnit(row).scale, Math.abs(one) < 0.1 && row.unit === "1" ? 2 : 3);
  return (
    <table className={css.table} data-testid="review-table">
      <caption className={css.heading}>{w.measures}</caption>
      {b && (
        <thead>
          <tr>
            <td />
            <th scope="col">
              <Key of="a" />
            </th>
            <th scope="col">
              <Key of="b" />
            </th>
            <th scope="col" className={css.change}>
              {w.change}
            </th>
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{measureTitle(said(row.title, language), measureUnit(row).shown, format)}</th>
            <td>{value(row, row.a)}</td>
            {b && <td>{value(row, row.b)}</td>}
            {b && (
              <td className={row.good === null || !comparable(a, b) ? css.even : row.good ? css.good : css.bad}>
                {changeText(row, measureUnit(row).scale, format)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
      {rows.some((row) => !row.counts) && (
        <tfoot>
          <tr>
            <td colSpan={b ? 4 : 2} className={css.uncounted} data-testid="review-uncounted">
              {w.measuresUncounted}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function StageTimes({ a, b }: { a: RecordInfo; b: RecordInfo | null }) {
  const w = useWords().review;
  const format = useFormat();
  const language = useLanguage();
  const rows = stageRows(a.stages, b?.stages ?? []);
  const most = Math.max(0, ...rows.flatMap((row) => [row.a ?? 0, row.b ?? 0]));
  if (rows.length === 0) return null;
  const time = (value: number | null) => (value === null ? w.notPassed : format.quantity(value, "s", 1));
  return (
    <>
      <h3 className={css.heading}>{w.stageTimes}</h3>
      <ul className={css.stages} data-testid="review-stage-times">
        {rows.map((row) => {
          const by = b && row.a !== null && row.b !== null ? row.a - row.b : null;
          const told = b ? `A ${time(row.a)}, B ${time(row.b)}` : time(row.a);
          return (
            <li key={row.name} title={told}>
              <span>{said(row.title, language)}</span>
              <span className={css.bars} aria-hidden="true">
                <i className={css.a} style={share(row.a, most)} />
                {b && <i className={css.b} style={share(row.b, most)} />}
              </span>
              <span className={by === null || Math.abs(by) < 0.05 ? css.even : by < 0 ? css.good : css.bad}>
                {by === null ? (b ? "–" : time(row.a)) : signed(by, format.quantity(by, "s", 1))}
                <span className="only-read">{told}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Facts({ entry }: { entry: RecordEntry }) {
  const w = useWords().review;
  const format = useFormat();
  const facts: [string, string][] = [
    [w.operator, entry.operator],
    [w.pilot, entry.pilot],
    [w.variant, entry.variant],
    [w.seed, String(entry.seed)],
    [w.file, `${entry.name}, ${format.bytes(entry.size)}`],
  ];
  return (
    <>
      <h3 className={css.heading}>{w.facts}</h3>
      <dl className={css.facts}>
        {facts.map(([name, text]) =>
          text ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </>
  );
}
