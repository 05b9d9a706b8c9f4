import { ChartSpline } from "lucide-react";
import { useState } from "react";
import { useLive } from "@/link/live";
import { usePlotted } from "@/model/plotted";
import { IconButton, SearchField } from "@/ui";
import { useFormat, useWords } from "@/words";
import { useEditor } from "../context";
import { LiveText } from "../LiveText";
import { useRunState } from "../running";
import css from "./Problems.module.css";

/** Rows shown at once; the search finds the rest. */
const MOST = 60;

/** Signals of the running scheme with their values. */
export function Signals() {
  const w = useWords();
  const p = w.design.problems;
  const format = useFormat();
  const { name } = useEditor();
  const run = useRunState(name);
  const channels = useLive((live) => live.described?.channels);
  const { signals, add, remove } = usePlotted();
  const [text, setText] = useState("");
  if (run === "none" || !channels) return <p className={css.none}>{p.noSession}</p>;
  const wanted = text.trim().toLowerCase();
  const found = channels.filter(
    (channel) =>
      /^(scheme|panel|sensor|output|drive)\./.test(channel.name) && channel.name.toLowerCase().includes(wanted),
  );
  return (
    <div className={css.signals}>
      <SearchField label={p.findSignal} value={text} onChange={setText} className={css.findSignal} />
      {found.length === 0 && <p className={css.none}>{p.noSignals}</p>}
      <div className={css.table}>
        {found.slice(0, MOST).map((channel) => {
          const plotted = signals.includes(channel.name);
          return (
            <div key={channel.name} className={css.signal}>
              <span className="num">{channel.name}</span>
              <LiveText names={[channel.name]} className={`num ${css.value}`} />
              <span className="cap num">{format.unit(channel.unit)}</span>
              <IconButton
                icon={ChartSpline}
                size="s"
                pressed={plotted}
                label={plotted ? p.unplot : p.plot}
                onClick={() => (plotted ? remove : add)(channel.name)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
