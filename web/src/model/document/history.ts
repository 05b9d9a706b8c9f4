/** One step that can be undone. */
interface Step<T> {
  readonly name: string;
  readonly before: T;
  readonly after: T;
  /** Steps that follow with the same key become part of this one, such as all moves of one drag. */
  readonly mergeKey: string;
}

/** Most steps that are remembered. */
export const MAX_STEPS = 500;

/**
 * What was done, to be undone and redone.
 *
 * States are kept by reference: documents are never changed in place, so that two states share all they have in common.
 */
export class History<T> {
  private done: Step<T>[] = [];
  private undone: Step<T>[] = [];

  constructor(private readonly most = MAX_STEPS) {}

  /** Name of what undo would take back, or ''. */
  get undoName(): string {
    return this.done.at(-1)?.name ?? "";
  }

  /** Name of what redo would do again, or ''. */
  get redoName(): string {
    return this.undone.at(-1)?.name ?? "";
  }

  /** Number of steps that can be undone. */
  get length(): number {
    return this.done.length;
  }

  /** Remember a step; one that continues the last one (same merge key, not sealed) becomes part of it. */
  push(name: string, before: T, after: T, mergeKey = ""): void {
    if (Object.is(before, after)) return;
    this.undone = [];
    const last = this.done.at(-1);
    if (mergeKey && last?.mergeKey === mergeKey) {
      this.done[this.done.length - 1] = { name, before: last.before, after, mergeKey };
      return;
    }
    this.done.push({ name, before, after, mergeKey });
    if (this.done.length > this.most) this.done.splice(0, this.done.length - this.most);
  }

  /** End of a drag or of a scrub: what comes next is a step of its own. */
  seal(): void {
    const last = this.done.at(-1);
    if (last?.mergeKey) this.done[this.done.length - 1] = { ...last, mergeKey: "" };
  }

  /** The state before the last step, or undefined if there is none. */
  undo(): T | undefined {
    const step = this.done.pop();
    if (!step) return undefined;
    this.undone.push({ ...step, mergeKey: "" });
    this.seal();
    return step.before;
  }

  /** The state after the step that was undone last, or undefined if there is none. */
  redo(): T | undefined {
    const step = this.undone.pop();
    if (!step) return undefined;
    this.done.push(step);
    return step.after;
  }

  /** Forget everything. */
  clear(): void {
    this.done = [];
    this.undone = [];
  }
}
