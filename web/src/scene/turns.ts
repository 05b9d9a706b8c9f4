/** When pictures are drawn: with the next one of the screen, and seldom enough to leave time for everything else. */

/** A picture that takes so long is late, and how long the next is put off for it at most [ms]. */
const SLOW = 60;
const MAX_PAUSE = 250;

export class Turns {
  readonly #draw: (now: number, delay: number) => void;
  #asked = 0;
  #begun = 0;
  /** How long the last picture took, the browser's part included [ms]. */
  #took = 0;
  #resume = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  /** `draw` is called with the time of the picture, and how long it was waited for or the last one took [ms]. */
  constructor(draw: (now: number, delay: number) => void) {
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
      this.#begun = performance.now();
      const delay = Math.max(this.#begun - asked, this.#took);
      this.#took = 0;
      this.#draw(now, delay);
    });
  }

  /** A picture was drawn by the processor, which draws half of the time at most when it cannot keep up. */
  drawn(): void {
    // the browser waits for what was drawn when the turn is over, and only then goes on with anything else
    setTimeout(() => {
      const now = performance.now();
      this.#took = now - this.#begun;
      if (this.#took > SLOW) this.#resume = now + Math.min(this.#took, MAX_PAUSE);
    });
  }

  end(): void {
    this.#ended = true;
    cancelAnimationFrame(this.#asked);
    clearTimeout(this.#resting);
  }
}
