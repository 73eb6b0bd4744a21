// The drawings by id: made once, kept as text.
import { HIGH } from "./people_high.mjs";
import { LOW } from "./people_low.mjs";
import { MIDDLE } from "./people_middle.mjs";
import { PLAIN } from "./plain_districts.mjs";
import { drawn } from "./shapes.mjs";
import { UNIQUE, UNKNOWN } from "./unique_districts.mjs";

/** @typedef {import("./shapes.mjs").Drawing} Drawing */

const PEOPLE = { ...LOW, ...MIDDLE, ...HIGH };
const HOUSES = { ...PLAIN, ...UNIQUE };

/** The ranks whose colours the characters wear, whatever rank an edition gives them. */
export const RANKS = /** @type {Readonly<Record<string, number>>} */ ({
  assassin: 1,
  magistrate: 1,
  witch: 1,
  blackmailer: 2,
  spy: 2,
  thief: 2,
  magician: 3,
  seer: 3,
  wizard: 3,
  emperor: 4,
  king: 4,
  patrician: 4,
  abbot: 5,
  bishop: 5,
  cardinal: 5,
  alchemist: 6,
  merchant: 6,
  trader: 6,
  architect: 7,
  navigator: 7,
  scholar: 7,
  diplomat: 8,
  marshal: 8,
  warlord: 8,
  artist: 9,
  queen: 9,
  tax_collector: 9,
});

/** The characters that have a face. */
export const CHARACTERS = Object.keys(PEOPLE);

/** The districts that have a house of their own. */
export const DISTRICTS = Object.keys(HOUSES);

/** @type {Map<string, string>} */
const kept = new Map();

/**
 * @param {string} key
 * @param {() => Drawing} draw
 */
function once(key, draw) {
  let text = kept.get(key);
  if (text === undefined) {
    text = drawn(draw());
    kept.set(key, text);
  }
  return text;
}

/**
 * A character as the inside of an <svg> of 64 by 64; null for one without a face.
 * @param {string} id
 */
export function person(id) {
  const draw = PEOPLE[id];
  return draw ? once(`c.${id}`, draw) : null;
}

/**
 * A district as the inside of an <svg> of 80 by 72.
 * @param {string} id
 */
export function house(id) {
  return once(`d.${id}`, HOUSES[id] ?? UNKNOWN);
}
