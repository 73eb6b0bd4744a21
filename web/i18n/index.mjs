// The words of the page, in three languages. An area of words is loaded when a page needs it.
import { effect, signal } from "../core/component.mjs";
import { writeStored, readStored, onStored } from "../core/browser_storage.mjs";

/** @typedef {"en" | "fr" | "pt"} Language */
/** @typedef {string | { one?: string, many?: string, other: string, [form: string]: string | undefined }} Words */

/** The languages, each in its own name. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", fr: "Français", pt: "Português" });

/**
 * @param {string | null | undefined} said
 * @returns {Language | undefined}
 */
function known(said) {
  const short = said?.slice(0, 2).toLowerCase();
  return short === "en" || short === "fr" || short === "pt" ? short : undefined;
}

/** @returns {Language} */
function preferred() {
  for (const said of navigator.languages ?? []) {
    const found = known(said);
    if (found) return found;
  }
  return "en";
}

/** The language that is spoken. Its words are loaded before it changes: use `speak`. */
export const language = signal(/** @type {Language} */ (known(readStored("language")) ?? preferred()));

/** @type {Record<string, Record<string, Record<string, Words>>>} */
const words = { en: {}, fr: {}, pt: {} };
/** @type {Set<string>} */
const areas = new Set();

/**
 * @param {Language} which
 * @param {string} area
 */
async function load(which, area) {
  if (words[which][area]) return;
  const found = await import(`./${which}/${area}.mjs`);
  words[which][area] = found.default;
}

/**
 * Load areas of words, in the language that is spoken.
 * @param {...string} wanted
 */
export async function loadWords(...wanted) {
  for (const area of wanted) areas.add(area);
  await Promise.all(wanted.map((area) => load(language.peek(), area)));
}

/**
 * Speak another language, once its words are there.
 * @param {Language} which
 */
export async function speak(which) {
  await Promise.all([...areas].map((area) => load(which, area)));
  language.value = which;
  writeStored("language", which);
}

onStored("language", (said) => void speak(known(said) ?? "en"));
effect(() => {
  document.documentElement.lang = language.value;
});

/** @type {Record<string, Intl.PluralRules>} */
const plurals = {};

/**
 * Whether there are words under a key.
 * @param {string} key
 */
export function has(key) {
  const at = key.indexOf(".");
  return words[language.value][key.slice(0, at)]?.[key.slice(at + 1)] !== undefined;
}

/**
 * The words under `area.key`, with what is named put in; `n` chooses the plural.
 * @param {string} key
 * @param {Record<string, unknown>} [params]
 * @returns {string}
 */
export function t(key, params) {
  const spoken = language.value;
  const at = key.indexOf(".");
  const found = words[spoken][key.slice(0, at)]?.[key.slice(at + 1)];
  if (found === undefined) {
    console.error(`no words for ${key} in ${spoken}`);
    return key;
  }
  let text = found;
  if (typeof text !== "string") {
    plurals[spoken] ??= new Intl.PluralRules(spoken);
    text = text[plurals[spoken].select(Number(params?.n ?? 0))] ?? text.other;
  }
  if (!params) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value) : String(value);
  });
}

/**
 * A number, written as the language writes it.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(value, options) {
  return new Intl.NumberFormat(language.value, options).format(value);
}

/**
 * A share from 0 to 1 as a percentage.
 * @param {number} share
 * @param {number} [digits]
 */
export function percent(share, digits = 0) {
  return number(share, { style: "percent", maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/**
 * A moment (milliseconds since 1970 began) as a day and a time.
 * @param {number} ms
 */
export function time(ms) {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}

/**
 * A day, such as 2026-01-31, as it is written in the language spoken.
 * @param {string} text
 */
export function day(text) {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(text));
}

/**
 * How long ago, or how far ahead, a moment is.
 * @param {number} ms
 * @param {number} [now]
 */
export function ago(ms, now = Date.now()) {
  const seconds = Math.round((ms - now) / 1000);
  const steps = /** @type {const} */ ([
    ["second", 60], ["minute", 60], ["hour", 24], ["day", 30], ["month", 12], ["year", Infinity],
  ]);
  let value = seconds;
  for (const [unit, size] of steps) {
    if (Math.abs(value) < size) {
      return new Intl.RelativeTimeFormat(language.value, { numeric: "auto" }).format(Math.round(value), unit);
    }
    value /= size;
  }
  return time(ms);
}

/**
 * A length of time as h:mm:ss or m:ss.
 * @param {number} ms
 */
export function duration(ms) {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
