/** Elements that an operator sets: buttons, switches, selectors, sliders, entries, points. */

import { Grab, Hand, MapPin } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import type {
  Button as ButtonElement,
  Entry as EntryElement,
  Point as PointElement,
  Selector as SelectorElement,
  Slider as SliderElement,
  Switch as SwitchElement,
} from "@/gen/documents";
import { selectorOptions } from "@/model/panel/elements";
import { findHandButton, handButton } from "@/model/panel/hands";
import { classes, Icon, Kbd, NumberField, Segmented, Slider, Unavailable } from "@/ui";
import { type Said, said, useFormat, useLanguage } from "@/words";
import { usePanel } from "./context";
import css from "./controls.module.css";
import { mixer, setValues, useHeld, useValue } from "./desk";
import { useIdle } from "./idle";
import { pointAt, usePointing } from "./pointing";

interface Props<T> {
  name: string;
  element: T;
}

/** Words on an element. */
export function useLabel({ name, element }: Props<{ label?: string | Record<string, string> }>): string {
  return said(element.label as Said | undefined, useLanguage()) || name;
}

/** Why an element cannot be used now; empty if it can. */
export function useStill(name: string): string {
  const { locked } = usePanel();
  const idle = useIdle(name);
  return locked || idle;
}

/** On while it is pressed, by whatever presses it. */
export function PushButton(props: Props<ButtonElement>) {
  const { name } = props;
  const { panel } = usePanel();
  const locked = useStill(name);
  const label = useLabel(props);
  const held = useHeld(name);
  const hand = handButton(panel, name);
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || locked) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    mixer.press("pointer", name, true);
  };
  const letGo = () => mixer.press("pointer", name, false);
  const key = (down: boolean) => (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.repeat || locked) return;
    event.preventDefault();
    mixer.press("keys", name, down);
  };
  return (
    <Unavailable reason={locked}>
      {(still) => (
        <button
          type="button"
          {...still}
          className={classes(css.push, held && css.held)}
          aria-pressed={held}
          data-testid={`button-${name}`}
          onPointerDown={press}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onLostPointerCapture={letGo}
          onKeyDown={key(true)}
          onKeyUp={key(false)}
          onBlur={() => mixer.press("keys", name, false)}
          onContextMenu={(event) => event.preventDefault()}
        >
          {hand && <Icon of={hand === "open" ? Hand : Grab} size={17} />}
          <span>{label}</span>
          {hand && findHandButton(panel, hand) === name && (
            <span className={css.key}>
              <Kbd>{hand === "open" ? "Q" : "E"}</Kbd>
            </span>
          )}
        </button>
      )}
    </Unavailable>
  );
}

/** Stays on or off. */
export function PanelSwitch(props: Props<SwitchElement>) {
  const { name } = props;
  const { panel } = usePanel();
  const locked = useStill(name);
  const label = useLabel(props);
  const on = useValue(name) === true;
  return (
    <div className={css.narrow}>
      <Unavailable reason={locked}>
        {(still) => (
          <button
            type="button"
            role="switch"
            {...still}
            aria-checked={on}
            className={classes(css.switch, panel.enable === name && !on && css.wanted)}
            data-testid={`switch-${name}`}
            onClick={() => !locked && setValues({ [name]: !on })}
          >
            <span>{label}</span>
            <span className={css.track} aria-hidden="true">
              <span className={css.knob} />
            </span>
          </button>
        )}
      </Unavailable>
    </div>
  );
}

/** One of several positions. */
export function PanelSelector(props: Props<SelectorElement>) {
  const { name, element } = props;
  const language = useLanguage();
  const locked = useStill(name);
  const label = useLabel(props);
  const value = useValue(name);
  const options = selectorOptions(element);
  return (
    <div className={css.field} data-testid={`selector-${name}`}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <Segmented
        label={label}
        className={css.segments}
        value={typeof value === "string" ? value : ""}
        reason={locked}
        options={options.map(([option, words]) => ({ value: option, label: said(words as Said, language) || option }))}
        onChange={(option) => setValues({ [name]: option })}
      />
    </div>
  );
}

/** Digits after the decimal sign that a range needs. */
const digitsFor = (low: number, high: number): number =>
  Math.max(0, 2 - Math.floor(Math.log10(Math.max(high - low, 1e-6)) + 0.5));

/** A lever for one number. */
export function PanelSlider(props: Props<SliderElement>) {
  const { name, element } = props;
  const format = useFormat();
  const locked = useStill(name);
  const label = useLabel(props);
  const value = useValue(name);
  const [low = 0, high = 1] = element.range;
  const number = typeof value === "number" ? value : low;
  const shown = format.quantity(number, element.unit ?? "1", Math.min(4, digitsFor(low, high)));
  const spring = () => {
    if (element.return === "spring") setValues({ [name]: element.initial ?? (low <= 0 && 0 <= high ? 0 : low) });
  };
  return (
    <div
      className={css.level}
      data-testid={`slider-${name}`}
      onPointerUp={spring}
      onPointerCancel={spring}
      onBlur={spring}
    >
      <div className={css.caption}>
        <span className={css.label}>{label}</span>
        <span className={css.figure}>{shown}</span>
      </div>
      <Slider
        label={label}
        value={number}
        min={low}
        max={high}
        {...(element.step ? { step: element.step } : {})}
        said={shown}
        reason={locked}
        onChange={(next) => setValues({ [name]: Math.min(high, Math.max(low, next)) })}
      />
    </div>
  );
}

/** A number that is typed in. */
export function PanelEntry(props: Props<EntryElement>) {
  const { name, element } = props;
  const locked = useStill(name);
  const label = useLabel(props);
  const value = useValue(name);
  const [low = 0, high = 1] = element.range;
  return (
    <div className={css.entry} data-testid={`entry-${name}`}>
      <NumberField
        label={label}
        value={typeof value === "number" ? value : null}
        unit={element.unit ?? "1"}
        min={low}
        max={high}
        reason={locked}
        onChange={(next) => setValues({ [name]: next })}
      />
    </div>
  );
}

/** A point that is picked in the scene; its coordinates are those of the entries beside it, which can be typed as well. */
export function PanelPoint(props: Props<PointElement>) {
  const { name } = props;
  const { noScene } = usePanel();
  const still = useStill(name);
  const label = useLabel(props);
  const on = usePointing((state) => state.element === name);
  const reason = still || noScene;
  return (
    <Unavailable reason={reason}>
      {(still) => (
        <button
          type="button"
          {...still}
          className={classes(css.push, on && css.held)}
          aria-pressed={on}
          data-testid={`point-${name}`}
          onClick={() => !reason && pointAt(on ? "" : name)}
        >
          <Icon of={MapPin} size={17} />
          <span>{label}</span>
        </button>
      )}
    </Unavailable>
  );
}
