import { type ReactNode, useId } from "react";
import type { Side } from "./place";
import { Tooltip } from "./Tooltip";

/** What a control that cannot be used now has: it stays focusable, and tells a screen reader why. */
export interface Still {
  "aria-disabled"?: true;
  "aria-describedby"?: string;
}

/** Props of {@link Unavailable}. */
export interface UnavailableProps {
  /** Why it cannot be used now; empty or left out if it can. */
  reason: string | undefined;
  /** What it is or does, shown before the reason, and alone while there is none. */
  text?: ReactNode;
  /** The key that does the same. */
  kbd?: string | undefined;
  side?: Side | undefined;
  /** Id of another text that describes the control. */
  described?: string | undefined;
  /** Draws the control: spread the props onto what takes the focus, and let it do nothing while there is a reason. */
  children: (still: Still) => ReactNode;
}

/**
 * Around every control that may be greyed: says why it is, on hover, on focus, when it is pressed and to a screen
 * reader. A control keeps its place in the page when the reason comes and goes, and with it the focus.
 */
export function Unavailable({ reason, text, kbd, side, described, children }: UnavailableProps) {
  const id = useId();
  const told = [described, reason ? id : ""].filter(Boolean).join(" ");
  const said = text ? (
    <>
      {text}
      {reason && typeof text === "string" && !/[.!?…]$/.test(text) && "."}
      {reason && ` ${reason}`}
    </>
  ) : (
    reason
  );
  return (
    <Tooltip text={said || ""} kbd={kbd} side={side} insists={Boolean(reason)}>
      {children({
        ...(reason ? { "aria-disabled": true } : {}),
        ...(told ? { "aria-describedby": told } : {}),
      })}
      {reason && (
        <span id={id} hidden data-reason="">
          {reason}
        </span>
      )}
    </Tooltip>
  );
}
