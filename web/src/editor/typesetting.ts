/** Faces that nearly every equation needs. */
const FACES = ["KaTeX_Main", "italic KaTeX_Math", "KaTeX_Size1", "KaTeX_Size2"];
/** How long the editor is left alone before what sets equations is fetched, in browsers that do not tell [ms]. */
const IDLE = 600;

let loading: Promise<typeof import("katex")["default"]> | undefined;

/** What sets equations, with its style and its faces; fetched once. */
export function typesetter(): Promise<typeof import("katex")["default"]> {
  loading ??= Promise.all([import("katex"), import("katex/dist/katex.min.css")]).then(
    async ([{ default: katex }]) => {
      // A face that arrives makes the browser measure every text of the page anew: not after somebody's press.
      await Promise.allSettled(FACES.map((face) => document.fonts.load(face.replace(/\S+$/, "1em $&"))));
      return katex;
    },
    (reason: unknown) => {
      loading = undefined;
      throw reason;
    },
  );
  return loading;
}

/** Fetch it when nothing else is to be done, so that the first equation costs no more than the others. */
export function fetchTypesetterWhenIdle(): () => void {
  const fetch = () => void typesetter().catch(() => undefined);
  if ("requestIdleCallback" in window) {
    const asked = requestIdleCallback(fetch, { timeout: 5 * IDLE });
    return () => cancelIdleCallback(asked);
  }
  const asked = setTimeout(fetch, IDLE);
  return () => clearTimeout(asked);
}
