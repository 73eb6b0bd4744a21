// How much gold, and how many cards, an event may be about: what the rules say where they say it with one number.
import { priceOf } from "./legality.mjs";
import { printedOn } from "./game_state.mjs";

/** @typedef {import("./game_state.mjs").State} State */
/** @typedef {Record<string, any>} FlatEvent */
/** @typedef {{ do: string, gold: number | undefined, character: string, spent: number }} During */

const TYPES = /** @type {Record<string, string>} */ ({
  king: "noble", emperor: "noble", patrician: "noble", bishop: "religious", abbot: "religious", cardinal: "religious",
  merchant: "trade", trader: "trade", warlord: "military", diplomat: "military", marshal: "military",
});

/** @param {string} text */
const plain = (text) => text.replace(/\+$/, "");

/**
 * @param {State} state
 * @param {number} seat
 * @param {string} id
 */
const owns = (state, seat, id) => state.city[seat]?.some((one) => plain(one.text) === id) ?? false;

/**
 * What a district is worth in a city, with the Artist's gold, and what a Great Wall around it adds; in the classic edition none to itself.
 * @param {State} state
 * @param {number} seat
 * @param {string} text
 */
function worth(state, seat, text) {
  const cost = printedOn(state.edition, text).cost + (text.endsWith("+") ? 1 : 0);
  const covered = state.edition === "modern" || plain(text) !== "great_wall";
  return { cost, wall: owns(state, seat, "great_wall") && covered ? 1 : 0 };
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {string} character
 */
function income(state, seat, character) {
  const type = TYPES[character];
  return (state.city[seat] ?? []).filter(
    (one) => printedOn(state.edition, one.text).type === type || plain(one.text) === "school_of_magic",
  ).length;
}

/**
 * The gold that an event must be about; undefined where the rules alone do not say.
 * @param {State} state before the event
 * @param {FlatEvent} e
 * @param {During} during
 * @returns {number | undefined}
 */
function goldOf(state, e, { do: act, gold, character, spent }) {
  const words = act.split(" ");
  const has = state.gold[e.seat] ?? 0;
  if (e.kind === "gain") {
    switch (e.why) {
      case "gather": return 2 + (owns(state, e.seat, "gold_mine") ? 1 : 0);
      case "income": return words.length > 2 ? Number(words[1]) : income(state, e.seat, character);
      case "bonus": return { merchant: 1, queen: 3, navigator: 4 }[character];
      case "queen": return 3;
      case "collect": return state.tax;
      case "refund": return spent;
      case "confiscation": return gold;
      case "laboratory": return state.edition === "classic" ? 1 : 2;
      case "poor_house": case "throne_room": return 1;
      default: return undefined;
    }
  }
  switch (e.why) {
    case "build": return act.startsWith("build ") ? priceOf(state, e.seat, words[1] ?? "") - cardsPaid(words) : undefined;
    case "beautify": case "tax": case "tithe": case "emperor": case "graveyard": return 1;
    case "smithy": return 2;
    case "robbery": case "threat": return has;
    case "bribe": return Math.floor(has / 2);
    default: return undefined;
  }
}

/** @param {string[]} words */
function cardsPaid(words) {
  const at = words.indexOf("cards");
  return at > 0 ? Number(words[at + 1]) : 0;
}

/**
 * What the rank 8 character pays for its deed, told before the district has left the city.
 * @param {State} state
 * @param {string} act
 * @param {number} seat
 */
function attackPrice(state, act, seat) {
  const [verb, first = "", second = "", third = ""] = act.split(" ");
  if (verb === "destroy") {
    const { cost, wall } = worth(state, Number(first), second);
    return cost - 1 + wall;
  }
  if (verb === "seize") {
    const { cost, wall } = worth(state, Number(first), second);
    return Number(first) === seat ? 0 : cost + wall;
  }
  if (verb !== "exchange") return undefined;
  const { cost, wall } = worth(state, Number(second), third), gift = worth(state, seat, first).cost;
  return state.edition === "classic" ? Math.max(0, cost + wall - gift) : Math.max(0, cost - gift) + wall;
}

/**
 * The cards that an event must be about, if the deck holds so many; undefined where the rules alone do not say.
 * @param {State} state before the event
 * @param {FlatEvent} e
 * @param {During} during
 * @returns {number | undefined}
 */
function cardsOf(state, e, { do: act, character }) {
  if (e.kind === "draw") return e.from === "study" ? 7 : 2 + (owns(state, e.seat, "observatory") ? 1 : 0);
  switch (e.why) {
    case "income": return act.includes(" ") ? Number(act.split(" ")[2]) : income(state, e.seat, character);
    case "bonus": return { architect: 2, navigator: 4 }[character];
    case "smithy": return 3;
    case "park": return 2;
    default: return undefined;
  }
}

/**
 * Whether each event of a decision is about as much as the rules say, as far as they say it with one number.
 * @param {State} start before the decision
 * @param {During} during
 * @param {number} seat who decided
 * @returns {(state: State, e: FlatEvent) => boolean} asked of each event, with the state just before it
 */
export function measured(start, during, seat) {
  const attack = attackPrice(start, during.do, seat);
  return (state, e) => {
    if ((e.kind === "gain" && e.gold !== undefined) || e.kind === "lose") {
      const wanted = ["destroy", "seize", "exchange"].includes(e.why) ? attack : goldOf(state, e, during);
      return e.gold > 0 && (wanted === undefined || wanted === e.gold) && (e.kind === "gain" || (state.gold[e.seat] ?? 0) >= e.gold);
    }
    if (e.kind !== "draw" && e.kind !== "gain") return true;
    const wanted = cardsOf(state, e, during);
    return wanted === undefined || (e.count ?? e.cards) === Math.min(wanted, state.deck.length);
  };
}
