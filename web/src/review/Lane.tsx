import type { CSSProperties } from "react";
import type { RecordEvent } from "@/gen/messages";
import { signed, signOf } from "@/model/review/events";
import { classes, Tooltip } from "@/ui";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";
import { Key, type Letter } from "./Key";
import type { Attempt } from "./loaded";
import css from "./Timeline.module.css";

/** Outlines of the signs in a square of 16. */
const OUTLINES = {
  caution: "M8 2.5 14.5 13.5h-13z",
  stop: "M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5z",
  note: "M2 3h12v8H7.5L4.5 14v-3H2z",
  point: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3",
};

export interface LaneProps {
  letter: Letter;
  attempt: Attempt;
  /** The share of the timeline of a moment of this attempt, 0 to 1. */
  shareOf: (time: number) => number;
  onSeek: (time: number) => void;
}

/** Stages of an attempt, and what happened in it. */
export function Lane({ letter, attempt, shareOf, onSeek }: LaneProps) {
  const w = useWords().review;
  const format = useFormat();
  const language = useLanguage();
  const { info, length } = attempt;
  const textOf = (event: RecordEvent): string => {
    const known = typeof event.text === "string" && w.kinds[event.kind];
    const text = known || said(event.text as Said, language) || w.signs[signOf(event)];
    const points = Math.abs(event.points) > 1e-9 ? `, ${w.eventPoints(format.compact(event.points))}` : "";
    return `${text}${points}`;
  };
  return (
    <div className={classes(css.lane, css[letter])} data-testid={`review-lane-${letter}`}>
      <Key of={letter} className={css.letter} />
      <ol className={css.stages}>
        {info.stages.map((stage, index) => {
          const title = `${index + 1} ${said(stage.title as Said, language)}`;
          const from = format.clock(stage.begin);
          const told =
            stage.end === null ? w.stageOpen(title, from) : w.stageSpan(title, from, format.clock(stage.end));
          const begin = shareOf(stage.begin);
          const end = shareOf(stage.end ?? length);
          const style = { "--from": begin, "--to": Math.max(begin, end) } as CSSProperties;
          return (
            <li
              key={stage.name}
              className={classes(css.stage, stage.end === null && css.open)}
              style={style}
              title={told}
            >
              <span aria-hidden="true">{title}</span>
              <span className="only-read">{told}</span>
            </li>
          );
        })}
      </ol>
      <div className={css.events}>
        {signed(info.events).map((event, index) => {
          const sign = signOf(event);
          const told = w.eventAt(format.clock(event.time), textOf(event));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: events have no other name, and do not change
            <span key={index} className={css.event} style={{ "--from": shareOf(event.time) } as CSSProperties}>
              <Tooltip text={told} side="top" delay={150}>
                <button
                  type="button"
                  className={classes(css.sign, css[sign])}
                  aria-label={`${w.signs[sign]}: ${told}`}
                  onClick={() => onSeek(event.time)}
                  data-testid="review-event"
                  data-sign={sign}
                >
                  <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                    <path d={OUTLINES[sign]} />
                  </svg>
                </button>
              </Tooltip>
            </span>
          );
        })}
      </div>
    </div>
  );
}
