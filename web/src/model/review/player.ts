/** The clock of a playback. Its time changes with every picture, so it is no state of React. */

export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Player {
  #time = 0;
  #length = 0;
  #playing = false;
  #speed = 1;
  readonly #moved = new Set<() => void>();
  readonly #changed = new Set<() => void>();

  get time(): number {
    return this.#time;
  }

  get length(): number {
    return this.#length;
  }

  get playing(): boolean {
    return this.#playing;
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = speed;
    this.#tell(this.#changed);
  }

  /** Another length; the time stays inside. */
  set length(length: number) {
    if (length === this.#length) return;
    this.#length = Math.max(0, length);
    this.seek(this.#time);
    this.#tell(this.#changed);
  }

  /** Go to a time [s]. */
  seek(time: number): void {
    const to = Math.min(this.#length, Math.max(0, Number.isFinite(time) ? time : 0));
    this.#time = to;
    this.#tell(this.#moved);
  }

  /** Play, from the beginning if it stands at the end. */
  play(): void {
    if (this.#length <= 0) return;
    if (this.#time >= this.#length - 1e-6) this.seek(0);
    this.#playing = true;
    this.#tell(this.#changed);
  }

  pause(): void {
    if (!this.#playing) return;
    this.#playing = false;
    this.#tell(this.#changed);
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  /** A time has passed on the clock of the wall [s]. */
  advance(passed: number): void {
    if (!this.#playing) return;
    this.seek(this.#time + passed * this.#speed);
    if (this.#time >= this.#length) this.pause();
  }

  /** Be told when the time is another one. */
  onMove(listener: () => void): () => void {
    this.#moved.add(listener);
    return () => this.#moved.delete(listener);
  }

  /** Be told when it plays or pauses, or has another speed or length. */
  onChange(listener: () => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  #tell(listeners: Set<() => void>): void {
    for (const listener of listeners) listener();
  }
}
