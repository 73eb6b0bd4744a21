// The decision and its actions in words. Words and names come in as values, so that all of it can be tried without a page.
import { plain, readAction, textOf } from "./action.mjs";

/** @typedef {import("./action.mjs").Act} Act */
/** @typedef {import("./offers.mjs").Offer} Offer */
/** @typedef {import("../../core/notation").View} View */
/**
 * What sentences are made with.
 * @typedef {object} Speech
 * @property {(key: string, params?: Record<string, unknown>) => string} t the words of the area `play`
 * @property {(text: string) => string} deed an action in words
 * @property {() => string} waiting whom the table waits for, and what for
 * @property {(seat: number) => string} name of who sits there
 * @property {(id: string) => string} title the name of a card
 * @property {(id: string) => string} the the same with its article
 * @property {(text: string, seat: number) => string} owned a district of somebody's city
 * @property {(id: string) => { type: string, cost: number, unique: boolean }} card what is printed on a district
 * @property {ReadonlyMap<string, number>} prices the gold that each action on offer costs
 * @property {View} view
 * @property {number | null} viewer
 */

/**
 * The decision awaited, as the one who looks should hear it: what it is, and what can be done.
 * @param {Speech} speech
 * @returns {{ title: string, hint: string }}
 */
export function tellDecision(speech) {
  const { view, viewer, t } = speech;
  const decision = view.decision;
  if (!decision) return { title: "", hint: "" };
  if (decision.seat !== viewer) return { title: speech.waiting(), hint: "" };
  const actions = decision.actions ?? [];
  const verbs = new Set(actions.map((text) => text.split(" ")[0]));
  const first = actions.length ? readAction(actions[0]) : null;
  const district = decision.district ? speech.the(decision.district) : "";
  switch (decision.kind) {
    case "turn":
      return tellTurn(speech, verbs);
    case "pick":
      return { title: t(pickKey(view, viewer)), hint: t("pick_hint") };
    case "theater":
      return { title: t("theater"), hint: t(first?.character ? "theater_small" : "theater_hint") };
    case "keep":
      return { title: t("keep", { n: decision.left ?? 1 }), hint: t(decision.from === "study" ? "keep_study" : "keep_hint") };
    case "redraw":
      return { title: t("redraw"), hint: t("redraw_hint", { n: decision.count ?? 0 }) };
    case "pay": {
      const built = speech.the(readAction(decision.do ?? "").district ?? "");
      if (!verbs.has("give")) return { title: t("pay", { district: built }), hint: t("pay_hint") };
      return { title: t("pay_back", { district: built, name: speech.name(first?.seat ?? 0) }), hint: t("pay_back_hint") };
    }
    case "take": {
      const from = typeof decision.from === "number" ? speech.name(decision.from) : "";
      return { title: t("take", { name: from }), hint: t("take_hint") };
    }
    case "return":
      return { title: t("return", { name: speech.name(first?.seat ?? 0) }), hint: t("return_hint") };
    case "threat": {
      const half = Math.floor(view.seats[viewer].gold / 2);
      return { title: t("threat", { name: speech.name(view.threats?.by ?? 0) }), hint: t("threat_hint", { n: half }) };
    }
    case "expose":
      return { title: t("expose", { name: speech.name(turnOf(view)) }), hint: t("expose_hint") };
    case "warrant": {
      const told = { name: speech.name(turnOf(view)), district, n: decision.gold ?? 0 };
      return { title: t("warrant", told), hint: t(verbs.has("confiscate") ? "warrant_hint" : "warrant_not") };
    }
    case "ransom":
      return { title: t("ransom", { district }), hint: t("ransom_hint") };
    case "tribute":
      return { title: t("tribute", { name: speech.name(turnOf(view)) }), hint: t(verbs.size && actions.includes("give card") ? "tribute_lot" : "tribute_hint") };
    case "ward":
      return { title: t("ward"), hint: t(verbs.has("gold") ? "ward_hint" : "ward_not") };
    case "set_aside":
    case "advise":
    case "chime":
    case "search":
      return { title: t(decision.kind), hint: t(`${decision.kind}_hint`) };
    default:
      return { title: speech.waiting(), hint: "" };
  }
}

/**
 * @param {View} view
 * @param {number} viewer
 */
function pickKey(view, viewer) {
  if (view.seats.length > 3) return "pick";
  return view.seats[viewer].characters.length ? "pick_second" : "pick_first";
}

/**
 * Whose turn it is: the Witch's own when she plays on, else of who revealed the character.
 * @param {View} view
 * @returns {number}
 */
export function turnOf(view) {
  const character = view.turn?.character;
  if (!character) return view.decision?.seat ?? 0;
  if (view.turn?.resumed && typeof view.bewitched === "object") return view.bewitched?.by ?? 0;
  return Math.max(0, view.seats.findIndex((seat) => seat.revealed.includes(character)));
}

/**
 * @param {Speech} speech
 * @param {Set<string>} verbs
 */
function tellTurn({ view, t, the }, verbs) {
  const turn = view.turn ?? { character: "" };
  const who = { character: the(turn.character) };
  const title = t(turn.resumed ? "turn_resumed" : "turn", who);
  const gathering = [...verbs].every((verb) => verb === "gold" || verb === "draw");
  if (!turn.gathered && gathering) {
    const bewitched = typeof view.bewitched === "string" ? view.bewitched : view.bewitched?.character;
    if (bewitched === turn.character) return { title, hint: t("turn_bewitched") };
    const threatened = view.threats?.on?.includes(turn.character);
    return { title, hint: t(threatened ? "turn_threatened" : "turn_gather_first") };
  }
  if (verbs.size === 1 && verbs.has("bewitch")) return { title, hint: t("turn_bewitch") };
  if (verbs.size === 2 && verbs.has("bewitch") && verbs.has("end")) return { title, hint: t("turn_bewitch_or_end") };
  if (verbs.size === 1 && verbs.has("crown")) return { title, hint: t("turn_crown") };
  if (!turn.gathered) return { title, hint: t("turn_gather") };
  if (verbs.size === 1 && verbs.has("end")) return { title, hint: t("turn_end_only") };
  if (!verbs.has("end")) return { title, hint: t("turn_must") };
  return { title, hint: t(verbs.has("build") ? "turn_build" : "turn_act") };
}

/**
 * An action as a whole sentence, with its price.
 * @param {Act} act
 * @param {Speech} speech
 * @returns {string}
 */
export function tellAction(act, speech) {
  const { t, view } = speech;
  const kind = view.decision?.kind ?? "";
  if (act.verb === "pass") return t(`pass_${kind}`);
  if (act.verb === "discard" && kind === "pay") return t("pay_with", { district: speech.the(act.district ?? "") });
  if (act.text === "bonus" && BONUSES.has(view.turn?.character ?? "")) return t(`bonus_${view.turn?.character}`);
  if ((act.verb === "gold" || act.verb === "draw") && kind === "turn") {
    return t(`gather_${act.verb}`, { n: gathered(act.verb, view, speech.viewer ?? 0) });
  }
  const gold = goldOf(act, speech);
  const said = speech.deed(act.text);
  return gold === null || SAYS_PRICE.has(act.verb) ? said : t("priced", { what: said, price: t("gold", { n: gold }) });
}

const BONUSES = new Set(["merchant", "architect", "queen"]);
/** What tells its price in its own sentence, or in that of its decision. */
const SAYS_PRICE = new Set(["smithy", "recover", "bribe", "give"]);
/** What says that it costs nothing, since it mostly costs something. */
const SAYS_FREE = new Set(["destroy", "exchange", "build"]);

/**
 * The gold that belongs to an action: its price where it is on offer, else what is printed on a card that cannot be built now.
 * @param {Act} act
 * @param {Speech} speech
 * @returns {number | null} null where no gold is spoken of
 */
export function goldOf(act, speech) {
  const price = speech.prices.get(act.text);
  if (price === undefined) return act.verb === "build" ? speech.card(act.district ?? "").cost : null;
  return price || (SAYS_FREE.has(act.verb) && !act.framework && !act.over) ? price : null;
}

/**
 * How much gold is taken, or how many cards are drawn, when gathering (S4.1, S4.2).
 * @param {string} verb
 * @param {View} view
 * @param {number} seat
 */
function gathered(verb, view, seat) {
  const city = view.seats[seat].city.map((built) => plain(textOf(built)));
  return 2 + (city.includes(verb === "gold" ? "gold_mine" : "observatory") ? 1 : 0);
}

/**
 * What stands on the button of an offer: short, since what it belongs to stands above it.
 * @param {Offer} one
 * @param {Speech} speech
 * @returns {string}
 */
export function tellOffer(one, speech) {
  const { t } = speech;
  const [kind, ...rest] = one.token.split(":");
  if (kind === "verb") return one.action !== null ? tellAction(one.first, speech) : t(`open_${one.first.verb}`);
  if (kind === "character") return speech.title(rest[0]);
  if (kind === "seat") return speech.name(Number(rest[0]));
  if (kind === "type") return t(`type_${rest[0]}`);
  if (kind === "take") return t(`take_${rest[0]}`);
  if (kind === "mix") return t("mix", { gold: t("gold", { n: Number(rest[0]) }), cards: t("cards", { n: Number(rest[1]) }) });
  if (kind === "city") return speech.owned(rest[1], Number(rest[0]));
  if (kind === "pay") return tellAction(one.first, speech);
  return speech.title(rest[0]);
}

/**
 * What is to be chosen after an offer was taken up.
 * @param {Offer[]} steps the offers taken up so far
 * @param {Speech} speech
 * @returns {string}
 */
export function tellStep(steps, speech) {
  const { t } = speech;
  const last = steps[steps.length - 1];
  const next = last.then[0]?.token.split(":")[0];
  const act = last.first;
  const told = {
    character: act.character ? speech.the(act.character) : "",
    district: act.district ? speech.the(act.district) : "",
    name: act.seat === undefined ? "" : speech.name(act.seat),
  };
  if (next === "verb") return t("ask_verb", { what: tellOffer(last, speech) });
  if (next === "pay") return t("ask_pay", told);
  if (act.verb === "warrants" || act.verb === "threats") return t(`ask_${act.verb}_${steps.length}`, told);
  if (next === "type") return t("ask_spy_type", told);
  if (next === "take") return t("ask_crown_take", told);
  if (act.verb === "theater") return t(next === "character" ? "ask_theater_character" : act.character ? "ask_theater_seat" : "ask_theater", told);
  if (act.verb === "exchange") return t(exchangeStep(last, speech.viewer ?? 0), told);
  return t(`ask_${act.verb}`, told);
}

/**
 * Whether one's own district is asked for, or the other's.
 * @param {Offer} last
 * @param {number} viewer
 */
function exchangeStep(last, viewer) {
  return last.then[0].token.startsWith(`city:${viewer}:`) ? "ask_exchange_own" : "ask_exchange_other";
}

/**
 * What may still be done before a turn ends, as the answer to the key that ends it.
 * @param {Offer[]} left
 * @param {string} key the key, which ends the turn when it is pressed again
 * @param {Speech} speech
 * @returns {string}
 */
export function tellStill(left, key, speech) {
  const { t } = speech;
  const built = left.filter((one) => one.first.verb === "build");
  const rest = left.filter((one) => one.first.verb !== "build");
  return [
    built.length ? t("still_build", { districts: built.map((one) => speech.title(one.first.district ?? "")).join(", ") }) : "",
    rest.length ? t("still_other", { what: rest.map((one) => tellOffer(one, speech).replace(/\s*…$/, "")).join(", ") }) : "",
    t("still_end", { key }),
  ].filter(Boolean).join(" ");
}
