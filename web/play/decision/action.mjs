/** Reading actions of the notation (section 2): the text of an action, as an object with its parts. */

/**
 * An action taken apart. Which parts there are depends on the verb.
 * @typedef {object} Act
 * @property {string} text the canonical text
 * @property {string} verb the first word
 * @property {string=} character whom it names
 * @property {string[]=} blank the characters of the blank markers
 * @property {string=} district a district, with its `+`
 * @property {string=} own the district that is given in an exchange
 * @property {number=} seat the seat it is aimed at
 * @property {string=} type a type of district
 * @property {string=} what a choice by a word: `gold`, `cards`, `card`, `nothing`
 * @property {number=} gold how much of a mix is gold
 * @property {number=} cards how many cards are paid or gained
 * @property {boolean=} framework whether the Framework pays
 * @property {string=} over the district that pays
 * @property {number=} lender the seat whose gold is taken
 */

const ON_CHARACTER = new Set(["pick", "set_aside", "kill", "bewitch", "rob"]);
const ON_DISTRICT = new Set(["keep", "discard", "take", "beautify", "laboratory", "museum"]);
const ON_SEAT = new Set(["swap", "peek", "tithe"]);
const ON_BOTH = new Set(["destroy", "seize", "armory"]);

/**
 * Takes the text of an action apart.
 * @param {string} text
 * @returns {Act}
 */
export function readAction(text) {
  const [verb, ...rest] = text.split(" ");
  const act = { text, verb };
  if (ON_CHARACTER.has(verb)) return { ...act, character: rest[0] };
  if (ON_DISTRICT.has(verb)) return { ...act, district: rest[0] };
  if (ON_SEAT.has(verb)) return { ...act, seat: Number(rest[0]) };
  if (ON_BOTH.has(verb)) return { ...act, seat: Number(rest[0]), district: rest[1] };
  switch (verb) {
    case "build":
      return { ...act, ...readBuild(rest) };
    case "theater":
      if (rest.length === 2) return { ...act, character: rest[0], seat: Number(rest[1]) };
      return { ...act, seat: Number(rest[0]) };
    case "give":
      if (rest.length === 2) return { ...act, seat: Number(rest[0]), district: rest[1] };
      if (rest[0] === "gold" || rest[0] === "card") return { ...act, what: rest[0] };
      return { ...act, district: rest[0] };
    case "crown":
      return { ...act, seat: Number(rest[0]), what: rest[1] ?? "nothing" };
    case "warrants":
    case "threats":
      return { ...act, character: rest[0], blank: rest.slice(1) };
    case "spy":
      return { ...act, seat: Number(rest[0]), type: rest[1] };
    case "income":
      return rest.length === 2 ? { ...act, gold: Number(rest[0]), cards: Number(rest[1]) } : act;
    case "bonus":
      return rest.length === 1 ? { ...act, what: rest[0] } : act;
    case "exchange":
      return { ...act, own: rest[0], seat: Number(rest[1]), district: rest[2] };
    default:
      return act;
  }
}

/**
 * What is built and what pays for it.
 * @param {string[]} words
 * @returns {{district: string, framework: boolean, over: string, cards: number, lender: number}}
 */
function readBuild(words) {
  const [district, ...means] = words;
  const built = { district, framework: means[0] === "framework", over: "", cards: 0, lender: -1 };
  for (let at = 0; at + 1 < means.length; at += 2) {
    if (means[at] === "over") built.over = means[at + 1];
    if (means[at] === "cards") built.cards = Number(means[at + 1]);
    if (means[at] === "from") built.lender = Number(means[at + 1]);
  }
  return built;
}

/**
 * The id of a district without its `+`.
 * @param {string} text
 * @returns {string}
 */
export function plain(text) {
  return text.endsWith("+") ? text.slice(0, -1) : text;
}

/**
 * The text of a district of a city.
 * @param {string | { id: string }} built
 * @returns {string}
 */
export const textOf = (built) => (typeof built === "string" ? built : built.id);
