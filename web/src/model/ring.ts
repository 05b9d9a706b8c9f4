/** Times that differ by less are the same [s]. */
const SAME = 1e-4;
/** Places that a ring begins with; most signals are only looked at, and never fill more. */
const FIRST = 256;

/** A signal over time: the newest values are kept, the oldest are overwritten. It takes only the room that it needs. */
export class Ring {
  /** How many values it keeps at most. */
  readonly capacity: number;
  #times: Float64Array;
  #values: Float32Array;
  #next = 0;
  #count = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    const size = Math.min(FIRST, capacity);
    this.#times = new Float64Array(size);
    this.#values = new Float32Array(size);
  }

  get length(): number {
    return this.#count;
  }

  /** How many values there is room for now. */
  get room(): number {
    return this.#times.length;
  }

  push(time: number, value: number): void {
    if (this.#count === this.room && this.room < this.capacity) this.#resize(Math.min(2 * this.room, this.capacity));
    this.#times[this.#next] = time;
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.room;
    this.#count = Math.min(this.#count + 1, this.room);
  }

  #resize(size: number): void {
    const { times, values } = this.since(Number.NEGATIVE_INFINITY);
    this.#times = new Float64Array(size);
    this.#values = new Float32Array(size);
    this.#times.set(times);
    this.#values.set(values);
    this.#next = times.length % size;
  }

  /** Take the value of a time: after the newest it is added, at the same time it stands in its place. */
  put(time: number, value: number): void {
    const last = this.newest;
    if (time > last + SAME) this.push(time, value);
    else if (time > last - SAME) this.#values[this.#place(this.#count - 1)] = value;
  }

  /** Begin anew; the room that it took is given back. */
  clear(): void {
    this.#next = 0;
    this.#count = 0;
    if (this.room > FIRST) this.#resize(Math.min(FIRST, this.capacity));
  }

  /** The newest value. */
  get last(): number | undefined {
    return this.#count === 0 ? undefined : this.#values[this.#place(this.#count - 1)];
  }

  /** Time of the newest value; before all times if there is none. */
  get newest(): number {
    return this.#count === 0 ? Number.NEGATIVE_INFINITY : (this.#times[this.#place(this.#count - 1)] ?? 0);
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
    return (this.#next - this.#count + index + this.room) % this.room;
  }
}
