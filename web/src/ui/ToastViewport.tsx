import { CircleCheck, CircleX, Info, TriangleAlert, X } from "lucide-react";
import { useWords } from "@/words";
import { Button, IconButton } from "./Button";
import { classes } from "./classes";
import { Icon, type IconType } from "./Icon";
import css from "./Toast.module.css";
import { dismissToast, shownToasts, type ToastKind, useToasts } from "./toasts";

const SIGNS: Record<ToastKind, IconType> = { info: Info, ok: CircleCheck, caution: TriangleAlert, error: CircleX };

/** The corner where messages appear. The app draws one; a scene may draw its own inside itself instead (`inside`). */
export function ToastViewport({ inside }: { inside?: boolean }) {
  const w = useWords();
  const list = shownToasts(useToasts((state) => state.list));
  return (
    <section
      className={classes(css.corner, inside && css.inside)}
      aria-label={w.common.notifications}
      aria-live="polite"
    >
      {list.map((toast) => (
        <div
          key={toast.id}
          className={classes(css.toast, css[toast.kind])}
          role={toast.kind === "error" ? "alert" : undefined}
        >
          <Icon of={SIGNS[toast.kind]} size={16} strokeWidth={2} className={css.sign} />
          <div className={css.words}>
            <b>{toast.title}</b>
            {toast.text && <span>{toast.text}</span>}
            {toast.action && (
              <Button
                size="s"
                onClick={() => {
                  dismissToast(toast.id);
                  toast.action?.run();
                }}
              >
                {toast.action.label}
              </Button>
            )}
          </div>
          {toast.kind !== "caution" && (
            <IconButton icon={X} size="s" label={w.common.close} onClick={() => dismissToast(toast.id)} />
          )}
        </div>
      ))}
    </section>
  );
}
