/** How much the picture may cost on this machine. */

export interface Quality {
  /** No graphics card: pictures are made by the processor. */
  software: boolean;
  antialias: boolean;
  /** Pixels drawn for each pixel of the page while something moves. */
  ratio: number;
  /** The same for the picture that stays when nothing moves. */
  still: number;
  /** Edge of the shadow map. Without a graphics card shadows are drawn only while nothing moves. */
  shadows: number;
  /** Reflections of a studio around, and clear coats. */
  rich: boolean;
}

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * What draws: the name that the browser tells of the graphics card; null if there is no WebGL.
 *
 * Args:
 *   canvas: A canvas to be tried that is not used for anything else.
 */
export function rendererName(canvas: HTMLCanvasElement | OffscreenCanvas): string | null {
  const context = canvas.getContext("webgl2") as WebGL2RenderingContext | null;
  if (!context) return null;
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name = info ? context.getParameter(info.UNMASKED_RENDERER_WEBGL) : context.getParameter(context.RENDERER);
  // The number of contexts of a page is limited, so this one is given back at once.
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return String(name);
}

export function qualityFor(renderer: string, pixelRatio: number): Quality {
  const software = SOFTWARE.test(renderer);
  const ratio = software ? 0.75 : Math.min(2, Math.max(1, pixelRatio));
  if (!software) return { software, antialias: true, ratio, still: ratio, shadows: 2048, rich: true };
  return { software, antialias: false, ratio, still: 1.5, shadows: 1024, rich: false };
}

/** Steps down when drawing cannot keep up; the same object when nothing is left to give. */
export function lower(quality: Quality): Quality {
  if (quality.ratio > 1) return { ...quality, ratio: 1, still: Math.min(quality.still, 1.5) };
  if (quality.ratio > 0.5) return { ...quality, ratio: 0.5, still: Math.min(quality.still, 1) };
  return quality;
}

/** Pictures that come later than this after they were asked for, or take longer, are late [ms]. */
const LATE = 50;
const WINDOW = 40;

/** Watches how long pictures are waited for and take, and says when it is too long. */
export class Pace {
  #slow = 0;
  #seen = 0;

  /** Take the delay of a picture [ms]; whether most of the last ones were late, null until there are enough. */
  late(delay: number): boolean | null {
    this.#seen += 1;
    if (delay > LATE) this.#slow += 1;
    if (this.#seen < WINDOW) return null;
    const late = this.#slow > WINDOW / 2;
    this.#seen = 0;
    this.#slow = 0;
    return late;
  }
}
