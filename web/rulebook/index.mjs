// The rulebook on the page: loaded when it is first needed, in the language that is spoken.
import { signal } from "../core/component.mjs";
import { language } from "../i18n/index.mjs";
import { bind } from "./book.mjs";

/** @typedef {import("./book.mjs").Book} Book */

/** @type {Map<string, Promise<any>>} */
const files = new Map();
const books = signal(/** @type {Readonly<Record<string, Book>>} */ ({}));

/**
 * A file of this folder.
 * @param {string} name
 * @returns {Promise<any>}
 */
function read(name) {
  let coming = files.get(name);
  if (!coming) {
    coming = fetch(new URL(`./${name}.json`, import.meta.url)).then((answer) => {
      if (!answer.ok) throw new Error(`the rules ${name} could not be loaded`);
      return answer.json();
    });
    coming.catch(() => files.delete(name));
    files.set(name, coming);
  }
  return coming;
}

/**
 * The rulebook of a language.
 * @param {string} [spoken] the language that is spoken, if left out
 * @returns {Promise<Book>}
 */
export async function loadRules(spoken = language.peek()) {
  const known = books.peek()[spoken];
  if (known) return known;
  const contents = await read("contents");
  const names = [...contents.parts, "glossary"];
  const parts = await Promise.all(names.map((/** @type {string} */ part) => read(`${spoken}/${part}`)));
  const glossary = parts.pop();
  const book = books.peek()[spoken] ?? bind(spoken, contents, parts, glossary);
  books.value = { ...books.peek(), [spoken]: book };
  return book;
}

/**
 * The rulebook in a component; null while it is on its way.
 * @returns {Book | null}
 */
export function useRules() {
  const found = books.value[language.value];
  if (!found) loadRules(language.value).catch(() => undefined);
  return found ?? null;
}

/**
 * The text of a rule, once the rulebook is there.
 * @param {string} id
 * @returns {string | null}
 */
export function ruleText(id) {
  return books.value[language.value]?.rules.get(id)?.text ?? null;
}

/**
 * The title of a rule, once the rulebook is there.
 * @param {string} id
 * @returns {string | null}
 */
export function ruleTitle(id) {
  return books.value[language.value]?.rules.get(id)?.title ?? null;
}

/**
 * The rules and rulings that belong to a character or a district, once the rulebook is there.
 * @param {string} card
 * @param {string} [edition] `modern` or `classic`; both if left out
 * @returns {string[]}
 */
export function rulesOf(card, edition) {
  return books.value[language.value]?.rulesOf(card, edition) ?? [];
}

/**
 * The rules that hold all of these words, the best first; accents and case do not matter.
 * @param {string} text
 * @param {string} [edition] `modern` or `classic`; both if left out
 */
export function search(text, edition) {
  return books.value[language.value]?.search(text, edition) ?? [];
}
