import { PanelBottom, PanelRight, SquareArrowOutDownLeft, SquareArrowOutUpRight } from "lucide-react";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { foldedOf, groupsOf, isPick, planOf } from "@/model/panel/layout";
import { classes, IconButton } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import css from "./Console.module.css";
import { PanelContext, type PanelFacts, usePanel } from "./context";
import { ElementView } from "./ElementView";
import { usePanelState } from "./listening";
import { Picture } from "./Picture";
import { usePointed } from "./pointed";

/** Where the console stands: at an edge of the scene, in a window of its own, or under the scene of a phone. */
export type Dock = "right" | "bottom" | "window" | "phone";

export interface ConsoleProps extends PanelFacts {
  dock: Dock;
  onDock: (dock: Dock) => void;
  /** The stop, at the head of the console. */
  stop: ReactNode;
  /** Something between head and elements, such as who has the panel. */
  notice?: ReactNode;
  /** Whether the moving keys act: the edge shows it. */
  focused: boolean;
  /** Whether somebody else moves the controls, to be watched: they are not greyed then, though nothing can be moved. */
  watched?: boolean;
}

/** Elements in the usual order: lamps, picture, choices, stick with readings beside it, buttons. */
function Flow({
  names,
  picture,
  side,
  thumbs = false,
}: {
  names: readonly string[];
  picture: boolean;
  side?: boolean;
  /** The sticks stand elsewhere: under the thumbs. */
  thumbs?: boolean;
}) {
  const { panel } = usePanel();
  const groups = groupsOf(panel, names);
  const all = (list: readonly string[]) => list.map((name) => <ElementView key={name} name={name} />);
  const sided = [...groups.readings, ...groups.levels];
  const lamps = groups.lamps.length > 0 && <div className={css.lamps}>{all(groups.lamps)}</div>;
  const drawn = (picture || groups.picks.length > 0) && <Picture className={css.picture} />;
  const choices = groups.choices.length > 0 && <div className={css.choices}>{all(groups.choices)}</div>;
  const buttons = groups.buttons.length > 0 && <div className={css.buttons}>{all(groups.buttons)}</div>;
  const sticks = ((!thumbs && groups.sticks.length > 0) || sided.length > 0) && (
    <div className={css.sticks}>
      {!thumbs && all(groups.sticks)}
      {sided.length > 0 && <div className={css.side}>{all(sided)}</div>}
    </div>
  );
  if (!side) {
    return (
      <>
        {lamps}
        {drawn}
        {choices}
        {sticks}
        {buttons}
      </>
    );
  }
  return (
    <>
      {drawn}
      {(lamps || choices || buttons) && (
        <div className={css.stack}>
          {lamps}
          {choices}
          {buttons}
        </div>
      )}
      {sticks}
    </>
  );
}

/** The sticks at the lower edge of a phone, where both thumbs are: they stay there while the rest is scrolled. */
function Thumbs({ names }: { names: readonly string[] }) {
  const { panel } = usePanel();
  const { sticks } = groupsOf(panel, names);
  if (sticks.length === 0) return null;
  return (
    <div className={css.thumbs} data-testid="thumbs">
      {sticks.map((name) => (
        <ElementView key={name} name={name} />
      ))}
    </div>
  );
}

/** What is seldom needed, closed until somebody opens it. */
function Folds() {
  const { panel } = usePanel();
  const language = useLanguage();
  return (panel.folds ?? []).map((fold) => (
    <details key={fold.elements.join()} className={css.fold} data-testid="fold">
      <summary>{said(fold.label as Said, language)}</summary>
      <div className={css.folded}>
        {fold.elements.map((name) => (
          <div key={name} className={css[`of-${panel.elements[name]?.type ?? ""}`] ?? css.wide}>
            <ElementView name={name} />
          </div>
        ))}
      </div>
    </details>
  ));
}

/** The elements where the document puts them, stretched to the console. */
function Placed({ width, height }: { width: number; height: number }) {
  const { panel } = usePanel();
  const plan = useMemo(() => planOf(panel, width, height), [panel, width, height]);
  const pointed = usePointed(({ names }) => names);
  return (
    <>
      <div className={css.board} style={{ height: plan.height }}>
        {plan.picture && (
          <div className={css.place} style={plan.picture}>
            <Picture />
          </div>
        )}
        {[...plan.placed].map(([name, box]) => (
          <div
            key={name}
            className={classes(css.place, pointed.includes(name) && css.pointed)}
            style={box}
            data-pointed={pointed.includes(name) || undefined}
          >
            <ElementView name={name} />
          </div>
        ))}
      </div>
      {plan.rest.length > 0 && (
        <div className={css.flow}>
          <Flow names={plan.rest} picture={false} />
        </div>
      )}
      <Folds />
    </>
  );
}

/** The control panel on its enamel: head with the stop, then everything that the panel document has. */
export function Console(props: ConsoleProps) {
  const {
    panel,
    picture,
    joints,
    effectors,
    turn,
    facing,
    scene,
    locked,
    dock,
    onDock,
    stop,
    notice,
    focused,
    watched = false,
  } = props;
  const w = useWords();
  const language = useLanguage();
  const apart = dock === "window" ? w.operate.point.elsewhere : "";
  const facts = useMemo(
    () => ({
      panel,
      picture,
      joints,
      effectors,
      locked,
      ...(turn ? { turn } : {}),
      facing: facing ?? null,
      scene: scene ?? null,
      ...(apart ? { noScene: apart } : {}),
    }),
    [panel, picture, joints, effectors, locked, turn, facing, scene, apart],
  );
  const body = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  usePanelState(panel, effectors);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const folded = foldedOf(panel);
  const names = Object.keys(panel.elements).filter((name) => !folded.has(name));
  const hasPlaces = Object.values(panel.elements).some((element) => element.position && element.size);
  const picks = Boolean(panel.picture) || Object.values(panel.elements).some(isPick);
  return (
    <aside
      className={classes(css.console, css[dock], focused && css.focused, watched && css.watched)}
      aria-label={w.operate.console}
      data-testid="console"
    >
      <header className={css.head}>
        <div className={css.names}>
          <h2 title={said(panel.description as Said | undefined, language)}>{w.operate.console}</h2>
          <span className={css.sub}>
            {dock !== "window" && dock !== "phone" && (
              <IconButton
                size="s"
                icon={dock === "right" ? PanelBottom : PanelRight}
                label={dock === "right" ? w.operate.dockBottom : w.operate.dockRight}
                onClick={() => onDock(dock === "right" ? "bottom" : "right")}
                data-testid="dock"
              />
            )}
            {dock !== "phone" && (
              <IconButton
                size="s"
                icon={dock === "window" ? SquareArrowOutDownLeft : SquareArrowOutUpRight}
                label={dock === "window" ? w.operate.window.back : w.operate.window.open}
                onClick={() => onDock(dock === "window" ? "right" : "window")}
                data-testid="dock-window"
              />
            )}
            <span className={css.title}>{said(panel.title as Said | undefined, language) || panel.name}</span>
          </span>
        </div>
        {stop}
      </header>
      {notice}
      <PanelContext value={facts}>
        <div ref={body} className={css.body}>
          {size.width > 0 &&
            (hasPlaces && dock !== "bottom" && dock !== "phone" ? (
              <Placed {...size} />
            ) : (
              <div className={css.flow}>
                <Flow names={names} picture={picks} side={dock === "bottom"} thumbs={dock === "phone"} />
                <Folds />
              </div>
            ))}
        </div>
        {dock === "phone" && size.width > 0 && <Thumbs names={names} />}
      </PanelContext>
    </aside>
  );
}
