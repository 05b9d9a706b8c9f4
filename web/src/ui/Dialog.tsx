import { X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { useWords } from "@/words";
import { IconButton } from "./Button";
import { classes } from "./classes";
import { useHoles } from "./clear";
import css from "./Dialog.module.css";

/** Props of {@link Dialog}. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Hides the head; the title is then for readers only. */
  bare?: boolean;
  /** Greatest width [px]. */
  width?: number;
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

const CAN_FOCUS =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]:not([tabindex="-1"])';

/**
 * A question over the page. Focus stays inside, Esc closes, focus returns where it was.
 *
 * It is no native modal: that would make Stop dead. Presses of the dimmed page close the dialog; stop buttons lie in
 * holes of the veil.
 */
export function Dialog({ open, onClose, title, bare, width = 480, actions, className, children }: DialogProps) {
  const w = useWords();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const veil = useRef<HTMLDivElement>(null);
  useHoles(open, veil);
  useEffect(() => {
    const element = box.current;
    if (!open || !element) return;
    const before = document.activeElement;
    (
      element.querySelector<HTMLElement>("[data-autofocus]") ??
      [...element.querySelectorAll<HTMLElement>(CAN_FOCUS)].find((item) => !item.closest("[data-head]")) ??
      element
    ).focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  if (!open) return null;

  const keyed = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
    if (event.key !== "Tab") return;
    const list = [...event.currentTarget.querySelectorAll<HTMLElement>(CAN_FOCUS)].filter((item) => item.offsetParent);
    const [first, last] = [list[0], list.at(-1)];
    const out = event.shiftKey
      ? document.activeElement === first || document.activeElement === event.currentTarget
      : document.activeElement === last;
    if (!out && list.length) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  };
  const pressed = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    // The page beneath must not take the focus away from the dialog.
    event.preventDefault();
    onClose();
  };
  return createPortal(
    <div ref={veil} className={css.veil} onPointerDown={pressed}>
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        className={classes(css.dialog, className)}
        style={{ maxWidth: width }}
        onKeyDown={keyed}
      >
        {bare ? (
          <h2 id={id} className="only-read">
            {title}
          </h2>
        ) : (
          <header className={css.head} data-head="">
            <h2 id={id}>{title}</h2>
            <IconButton icon={X} label={w.common.close} onClick={onClose} />
          </header>
        )}
        <div className={bare ? css.bare : css.body}>{children}</div>
        {actions && <footer className={css.foot}>{actions}</footer>}
      </div>
    </div>,
    document.body,
  );
}
