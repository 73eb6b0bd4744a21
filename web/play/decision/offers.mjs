// How legal actions are offered: as cards to click on, as verbs of a bar, and as steps where an action has parts.
// 1. An action is a *path* of tokens, such as `verb:spy`, `seat:2`, `type:noble`; paths with the same beginning share a button.
// 2. What is aimed at others or gives up a district begins with its verb: no place of the board is a target before a verb is chosen.
import { readAction } from "./action.mjs";

/** @typedef {import("./action.mjs").Act} Act */
/**
 * What a button offers: an action, or a further choice.
 * @typedef {object} Offer
 * @property {string} token what is chosen by it, such as `seat:2` or `verb:kill`
 * @property {string} key all that has been chosen with it, joined by `/`
 * @property {string | null} action the action that it takes; null where more has to be chosen
 * @property {Offer[]} then what is to be chosen next; empty where it takes an action
 * @property {Act} first the first of the actions behind it
 */
/**
 * The offers of a decision.
 * @typedef {object} Offers
 * @property {Offer[]} panel cards to choose from: what the decision itself is about
 * @property {Offer[]} bar verbs, in a steady order
 */

/** The order of the verbs in the bar; what is not named comes before `end`. */
export const BAR = [
  "gold", "draw", "income", "bonus", "bonus gold", "bonus cards", "kill", "bewitch", "warrants", "rob", "spy", "threats", "swap",
  "redraw", "peek", "see", "crown", "tithe", "study", "destroy", "exchange", "seize", "beautify", "collect", "smithy", "laboratory",
  "museum", "armory", "bribe", "refuse", "expose", "confiscate", "announce", "recover", "give gold", "give card", "theater", "done", "pass",
  "end",
];

/**
 * The paths by which an action is reached; the first is the main one.
 * @param {Act} act
 * @param {string} kind the kind of decision
 * @param {number} seat whose decision it is
 * @returns {string[][]}
 */
export function paths(act, kind, seat) {
  const verb = `verb:${act.verb}`;
  const district = kind === "keep" || kind === "take" || kind === "search" ? `offer:${act.district}` : `hand:${act.district}`;
  switch (act.verb) {
    case "pick":
    case "set_aside":
      return [[`character:${act.character}`]];
    case "kill":
    case "bewitch":
    case "rob":
      return [[verb, `character:${act.character}`]];
    case "warrants": {
      const [one, two] = /** @type {string[]} */ (act.blank);
      const signed = `character:${act.character}`;
      return [[verb, signed, `character:${one}`, `character:${two}`], [verb, signed, `character:${two}`, `character:${one}`]];
    }
    case "threats":
      return [[verb, `character:${act.character}`, `character:${act.blank?.[0]}`]];
    case "keep":
    case "discard":
      return [[district]];
    case "take":
      return [[district, verb]];
    case "build": {
      const how = `pay:${payment(act)}`;
      return kind === "take" ? [[district, verb, how]] : [[district, how]];
    }
    case "give":
      return act.what ? [[`${verb} ${act.what}`]] : [[district]];
    case "theater":
      return act.character ? [[verb, `character:${act.character}`, `seat:${act.seat}`]] : [[verb, `seat:${act.seat}`]];
    case "crown":
      return kind === "advise" ? [[`seat:${act.seat}`]] : [[verb, `seat:${act.seat}`, `take:${act.what}`]];
    case "spy":
      return [[verb, `seat:${act.seat}`, `type:${act.type}`]];
    case "swap":
    case "peek":
    case "tithe":
      return [[verb, `seat:${act.seat}`]];
    case "destroy":
    case "seize":
    case "armory":
      return [[verb, `city:${act.seat}:${act.district}`]];
    case "exchange":
      return [[verb, `city:${seat}:${act.own}`, `city:${act.seat}:${act.district}`]];
    case "beautify":
      return [[verb, `city:${seat}:${act.district}`]];
    case "laboratory":
    case "museum":
      return [[verb, district]];
    case "income":
      return act.gold === undefined ? [[verb]] : [[verb, `mix:${act.gold}:${act.cards}`]];
    case "bonus":
      return [[act.what ? `${verb} ${act.what}` : verb]];
    default:
      return [[verb]];
  }
}

/**
 * What pays for a build, as a word of a path.
 * @param {Act} act
 */
function payment(act) {
  if (act.framework) return "framework";
  if (act.over) return `over:${act.over}`;
  const cards = act.cards ? `cards:${act.cards}` : "";
  const lender = (act.lender ?? -1) >= 0 ? `from:${act.lender}` : "";
  return [cards, lender].filter(Boolean).join(":") || "gold";
}

/**
 * Whether a choice with nothing beside it goes without saying: the only verb for a card, gold for a build.
 * @param {string} token
 */
const goesWithoutSaying = (token) => token.startsWith("verb:") || token === "pay:gold";

/**
 * @param {{ path: string[], act: Act }[]} found all with a path longer than `depth`
 * @param {number} depth
 * @returns {Offer[]}
 */
function grow(found, depth) {
  /** @type {Map<string, { path: string[], act: Act }[]>} */
  const groups = new Map();
  for (const one of found) {
    const token = one.path[depth];
    const group = groups.get(token);
    if (group) group.push(one);
    else groups.set(token, [one]);
  }
  return [...groups].map(([token, group]) => offer(token, group, depth));
}

/**
 * @param {string} token
 * @param {{ path: string[], act: Act }[]} group
 * @param {number} depth
 * @returns {Offer}
 */
function offer(token, group, depth) {
  const { path, act } = group[0];
  const key = path.slice(0, depth + 1).join("/");
  if (path.length === depth + 1) return { token, key, action: act.text, then: [], first: act };
  const then = grow(group, depth + 1);
  const only = then.length === 1 && goesWithoutSaying(then[0].token) ? then[0] : null;
  if (only) return { token, key, action: only.action, then: only.then, first: act };
  return { token, key, action: null, then, first: act };
}

/**
 * Everything that a decision offers, in the form in which it is shown.
 * @param {{ seat: number, kind: string, actions?: string[] }} decision
 * @returns {Offers}
 */
export function offersOf(decision) {
  const acts = (decision.actions ?? []).map(readAction);
  const main = acts.flatMap((act) => paths(act, decision.kind, decision.seat).map((path) => ({ path, act })));
  const roots = grow(main, 0);
  const bar = roots.filter((one) => one.token.startsWith("verb:"));
  bar.sort((one, other) => rank(one.token) - rank(other.token));
  return { panel: roots.filter((one) => !one.token.startsWith("verb:")), bar };
}

/**
 * What may be worth doing before a turn ends. The Armory is not: whoever lets it stand has not forgotten it.
 * @param {Offers} offers
 * @returns {Offer[]} empty where the turn cannot end, or where nothing is left
 */
export function leftToDo({ panel, bar }) {
  if (!bar.some((one) => one.action === "end")) return [];
  return [...panel, ...bar].filter((one) => one.action !== "end" && one.first.verb !== "armory");
}

/** @param {string} token */
function rank(token) {
  const at = BAR.indexOf(token.slice("verb:".length));
  return at < 0 ? BAR.length - 1.5 : at;
}

/**
 * Every action that can be taken by clicks from these offers, with how many ways lead to it.
 * @param {Iterable<Offer>} offers
 * @param {Map<string, number>} [found]
 * @returns {Map<string, number>}
 */
export function reached(offers, found = new Map()) {
  for (const one of offers) {
    if (one.action !== null) found.set(one.action, (found.get(one.action) ?? 0) + 1);
    reached(one.then, found);
  }
  return found;
}

/**
 * The offer under a key, and those that lead to it; empty where the decision has no such offer (any more).
 * @param {Offers} offers
 * @param {string | null} key
 * @returns {Offer[]}
 */
export function trail(offers, key) {
  if (!key) return [];
  for (const root of [...offers.panel, ...offers.bar]) {
    const found = descend(root, key);
    if (found.length) return found;
  }
  return [];
}

/**
 * @param {Offer} at
 * @param {string} key
 * @returns {Offer[]}
 */
function descend(at, key) {
  if (at.key === key) return [at];
  if (!key.startsWith(`${at.key}/`)) return [];
  for (const next of at.then) {
    const found = descend(next, key);
    if (found.length) return [at, ...found];
  }
  return [];
}
