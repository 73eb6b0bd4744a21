// What the cards are: asked for once by edition and language, then known.
import { ask } from "./graphql.mjs";
import { signal } from "./component.mjs";
import { language } from "../i18n/index.mjs";

/** @typedef {{ character: string, name: string, rank: number, minPlayers: number, text: string }} Character */
/** @typedef {{ district: string, name: string, type: string, cost: number, copies: number, unique: boolean, bonus: number, text: string }} District */
/**
 * @typedef {object} Cards
 * @property {string} edition `modern` or `classic`
 * @property {(id: string) => Character} character a card that is not known goes by its id
 * @property {(id: string) => District} district
 * @property {readonly Character[]} characters
 * @property {readonly District[]} districts
 * @property {ReadonlyArray<{ scenario: string, title: string, family: string, ranks: readonly string[], rank9: string | null, uniques: readonly string[] }>} scenarios
 * @property {ReadonlyArray<{ option: string, values: readonly any[] }>} options
 */

/** @type {Map<string, Promise<Cards>>} */
const asked = new Map();
const known = signal(/** @type {Record<string, Cards>} */ ({}));

/** @param {string} edition */
const word = (edition) => (edition.toLowerCase() === "classic" ? "classic" : "modern");

/**
 * The cards of an edition, in the language that is spoken.
 * @param {string} edition
 * @returns {Promise<Cards>}
 */
export function loadCards(edition) {
  const key = `${word(edition)}.${language.value}`;
  let found = asked.get(key);
  if (!found) {
    found = fetchCards(word(edition), language.value);
    asked.set(key, found);
    found.then(
      (cards) => (known.value = { ...known.peek(), [key]: cards }),
      () => asked.delete(key),
    );
  }
  return found;
}

/**
 * The cards of an edition in a component; null while they are on their way.
 * @param {string | null | undefined} edition
 * @returns {Cards | null}
 */
export function useCards(edition) {
  if (!edition) return null;
  const found = known.value[`${word(edition)}.${language.value}`];
  if (!found) loadCards(edition).catch(() => undefined);
  return found ?? null;
}

/**
 * @param {string} edition
 * @param {string} spoken
 * @returns {Promise<Cards>}
 */
async function fetchCards(edition, spoken) {
  const variables = /** @type {any} */ ({ edition: edition.toUpperCase(), language: spoken.toUpperCase() });
  const { catalogue } = await ask("Cards", variables);
  if (!catalogue) throw new Error("the catalogue is empty");
  const characters = new Map(catalogue.characters.map((one) => [one.character, one]));
  const districts = new Map(
    catalogue.districts.map((one) => [one.district, { ...one, type: String(one.type).toLowerCase() }]),
  );
  return /** @type {any} */ ({
    edition,
    characters: [...characters.values()],
    districts: [...districts.values()],
    character: (/** @type {string} */ id) =>
      characters.get(id) ?? { character: id, name: id, rank: 0, minPlayers: 2, text: "" },
    district: (/** @type {string} */ id) =>
      districts.get(id) ?? { district: id, name: id, type: "unique", cost: 0, copies: 0, unique: true, bonus: 0, text: "" },
    scenarios: catalogue.scenarios,
    options: catalogue.options,
  });
}
