import { type KeyboardEvent, type ReactElement, type ReactNode, type RefObject, useRef, useState } from "react";
import { classes } from "./classes";
import { Icon, type IconType } from "./Icon";
import { Kbd } from "./Kbd";
import css from "./Menu.module.css";
import { Popover } from "./Popover";
import type { Align, Side } from "./place";

/** One line of a menu; `"-"` draws a line between groups. */
export interface MenuItem {
  label: string;
  onSelect: () => void;
  icon?: IconType;
  kbd?: string;
  /** A choice: shows a tick when true. */
  checked?: boolean;
  danger?: boolean;
  /** Why it is unavailable: dims the line and is said beneath the label. */
  reason?: string | undefined;
}

/** Props of {@link Menu}. */
export interface MenuProps {
  open: boolean;
  onClose: () => void;
  anchor: RefObject<Element | null>;
  label: string;
  items: (MenuItem | "-")[];
  side?: Side;
  align?: Align;
}

/** A menu beside its anchor: arrows walk, Home and End jump, Enter selects, Esc closes. */
export function Menu({ items, onClose, ...rest }: MenuProps) {
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    const at = lines.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (event.key === "Tab") onClose();
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    lines.at(to % lines.length)?.focus();
  };
  return (
    <Popover {...rest} onClose={onClose} role="menu">
      <div role="none" className={css.menu} onKeyDown={walk}>
        {items.map((item, index) =>
          item === "-" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines between groups have no name of their own
            <div key={index} role="separator" className={css.line} />
          ) : (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: items with a tick are menuitemradio, which has it
            <button
              key={item.label}
              type="button"
              role={item.checked === undefined ? "menuitem" : "menuitemradio"}
              aria-checked={item.checked}
              aria-disabled={item.reason ? true : undefined}
              data-autofocus={item.checked || undefined}
              tabIndex={-1}
              className={classes(css.item, item.danger && css.danger)}
              onClick={() => {
                if (item.reason) return;
                onClose();
                item.onSelect();
              }}
            >
              {item.icon && <Icon of={item.icon} size={15} />}
              <span className={css.label}>
                {item.label}
                {item.reason && <span className={css.reason}>{item.reason}</span>}
              </span>
              {item.checked && <span aria-hidden="true">✓</span>}
              {item.kbd && <Kbd>{item.kbd}</Kbd>}
            </button>
          ),
        )}
      </div>
    </Popover>
  );
}

/** Props of {@link MenuButton}. */
export interface MenuButtonProps {
  items: (MenuItem | "-")[];
  /** The accessible name of the menu. */
  label: string;
  /** Draws the button: spread the props onto it. */
  button: (props: {
    onClick: () => void;
    "aria-haspopup": "menu";
    "aria-expanded": boolean;
  }) => ReactElement | ReactNode;
  side?: Side;
  align?: Align;
}

/** A button that opens a menu beside itself. */
export function MenuButton({ items, label, button, side, align }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <span ref={anchor} className={css.holder}>
      {button({ onClick: () => setOpen(!open), "aria-haspopup": "menu", "aria-expanded": open })}
      <Menu
        open={open}
        onClose={() => setOpen(false)}
        anchor={anchor}
        label={label}
        items={items}
        side={side}
        align={align}
      />
    </span>
  );
}
