import { CircleX, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "@/words";
import { Button } from "./Button";
import { classes } from "./classes";
import { Icon, type IconType } from "./Icon";
import css from "./states.module.css";

/** Props of {@link EmptyState}. */
export interface EmptyStateProps {
  /** One line: what is missing and how it comes here. */
  text: ReactNode;
  /** One action, usually a Button. */
  action?: ReactNode;
  icon?: IconType;
  className?: string;
}

/** A place with nothing in it yet: one line and one action. */
export function EmptyState({ text, action, icon, className }: EmptyStateProps) {
  return (
    <div className={classes(css.state, className)}>
      {icon && <Icon of={icon} size={22} className={css.sign} />}
      <p>{text}</p>
      {action}
    </div>
  );
}

/** Props of {@link ErrorBox}. */
export interface ErrorBoxProps {
  /** What failed, with the value and the next step. */
  message: ReactNode;
  /** More lines, such as the text of the server. */
  detail?: ReactNode;
  onRetry?: () => void;
  /** Another action beside Retry. */
  action?: ReactNode;
  className?: string;
}

/** The failed part alone says why and offers to try again. */
export function ErrorBox({ message, detail, onRetry, action, className }: ErrorBoxProps) {
  const w = useWords();
  return (
    <div role="alert" className={classes(css.state, className)}>
      <Icon of={CircleX} size={22} className={css.bad} />
      <p className={css.message}>{message}</p>
      {detail && <p className={css.detail}>{detail}</p>}
      {(onRetry || action) && (
        <div className={css.actions}>
          {onRetry && (
            <Button icon={RotateCw} onClick={onRetry}>
              {w.common.retry}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
