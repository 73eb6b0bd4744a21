// What cannot be done now and yet is there to be seen: the cards of the hand, the verbs of the character, what stands on the board.
import { readAction, textOf } from "./action.mjs";
import { paths } from "./offers.mjs";

/** @typedef {import("../../core/notation").View} View */

const MOST = 64;
/** The verbs of each character; those with a place are tried on an example. */
const VERBS = /** @type {Record<string, string[]>} */ ({
  assassin: ["kill"], witch: ["bewitch"], magistrate: ["warrants"], thief: ["rob"], spy: ["spy"], blackmailer: ["threats"],
  magician: ["swap", "redraw"], wizard: ["peek"], seer: ["see"], king: ["income"], emperor: ["crown", "income"], patrician: ["income"],
  bishop: ["income"], abbot: ["income", "tithe"], cardinal: ["income"], merchant: ["income", "bonus"], trader: ["income"],
  architect: ["bonus"], navigator: ["bonus gold", "bonus cards"], scholar: ["study"], warlord: ["income", "destroy"],
  diplomat: ["income", "exchange"], marshal: ["income", "seize"], queen: ["bonus"], artist: ["beautify"], tax_collector: ["collect"],
  alchemist: [],
});
const DISTRICT_VERBS = ["smithy", "laboratory", "museum", "armory"];
const AIMED_AT_DISTRICTS = new Set(["destroy", "seize"]);
const NAMING = new Set(["kill", "bewitch", "rob"]);

/**
 * The actions of a turn that are shown greyed: not legal now, and yet of one's hand, character, city, or aim.
 * @param {View} view with the viewer's own decision
 * @param {number} seat
 * @returns {string[]}
 */
export function refusable(view, seat) {
  const decision = view.decision;
  if (!decision || decision.kind !== "turn" || decision.seat !== seat || !view.turn) return [];
  const legal = decision.actions ?? [];
  const possible = new Set(legal);
  const verbs = new Set(legal.map((text) => text.split(" ")[0]));
  const own = view.seats[seat];
  const built = new Set(legal.filter((text) => text.startsWith("build ")).map((text) => text.split(" ")[1]));
  const hand = Array.isArray(own.hand) ? own.hand : [];
  /** @type {string[]} */
  const found = [...new Set(hand)].filter((id) => !built.has(id)).map((id) => `build ${id}`);
  for (const verb of ["gold", "draw", "end"]) if (!possible.has(verb)) found.push(verb);
  const other = (seat + 1) % view.seats.length;
  for (const verb of VERBS[view.turn.character] ?? []) {
    if (!possible.has(verb) && !verbs.has(verb)) found.push(example(verb, view, seat, other));
  }
  const city = own.city.map((one) => textOf(one).replace("+", ""));
  for (const verb of DISTRICT_VERBS) {
    if (city.includes(verb) && !verbs.has(verb)) found.push(example(verb, view, seat, other));
  }
  for (const verb of verbs) {
    if (NAMING.has(verb)) found.push(...view.cast.map((id) => `${verb} ${id}`));
    if (AIMED_AT_DISTRICTS.has(verb)) {
      view.seats.forEach((one, at) => found.push(...new Set(one.city.map((card) => `${verb} ${at} ${textOf(card)}`))));
    }
  }
  return [...new Set(found)].filter((text) => text && !possible.has(text)).slice(0, MOST);
}

/**
 * One action of a verb, to be asked about for all of them.
 * @param {string} verb
 * @param {View} view
 * @param {number} seat
 * @param {number} other
 * @returns {string}
 */
function example(verb, view, seat, other) {
  const me = view.turn?.character;
  const cast = view.cast.filter((id) => id !== me);
  const city = view.seats[seat].city.map(textOf);
  const theirs = view.seats[other].city.map(textOf);
  const hand = view.seats[seat].hand;
  const card = Array.isArray(hand) && hand.length ? hand[0] : "";
  switch (verb) {
    case "kill":
    case "bewitch":
    case "rob":
      return `${verb} ${cast[cast.length - 1]}`;
    case "warrants":
      return `warrants ${cast[0]} ${cast[1]} ${cast[2]}`;
    case "threats":
      return `threats ${cast[cast.length - 2]} ${cast[cast.length - 1]}`;
    case "spy":
      return `spy ${other} noble`;
    case "swap":
    case "peek":
    case "tithe":
    case "crown":
      return `${verb} ${other}`;
    case "income":
      return me === "abbot" && view.edition === "modern" ? "income 1 0" : "income";
    case "destroy":
    case "seize":
    case "armory":
      return theirs.length ? `${verb} ${other} ${theirs[0]}` : `${verb} ${other} tavern`;
    case "exchange":
      return `exchange ${city[0] ?? "tavern"} ${other} ${theirs[0] ?? "tavern"}`;
    case "beautify":
      return city.length ? `beautify ${city[0]}` : "beautify tavern";
    case "laboratory":
    case "museum":
      return card ? `${verb} ${card}` : `${verb} tavern`;
    default:
      return verb;
  }
}

/**
 * The refused actions by the place where they are greyed: `hand:castle`, `verb:income`, and, within an open verb, `verb:kill/character:king`.
 * @param {readonly { text: string, legal: boolean, rule?: string | null, why?: string | null }[]} reasons
 * @param {number} seat
 * @param {readonly string[]} legal
 * @returns {Map<string, { text: string, rule: string | null, why: string }>}
 */
export function greyed(reasons, seat, legal) {
  const verbs = new Set(legal.map((text) => text.split(" ")[0]));
  const found = new Map();
  for (const { text, legal: may, rule, why } of reasons) {
    if (may) continue;
    const path = paths(readAction(text), "turn", seat)[0];
    const inside = path[0].startsWith("verb:") && path.length > 1 && verbs.has(path[0].slice(5).split(" ")[0]);
    const key = inside ? path.slice(0, 2).join("/") : path[0];
    if (!found.has(key)) found.set(key, { text, rule: rule ?? null, why: why ?? "" });
  }
  return found;
}
