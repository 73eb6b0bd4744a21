// The rulebook as a value: its rules in order, which belong to a card, what they name, and what a search finds. No page, no network.

/** @typedef {{ id: string, title: string, text: string }} Rule */
/** @typedef {{ id: string, ids: readonly string[] }} Section */
/** @typedef {{ id: string, title: string, text: string, weight: number }} Found */
/**
 * @typedef {object} Contents
 * @property {readonly string[]} parts the files of a language
 * @property {ReadonlyArray<{ id: string, of: readonly string[] }>} sections
 * @property {Readonly<Record<string, readonly string[]>>} characters
 * @property {Readonly<Record<string, readonly string[]>>} districts
 */
/**
 * @typedef {object} Book
 * @property {string} language
 * @property {ReadonlyMap<string, Rule>} rules
 * @property {readonly Section[]} sections
 * @property {ReadonlyArray<readonly [string, string]>} glossary
 * @property {(card: string, edition?: string) => string[]} rulesOf
 * @property {(id: string) => string[]} cardsOf
 * @property {(id: string) => string[]} namedIn
 * @property {(id: string) => string | null} sectionOf
 * @property {(text: string, edition?: string) => Found[]} search
 */

const ID = /\b(?:K-)?(?:[CD]-[A-Z0-9_]+-\d+|R-[A-Z0-9]+-\d+|W-[A-Z_]+|[GVXP]-\d+|S\d+\.\d+|S\d+)\b/g;

/**
 * The ids that a text names, in order.
 * @param {string} text
 * @returns {string[]}
 */
export function idsIn(text) {
  return text.match(ID) ?? [];
}

/**
 * A text cut into plain parts and ids.
 * @param {string} text
 * @returns {Array<{ text: string, id: string | null }>}
 */
export function cut(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(ID)) {
    if (found.index > from) parts.push({ text: text.slice(from, found.index), id: null });
    parts.push({ text: found[0], id: found[0] });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), id: null });
  return parts;
}

/**
 * A letter without accent and case, so that `É` is found by `e`; as long as it was.
 * @param {string} text
 */
export function fold(text) {
  let folded = "";
  for (const letter of text) {
    const plain = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    folded += plain.length === letter.length ? plain : letter;
  }
  return folded;
}

/**
 * The words that are looked for.
 * @param {string} text
 */
export function wordsOf(text) {
  return fold(text).split(/[^\p{L}\p{N}._-]+/u).filter(Boolean);
}

/**
 * Where words stand in a text: parts in order, `hit` where one of the words is.
 * @param {string} text
 * @param {readonly string[]} words folded
 * @returns {Array<{ text: string, hit: boolean }>}
 */
export function marked(text, words) {
  const folded = fold(text);
  const hit = new Array(folded.length).fill(false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) hit.fill(true, at, at + word.length);
  }
  const parts = [];
  for (let from = 0, at = 1; at <= text.length; at++) {
    if (at < text.length && hit[at] === hit[from]) continue;
    parts.push({ text: text.slice(from, at), hit: hit[from] });
    from = at;
  }
  return parts;
}

/**
 * Whether a rule is of an edition: `modern`, `classic`, or both (left out). What the classic edition does not change holds in it too.
 * @param {string} id
 * @param {string} [edition]
 */
export function holdsIn(id, edition) {
  return edition !== "modern" || !/^(?:K|R-K)-/.test(id);
}

/**
 * Whether an id begins as one of the beginnings does, or is one of them.
 * @param {string} id
 * @param {readonly string[]} beginnings
 */
function among(id, beginnings) {
  return beginnings.some((one) => (/[-.]$/.test(one) || one === "K-S" ? id.startsWith(one) : id === one));
}

/**
 * The rulebook of a language.
 * @param {string} language
 * @param {Contents} contents
 * @param {ReadonlyArray<Readonly<Record<string, readonly string[]>>>} parts what the files of the language hold, in the order of `contents.parts`
 * @param {ReadonlyArray<readonly [string, string]>} [glossary]
 * @returns {Book}
 */
export function bind(language, contents, parts, glossary = []) {
  /** @type {Map<string, Rule>} */
  const rules = new Map();
  for (const part of parts) {
    for (const [id, [title, text]] of Object.entries(part)) rules.set(id, { id, title, text });
  }
  const ids = [...rules.keys()];
  const sections = contents.sections.map(({ id, of }) => ({ id, ids: ids.filter((one) => among(one, of)) }));
  /** @type {Map<string, string>} */
  const homes = new Map(sections.flatMap((section) => section.ids.map((id) => [id, section.id])));
  const cards = { ...contents.characters, ...contents.districts };
  const own = (/** @type {string} */ card) => {
    const name = card.toUpperCase();
    return [`C-${name}-`, `D-${name}-`, `K-C-${name}-`, `K-D-${name}-`, `W-${name}`];
  };
  const rulesOf = (/** @type {string} */ card, /** @type {string | undefined} */ edition) => {
    if (!(card in cards)) return [];
    const first = ids.filter((id) => among(id, own(card)) && !id.startsWith("W-"));
    const more = ids.filter((id) => among(id, [...own(card), ...cards[card]]));
    return [...new Set([...first, ...more])].filter((id) => holdsIn(id, edition));
  };
  const texts = [...rules.values()].map((rule) => ({ rule, title: fold(`${rule.id} ${rule.title}`), text: fold(rule.text) }));
  return {
    language,
    rules,
    sections,
    glossary,
    rulesOf,
    cardsOf: (id) => Object.keys(cards).filter((card) => among(id, [...own(card), ...cards[card]])),
    namedIn: (id) => ids.filter((one) => one !== id && idsIn(rules.get(one)?.text ?? "").includes(id)),
    sectionOf: (id) => homes.get(id) ?? null,
    search: (text, edition) => {
      const words = wordsOf(text);
      if (!words.length) return [];
      /** @type {Found[]} */
      const found = [];
      for (const one of texts) {
        if (!holdsIn(one.rule.id, edition)) continue;
        let weight = 0;
        for (const word of words) {
          const here = fold(one.rule.id) === word ? 8 : one.title.includes(word) ? 3 : one.text.includes(word) ? 1 : 0;
          if (!here) {
            weight = 0;
            break;
          }
          weight += here;
        }
        if (weight) found.push({ ...one.rule, weight });
      }
      return found.sort((one, other) => other.weight - one.weight);
    },
  };
}
