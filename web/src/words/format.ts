import { COUNTED, OTHER_NAMES, UNITS } from "@/gen/units";

/** Languages of the page. */
export type Language = "en" | "ru";

/** A text for people: one for all languages, or one for each. */
export type Said = string | Partial<Record<string, string>>;

/** The text in a language; English where there is no other. */
export function said(text: Said | null | undefined, language: Language): string {
  if (text == null) return "";
  return typeof text === "string" ? text : (text[language] ?? text.en ?? Object.values(text)[0] ?? "");
}

/** What an error says; errors of the link say it for people. */
export const saidBy = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// biome-ignore format: a table
const RAISED: Record<string, string> = {
  "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
};

const raised = (power: string): string => [...power].map((sign) => RAISED[sign] ?? sign).join("");

/** Numbers from here on mean that there is no limit, in programs and documents. */
const NO_LIMIT = 1e300;

/** Whole points of a score, rounded down: what is shown never reaches a medal that was not reached. */
export const wholePoints = (points: number): number => Math.floor(points + 1e-6);

const plural = new Intl.PluralRules("ru");

/** Numbers, units and times as a language writes them. */
export class Format {
  constructor(readonly language: Language) {}

  /** A number with a fixed count of decimals: `number(0.4118, 3)` is 0.412, in Russian 0,412. */
  number(value: number, decimals = 2): string {
    if (Number.isNaN(value)) return "–";
    if (Math.abs(value) >= NO_LIMIT) return value > 0 ? "∞" : "−∞";
    const text = value.toFixed(decimals);
    // "-0.00" says a sign that is not there
    const plain = /^-0\.?0*$/.test(text) ? text.slice(1) : text;
    return this.sign(plain);
  }

  /** A number with so many significant digits and no zeros at the end: `compact(120)` is 120, `compact(0.02)` 0.02. */
  compact(value: number, digits = 4): string {
    if (!(Math.abs(value) < NO_LIMIT)) return this.number(value);
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
      const [mantissa = "", power = ""] = value.toExponential(digits - 1).split("e");
      return this.sign(`${mantissa.replace(/\.?0+$/, "")}e${power.replace("+", "")}`);
    }
    return this.sign(String(Number(value.toPrecision(digits))));
  }

  /** Points of a score, whole. */
  points(points: number): string {
    return this.number(wholePoints(points), 0);
  }

  /**
   * A unit as a document writes it, set for people: N*m as N·m or Н·м, m/s^2 as m/s², deg as °. Nothing for plain
   * numbers and for units that are not known yet.
   */
  unit(unit: string): string {
    if (unit === "1" || unit === "any" || unit.includes("?") || unit.includes("'")) return "";
    return unit
      .replace(/\^(-?\d+)(?!\d*\/\d)/g, (_, power: string) => raised(power))
      .replaceAll("*", "·")
      .replace(/[A-Za-zµΩ%]+/g, (symbol) => this.symbol(symbol));
  }

  /** A number with its unit: 0.412 m. Degrees and arc signs stand without a space. */
  quantity(value: number, unit: string, decimals = 2): string {
    return this.joined(this.number(value, decimals), unit);
  }

  /** An angle [rad] in degrees. */
  angle(radians: number, decimals: number): string {
    return this.quantity((radians * 180) / Math.PI, "deg", decimals);
  }

  /** Joins a written number and a unit. */
  joined(number: string, unit: string): string {
    const shown = this.unit(unit);
    if (!shown) return number;
    return shown === "°" ? `${number}°` : `${number}\u00a0${shown}`;
  }

  /** A share as percent: `percent(0.125)` is 13 %. */
  percent(share: number, decimals = 0): string {
    return `${this.number(share * 100, decimals)}\u00a0%`;
  }

  /** A running clock: `clock(134.62)` is 02:14.6; with 0 decimals 02:14; hours when there are some. */
  clock(seconds: number, decimals = 1): string {
    if (!Number.isFinite(seconds)) return "–";
    const step = 10 ** decimals;
    const all = Math.floor(Math.abs(seconds) * step + 1e-6);
    const whole = Math.floor(all / step);
    const two = (count: number) => String(count).padStart(2, "0");
    const hours = Math.floor(whole / 3600);
    const head = `${hours ? `${hours}:` : ""}${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
    const tail = decimals ? this.sign(`.${String(all % step).padStart(decimals, "0")}`) : "";
    return `${seconds < 0 && all ? "−" : ""}${head}${tail}`;
  }

  /** A length of time in its natural unit: 0.4 ms, 12.0 s, 5 min. */
  duration(seconds: number): string {
    const size = Math.abs(seconds);
    if (size === 0) return this.joined("0", "s");
    if (size < 1) return this.joined(this.compact(seconds * 1000, 3), "ms");
    if (size < 60) return this.quantity(seconds, "s", size < 10 ? 1 : 0);
    if (size < 3600) return this.joined(this.compact(Math.round(seconds / 60)), "min");
    return this.joined(this.compact(seconds / 3600, 2), "h");
  }

  /** How long ago a moment was [ms since 1970]: just now, 18 min ago, yesterday, 11 Nov. */
  ago(moment: number | Date, now: number | Date = Date.now()): string {
    const then = new Date(moment);
    const minutes = Math.floor((Number(new Date(now)) - then.getTime()) / 60_000);
    const ru = this.language === "ru";
    if (minutes < 1) return ru ? "только что" : "just now";
    if (minutes < 60) return ru ? `${minutes} мин назад` : `${minutes} min ago`;
    if (minutes < 12 * 60) return ru ? `${Math.floor(minutes / 60)} ч назад` : `${Math.floor(minutes / 60)} h ago`;
    const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
    const days = day(new Date(now)) - day(then);
    if (days < 1) return this.time(then);
    if (days < 2) return ru ? "вчера" : "yesterday";
    return this.day(then, now);
  }

  /** A day: 11 Nov, with the year when it is another one. */
  day(moment: number | Date, now: number | Date = Date.now()): string {
    const date = new Date(moment);
    const year = date.getFullYear() === new Date(now).getFullYear() ? {} : { year: "numeric" as const };
    return new Intl.DateTimeFormat(this.locale, { day: "numeric", month: "short", ...year }).format(date);
  }

  /** A time of day: 14:51. */
  time(moment: number | Date): string {
    return new Intl.DateTimeFormat(this.locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
      new Date(moment),
    );
  }

  /** A day and a time. */
  moment(moment: number | Date): string {
    return `${this.day(moment)}, ${this.time(moment)}`;
  }

  /** A size of a file: 1.4 MB. */
  bytes(count: number): string {
    if (count < 1000) return this.joined(String(count), "B");
    if (count < 1e6) return this.joined(this.number(count / 1e3, count < 1e4 ? 1 : 0), "kB");
    if (count < 1e9) return this.joined(this.number(count / 1e6, 1), "MB");
    return this.joined(this.number(count / 1e9, 1), "GB");
  }

  /** The form of a word that fits a count: one joint, many joints; сустав, сустава, суставов. */
  count(count: number, one: string, few: string, many = few): string {
    if (this.language === "en") return `${count} ${count === 1 ? one : few}`;
    const form = plural.select(count);
    return `${count} ${form === "one" ? one : form === "few" ? few : many}`;
  }

  private symbol(symbol: string): string {
    const known = Object.hasOwn(OTHER_NAMES, symbol) ? OTHER_NAMES[symbol] : symbol;
    const unit = known !== undefined && Object.hasOwn(UNITS, known) ? UNITS[known] : undefined;
    if (unit) return unit[this.language];
    return (this.language === "ru" && Object.hasOwn(COUNTED, symbol) && COUNTED[symbol]) || symbol;
  }

  private get locale(): string {
    return this.language === "ru" ? "ru-RU" : "en-GB";
  }

  /** The decimal sign of the language, and a true minus. */
  private sign(text: string): string {
    const minus = text.replaceAll("-", "−");
    return this.language === "ru" ? minus.replace(".", ",") : minus;
  }
}
