import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import css from "./Popover.module.css";
import { type Align, type Side, usePlaced } from "./place";

/** Props of {@link Popover}. */
export interface PopoverProps {
  open: boolean;
  onClose: () => void;
  /** The element it opens beside. */
  anchor: RefObject<Element | null>;
  /** The accessible name. */
  label: string;
  side?: Side;
  align?: Align;
  /** `dialog` for controls, `menu` for actions (then use {@link Menu}). */
  role?: "dialog" | "menu" | "listbox";
  /** Whether focus goes inside when it opens (it returns to the anchor on close). */
  takeFocus?: boolean;
  children: ReactNode;
}

/** A box beside its anchor, above everything; closed by Esc and by a press outside. */
export function Popover(props: PopoverProps) {
  const { open, onClose, anchor, label, side = "bottom", align = "start", role = "dialog", takeFocus = true } = props;
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  usePlaced(open, anchor, box, side, align);
  useEffect(() => {
    const element = box.current;
    if (!open || !element) return;
    const before = document.activeElement;
    if (takeFocus)
      (
        element.querySelector<HTMLElement>("[data-autofocus]") ??
        element.querySelector<HTMLElement>("button,input,select,a[href],[tabindex]") ??
        element
      ).focus();
    const pressed = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!element.contains(target) && !anchor.current?.contains(target)) close.current();
    };
    document.addEventListener("pointerdown", pressed, true);
    return () => {
      document.removeEventListener("pointerdown", pressed, true);
      if (
        takeFocus &&
        before instanceof HTMLElement &&
        (element.contains(document.activeElement) || document.activeElement === document.body)
      )
        before.focus();
    };
  }, [open, anchor, takeFocus]);
  if (!open) return null;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of the possible roles takes a label
    <div
      ref={box}
      popover="manual"
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={css.box}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      {props.children}
    </div>
  );
}
