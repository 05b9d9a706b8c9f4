/**
 * Whether the panel of a session is in a window of its own.
 *
 * That window gives a sign again and again. A browser lets hidden windows do so only now and then, so the window also
 * counts as long as the server says that it operates.
 */

/** Time between two signs [ms]. */
export const SIGN = 500;
/** A window that gave no sign for so long is gone, unless it operates [ms]. */
export const SILENT = 2500;
/** A window that says goodbye may only be loaded anew: it has so long to come back [ms]. */
export const RETURN = 1500;

export class Elsewhere {
  #until = Number.NEGATIVE_INFINITY;
  /** Connection of the window to the session; empty if it has none. */
  client = "";

  /** The window gives a sign. */
  hear(client: string, now: number): void {
    this.client = client;
    this.#until = now + SILENT;
  }

  /** The window is closed, or loaded anew. */
  leave(now: number): void {
    this.client = "";
    this.#until = now + RETURN;
  }

  /** Nobody waits for it to come back: it was told to close. */
  end(): void {
    this.client = "";
    this.#until = Number.NEGATIVE_INFINITY;
  }

  /** Whether it is there; `operator` is the connection that has the panel. */
  there(operator: string, now: number): boolean {
    return now < this.#until || (this.client !== "" && this.client === operator);
  }
}
