/** Times that differ by less are the same [s]. */
const SAME = 1e-4;
/** Values in a piece of memory; most signals are only looked at, and never fill more than one. */
const PIECE = 256;

interface Piece {
  times: Float64Array;
  values: Float32Array;
}

/**
 * A signal over time: the newest values are kept, the oldest are overwritten. It takes only the room that it needs.
 *
 * Room is added a piece at a time and nothing is copied: hundreds of rings are filled side by side, so that one that
 * copied all it has would hold up the page for tenths of a second, all of them in the same frame.
 */
export class Ring {
  /** How many values it keeps at most. */
  readonly capacity: number;
  #pieces: Piece[] = [];
  #next = 0;
  #count = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get length(): number {
    return this.#count;
  }

  /** How many values there is room for now. */
  get room(): number {
    return Math.min(this.#pieces.length * PIECE, this.capacity);
  }

  push(time: number, value: number): void {
    if (this.#count === this.room && this.room < this.capacity) {
      this.#next = this.#count; // the oldest is first until the ring is full
      const size = Math.min(PIECE, this.capacity - this.room);
      this.#pieces.push({ times: new Float64Array(size), values: new Float32Array(size) });
    }
    this.#write(this.#next, time, value);
    this.#next = (this.#next + 1) % this.room;
    this.#count = Math.min(this.#count + 1, this.room);
  }

  #write(place: number, time: number, value: number): void {
    const piece = this.#piece(place);
    piece.times[place % PIECE] = time;
    piece.values[place % PIECE] = value;
  }

  #piece(place: number): Piece {
    return this.#pieces[Math.trunc(place / PIECE)] as Piece;
  }

  /** Take the value of a time: after the newest it is added, at the same time it stands in its place. */
  put(time: number, value: number): void {
    const last = this.newest;
    if (time > last + SAME) this.push(time, value);
    else if (time > last - SAME) this.#write(this.#place(this.#count - 1), last, value);
  }

  /** Begin anew; the room that it took is given back. */
  clear(): void {
    this.#next = 0;
    this.#count = 0;
    this.#pieces.length = 0;
  }

  /** The newest value. */
  get last(): number | undefined {
    return this.#count === 0 ? undefined : this.#value(this.#place(this.#count - 1));
  }

  /** Time of the newest value; before all times if there is none. */
  get newest(): number {
    return this.#count === 0 ? Number.NEGATIVE_INFINITY : this.#time(this.#place(this.#count - 1));
  }

  /** Times and values from a time on, oldest first. A NaN stands where values are missing. */
  since(from: number): { times: Float64Array; values: Float32Array } {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#time(this.#place(middle)) < from) low = middle + 1;
      else high = middle;
    }
    const size = this.#count - low;
    const times = new Float64Array(size);
    const values = new Float32Array(size);
    for (let i = 0; i < size; i++) {
      const place = this.#place(low + i);
      times[i] = this.#time(place);
      values[i] = this.#value(place);
    }
    return { times, values };
  }

  #time(place: number): number {
    return this.#piece(place).times[place % PIECE] as number;
  }

  #value(place: number): number {
    return this.#piece(place).values[place % PIECE] as number;
  }

  #place(index: number): number {
    return (this.#next - this.#count + index + this.room) % this.room;
  }
}
