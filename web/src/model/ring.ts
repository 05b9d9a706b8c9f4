/** Times that differ by less are the same [s]. */
const SAME = 1e-4;

/** A signal over time: the newest values are kept, the oldest are overwritten. */
export class Ring {
  readonly capacity: number;
  readonly #times: Float64Array;
  readonly #values: Float32Array;
  #next = 0;
  #count = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#times = new Float64Array(capacity);
    this.#values = new Float32Array(capacity);
  }

  get length(): number {
    return this.#count;
  }

  push(time: number, value: number): void {
    this.#times[this.#next] = time;
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.capacity;
    this.#count = Math.min(this.#count + 1, this.capacity);
  }

  /** Take the value of a time: after the newest it is added, at the same time it stands in its place. */
  put(time: number, value: number): void {
    const newest = (this.#next + this.capacity - 1) % this.capacity;
    const last = this.#count === 0 ? Number.NEGATIVE_INFINITY : (this.#times[newest] ?? 0);
    if (time > last + SAME) this.push(time, value);
    else if (time > last - SAME) this.#values[newest] = value;
  }

  clear(): void {
    this.#next = 0;
    this.#count = 0;
  }

  /** The newest value. */
  get last(): number | undefined {
    return this.#count === 0 ? undefined : this.#values[(this.#next + this.capacity - 1) % this.capacity];
  }

  /** Times and values from a time on, oldest first. A NaN stands where values are missing. */
  since(from: number): { times: Float64Array; values: Float32Array } {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[this.#place(middle)] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    const size = this.#count - low;
    const times = new Float64Array(size);
    const values = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      const place = this.#place(low + i);
      times[i] = this.#times[place] ?? 0;
      values[i] = this.#values[place] ?? 0;
    }
    return { times, values };
  }

  #place(index: number): number {
    return (this.#next - this.#count + index + this.capacity) % this.capacity;
  }
}
