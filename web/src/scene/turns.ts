/** When pictures are drawn: with the next one of the screen, and seldom enough to leave time for whoever drives. */

/** A picture that was waited for so long is late, and how long the next is put off for it at most [ms]. */
const SLOW = 60;
const MAX_PAUSE = 250;

export class Turns {
  readonly #draw: (now: number, waited: number) => void;
  #asked = 0;
  #resume = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  /** `draw` is called with the time of the picture and how long it was waited for [ms]. */
  constructor(draw: (now: number, waited: number) => void) {
    this.#draw = draw;
  }

  /** Ask for a turn, once. */
  ask(): void {
    if (this.#asked !== 0 || this.#ended || this.#resting) return;
    const pause = this.#resume - performance.now();
    if (pause > 0) {
      this.#resting = setTimeout(() => {
        this.#resting = undefined;
        this.ask();
      }, pause);
      return;
    }
    const asked = performance.now();
    this.#asked = requestAnimationFrame((now) => {
      this.#asked = 0;
      this.#draw(now, performance.now() - asked);
    });
  }

  /** A picture was drawn by the processor, which draws half of the time at most when it cannot keep up. */
  drawn(waited: number): void {
    if (waited > SLOW) this.#resume = performance.now() + Math.min(waited, MAX_PAUSE);
  }

  end(): void {
    this.#ended = true;
    cancelAnimationFrame(this.#asked);
    clearTimeout(this.#resting);
  }
}
