import { ChevronDown, ChevronRight, X } from "lucide-react";
import { type KeyboardEvent, memo, type Ref, useMemo, useRef, useState } from "react";
import type { BlockInfo } from "@/gen/messages";
import { Button, ErrorBox, Icon, IconButton, SearchField, Skeleton } from "@/ui";
import { useWords } from "@/words";
import { loadCatalogue, useCatalogue } from "../catalogue";
import css from "./Palette.module.css";
import { PaletteItem } from "./PaletteItem";
import { findBlocks } from "./search";

/** Props of {@link Palette}. */
export interface PaletteProps {
  /** Sub-schemes of the document and parts, as block types. */
  own: readonly BlockInfo[];
  /** Only blocks that fit something; with what that is. */
  filter?: { label: string; fits: (info: BlockInfo) => boolean; clear: () => void };
  onPlace: (type: string) => void;
  onDrop: (type: string, x: number, y: number) => void;
  ref?: Ref<HTMLInputElement>;
  /** Nothing of it is kept between two uses. */
  fleeting?: boolean;
}

/** Families in the order in which people look for them, after what the document has itself and the parts. */
const ORDER = [
  "scheme",
  "part",
  "sources",
  "arithmetic",
  "trigonometry",
  "control",
  "digital",
  "logic",
  "vector",
  "geometry",
  "kinematics",
  "carry",
  "grab",
  "mobile",
  "balance",
  "walk",
  "sinks",
];

const closedAtFirst = new Set(["part", "trigonometry", "digital", "geometry", "sinks"]);

/** The blocks there are, by family; a search goes over all of them. */
export const Palette = memo(function Palette({ own, filter, onPlace, onDrop, ref, fleeting }: PaletteProps) {
  const w = useWords();
  const p = w.design.palette;
  const { state, blocks, error } = useCatalogue();
  const [text, setText] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(closedAtFirst);
  const [current, setCurrent] = useState("");
  const tree = useRef<HTMLDivElement>(null);

  const groups = useMemo(() => {
    const all = [...own, ...blocks].filter((info) => filter?.fits(info) ?? true);
    const found = text.trim() ? findBlocks(all, text, w.design.palette.families) : all;
    const byFamily = new Map<string, BlockInfo[]>();
    for (const info of found) byFamily.set(info.family, [...(byFamily.get(info.family) ?? []), info]);
    const place = (family: string) => (ORDER.includes(family) ? ORDER.indexOf(family) : ORDER.length);
    const list = [...byFamily].map(([family, items]) => ({ family, items }));
    // a search keeps the order of what fits best; otherwise families stand where they always do
    return text.trim() ? list : list.sort((a, b) => place(a.family) - place(b.family));
  }, [own, blocks, filter, text, w]);

  const open = (family: string) => text.trim() !== "" || filter !== undefined || !closed.has(family);
  const toggle = (family: string, to?: boolean) =>
    setClosed((now) => {
      const next = new Set(now);
      if (to ?? next.has(family)) next.delete(family);
      else next.add(family);
      return next;
    });
  const first = groups.find((group) => open(group.family))?.items[0]?.name ?? "";
  const standing = groups.some(({ family, items }) => open(family) && items.some((info) => info.name === current))
    ? current
    : first;

  const lines = () => [...(tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]") ?? [])];
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = lines();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const line = all[at];
    if (!line) return;
    const family = line.dataset.family;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) all[Math.max(0, Math.min(to, all.length - 1))]?.focus();
    else if (event.key === "ArrowRight" && family) toggle(family, true);
    else if (event.key === "ArrowLeft") {
      if (family) toggle(family, false);
      else
        all
          .slice(0, at)
          .findLast((other) => other.dataset.family)
          ?.focus();
    } else if (event.key === "Enter") {
      if (family) toggle(family);
      else onPlace(line.dataset.type ?? "");
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const down = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    event.stopPropagation();
    (lines().find((line) => line.dataset.type === standing) ?? lines()[0])?.focus();
  };

  return (
    <section className={css.palette} aria-label={p.label} data-testid={fleeting ? "palette-pop" : "palette"}>
      <div className={css.search} onKeyDown={down}>
        <SearchField
          ref={ref}
          label={p.find}
          value={text}
          kbd={fleeting ? undefined : "/"}
          onChange={setText}
          onCommit={() => standing && onPlace(standing)}
        />
      </div>
      {filter && (
        <div className={css.filter}>
          <span>{filter.label}</span>
          {!fleeting && <IconButton icon={X} size="s" label={p.all} onClick={filter.clear} />}
        </div>
      )}
      {state === "failed" && <ErrorBox message={p.failed} detail={error} onRetry={loadCatalogue} />}
      {(state === "loading" || state === "idle") && <Skeleton lines={12} height={22} className={css.waiting} />}
      {state === "ready" && groups.length === 0 && (
        <div className={css.nothing}>
          {text.trim() ? p.nothing(text.trim()) : w.design.canvas.noFit}
          {text && (
            <Button size="s" onClick={() => setText("")}>
              {w.common.clear}
            </Button>
          )}
        </div>
      )}
      <div ref={tree} role="tree" aria-label={p.label} className={css.tree} onKeyDown={walk}>
        {groups.map(({ family, items }) => (
          <div key={family} role="none">
            <div
              role="treeitem"
              aria-level={1}
              aria-expanded={open(family)}
              aria-selected={false}
              tabIndex={-1}
              data-family={family}
              className={css.family}
              onClick={() => toggle(family)}
              onKeyDown={() => undefined}
            >
              <Icon of={open(family) ? ChevronDown : ChevronRight} size={13} />
              {p.families[family] ?? family}
              <span className={css.count}>{items.length}</span>
            </div>
            {open(family) &&
              items.map((info) => (
                <PaletteItem
                  key={info.name}
                  info={info}
                  current={info.name === standing}
                  onPlace={onPlace}
                  onDrop={onDrop}
                  onCurrent={setCurrent}
                />
              ))}
          </div>
        ))}
      </div>
    </section>
  );
});
