// Whether a decision could be taken: asked of the right seat, of the right kind, with cards and gold that are there.
// It is less than the whole list of legal actions, which the engine alone knows; what it refuses is surely wrong.
import { printedOn } from "./game_state.mjs";

/** @typedef {import("./game_state.mjs").State} State */
/** @typedef {import("./game_check.mjs").Moment} Moment */

/** The actions of each kind of decision that is not a turn. @type {Record<string, string>} */
const ANSWERS = {
  pick: "pick", set_aside: "set_aside", theater: "theater pass", keep: "keep", redraw: "discard done", pay: "discard give",
  take: "take build", return: "give", threat: "bribe refuse", expose: "expose pass", warrant: "confiscate pass", advise: "crown",
  ransom: "recover pass", tribute: "give", chime: "announce pass", search: "take pass", ward: "gold draw pass",
};
/** Whose the actions of a character are. @type {Record<string, string>} */
const OWN = {
  kill: "assassin", bewitch: "witch", rob: "thief", warrants: "magistrate", threats: "blackmailer", spy: "spy", swap: "magician",
  redraw: "magician", peek: "wizard", see: "seer", tithe: "abbot", crown: "emperor", study: "scholar", destroy: "warlord",
  exchange: "diplomat", seize: "marshal", beautify: "artist", collect: "tax_collector", bonus: "merchant architect queen navigator",
  income: "king emperor patrician bishop abbot cardinal merchant trader warlord diplomat marshal",
};
const ALWAYS = new Set(["gold", "draw", "build", "end", "smithy", "laboratory", "museum", "armory"]);
/** What must have happened for an action to have been done. @type {Record<string, string>} */
const LEAVES = {
  pick: "pick", set_aside: "set_aside", kill: "mark", bewitch: "mark", rob: "mark", warrants: "mark", threats: "mark", spy: "look",
  peek: "look", swap: "swap", study: "draw", destroy: "destroy", exchange: "exchange", seize: "seize", beautify: "beautify",
  armory: "destroy", museum: "tuck", keep: "kept", discard: "discard", end: "turn_end", tithe: "lose", collect: "gain",
  build: "build", smithy: "gain", confiscate: "confiscate", recover: "answer", bribe: "answer", refuse: "answer", announce: "announce",
};

/** @param {string} text */
const plain = (text) => text.replace(/\+$/, "");

/**
 * The seat whose turn it is; a turn that goes on is the Witch's.
 * @param {State} state
 * @param {Moment} moment
 */
function active(state, { position: { turn, bewitched } }) {
  if (turn?.resumed) return typeof bewitched === "object" && bewitched ? bewitched.by : undefined;
  return state.characters.findIndex((held) => held.includes(turn?.character ?? ""));
}

/**
 * Whose decision it is, where that follows from what this browser knows.
 * @param {State} state
 * @param {Moment} moment
 * @param {string} kind
 */
function whose(state, moment, kind) {
  const players = state.gold.length;
  const picked = state.characters.reduce((sum, held) => sum + held.length, 0);
  if (kind === "pick") return (state.crown + picked) % players;
  if (kind === "set_aside") return (state.crown + picked - 1) % players;
  if (["turn", "keep", "redraw", "pay", "take", "return"].includes(kind)) return active(state, moment);
  return undefined;
}

/**
 * What is the matter with an action whose cards or gold are not there; "" where all is.
 * @param {State} state
 * @param {Moment} moment
 * @param {number} seat
 * @param {string} kind
 * @param {string[]} words
 */
function lacking(state, { position }, seat, kind, words) {
  const [verb = "", first = "", second = "", third = ""] = words;
  const hand = state.hand[seat] ?? [], gold = state.gold[seat] ?? 0;
  const stands = (/** @type {string} */ at, /** @type {string} */ text) =>
    state.city[Number(at)]?.some((one) => one.text === text) ?? false;
  const owns = (/** @type {string} */ id) => state.city[seat]?.some((one) => plain(one.text) === id) ?? false;
  const from = kind === "take" ? (state.hand[Number(position.decision?.from)] ?? []) : hand;
  const used = position.turn?.used ?? [];
  switch (verb) {
    case "pick":
      return state.pool.includes(first) || (state.pool.length === 1 && state.facedown[0]?.character === first) ? "" : "pool";
    case "set_aside": return state.pool.includes(first) ? "" : "pool";
    case "keep": return state.offered.includes(first) ? "" : "offered";
    case "take": return (kind === "search" ? state.deck : from).includes(first) ? "" : "hand";
    case "discard": return hand.includes(first) ? "" : "hand";
    case "give": return ["gold", "card"].includes(first) || hand.includes(second || first) ? "" : "hand";
    case "museum": case "laboratory":
      return hand.includes(first) && owns(verb) && !used.includes(verb) ? "" : "hand";
    case "smithy": return owns("smithy") && gold >= 2 && !used.includes(verb) ? "" : "district";
    case "armory": return owns("armory") && stands(first, second) ? "" : "district";
    case "destroy": case "seize": return stands(first, second) ? "" : "district";
    case "exchange": return stands(String(seat), first) && stands(second, third) ? "" : "district";
    case "beautify": return stands(String(seat), first) && !first.endsWith("+") && gold > 0 ? "" : "district";
    case "kill": case "bewitch": case "rob": return position.cast.includes(first) ? "" : "target";
    case "swap": case "peek": case "spy": case "tithe": case "crown": {
      const other = Number(first);
      return other >= 0 && other < state.gold.length && other !== seat ? "" : "target";
    }
    case "build": {
      if (!from.includes(first)) return "hand";
      if (words.length > 2) return "";
      return gold >= priceOf(state, seat, first) ? "" : "gold";
    }
    default: return "";
  }
}

/**
 * What a district costs the seat to build.
 * @param {State} state
 * @param {number} seat
 * @param {string} card
 */
export function priceOf(state, seat, card) {
  const { cost, type } = printedOn(state.edition, card);
  const factory = state.city[seat]?.some((one) => plain(one.text) === "factory") ?? false;
  return cost - (factory && type === "unique" && card !== "factory" ? 1 : 0);
}

/**
 * What is the matter with a decision; "" where nothing was found.
 * @param {State} state the game before it
 * @param {Moment} moment
 * @returns {string}
 */
export function faultOf(state, moment) {
  const { seat, decision, position } = moment;
  const words = String(moment.do).split(" ");
  const verb = words[0] ?? "";
  if (!decision || seat === null || decision.seat !== seat) return "asked";
  const { kind } = decision;
  if (position.decision && (position.decision.kind !== kind || position.decision.seat !== seat)) return "asked";
  const right = whose(state, moment, kind);
  if (right !== undefined && right !== seat) return "asked";
  if (kind === "turn") {
    const { character = "", gathered, used = [] } = position.turn ?? {};
    if (!ALWAYS.has(verb) && !OWN[verb]?.split(" ").includes(character)) return "kind";
    if ((verb === "gold" || verb === "draw") && gathered) return "twice";
    if ((verb === "build" || verb === "end") && !gathered) return "early";
    const most = verb === "beautify" ? 2 : ALWAYS.has(verb) ? Infinity : 1;
    if (used.filter((one) => one === verb).length >= most) return "twice";
  } else if (!ANSWERS[kind]?.split(" ").includes(verb)) return "kind";
  const leaves = LEAVES[verb];
  if (leaves && !moment.events.some((event) => event.kind === leaves)) return "nothing";
  return lacking(state, moment, seat, kind, words);
}
