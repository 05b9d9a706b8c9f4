/** A key with its modifiers, by place on the keyboard: `KeyM`, `Ctrl+KeyG`, `Shift+Slash`. */
export type Chord = string;

/** What of a keyboard event decides; `KeyboardEvent` fits. */
export interface KeyPress {
  readonly code: string;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Actions whose keys are the same everywhere and serve nothing else. */
export const RESERVED = {
  stop: "Space",
  cancel: "Escape",
  help: "Shift+Slash",
  find: "Ctrl+KeyK",
  undo: "Ctrl+KeyZ",
  redo: "Ctrl+Shift+KeyZ",
} as const;

export type ReservedAction = keyof typeof RESERVED;

/** Keys of the browser and the system. */
// biome-ignore format: a table
const FOREIGN = new Set([
  "F5", "F11", "Ctrl+KeyL", "Ctrl+KeyN", "Ctrl+KeyT", "Ctrl+KeyW", "Ctrl+KeyR",
  "Alt+ArrowLeft", "Alt+ArrowRight", "Alt+ArrowUp", "Alt+ArrowDown",
]);

/** The chord of a press. Command counts as Ctrl, so that a Mac has the same keys. */
export function chordOf(press: KeyPress): Chord {
  // The sign itself means help wherever a layout puts it.
  if (press.key === "?" && !press.ctrlKey && !press.metaKey && !press.altKey) return RESERVED.help;
  const alone = /^(Control|Shift|Alt|Meta)/.test(press.code);
  const parts = [
    (press.ctrlKey || press.metaKey) && !alone && "Ctrl",
    press.altKey && !alone && "Alt",
    press.shiftKey && !alone && "Shift",
    press.code,
  ];
  return parts.filter(Boolean).join("+");
}

/** Whether a screen may have this key; a sentence that says why not, else undefined. */
export function refusal(chord: Chord): string | undefined {
  const reserved = Object.entries(RESERVED).find(([, keys]) => keys === chord);
  if (reserved) return `${chord} always means "${reserved[0]}"; register that action instead`;
  return FOREIGN.has(chord) ? `${chord} belongs to the browser` : undefined;
}

// biome-ignore format: a table
const NAMES: Record<string, string> = {
  Escape: "Esc", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", PageUp: "PgUp", PageDown: "PgDn",
  Delete: "Del", Comma: ",", Period: ".", Slash: "/", BracketLeft: "[", BracketRight: "]", Minus: "-", Equal: "=",
  Backslash: "\\", Semicolon: ";", Quote: "'", Backquote: "`",
};

/** A chord as keys are printed: `Ctrl+KeyG` is Ctrl G. */
export function chordName(chord: Chord, space = "Space"): string {
  if (chord === RESERVED.help) return "?";
  return chord
    .split("+")
    .map((part) => (part === "Space" ? space : (NAMES[part] ?? part.replace(/^(Key|Digit|Numpad)/, ""))))
    .join(" ");
}
