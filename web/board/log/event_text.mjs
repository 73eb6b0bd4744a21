// One sentence for each event, from what it tells and nothing else. Events come as REST has them, or as GraphQL has them with `facts`.
import { naming, upper } from "./grammar.mjs";

/** @typedef {import("./grammar.mjs").Naming} Naming */
/** @typedef {Record<string, any>} FlatEvent an event with its facts beside its kind */

/**
 * An event with all its facts beside its kind and seat, whichever way it came.
 * @param {FlatEvent} event
 * @returns {FlatEvent}
 */
export function flat(event) {
  const facts = event.facts;
  if (!facts || typeof facts !== "object") return event;
  return { ...(facts.json ?? facts), kind: event.kind, seat: event.seat ?? undefined };
}

/** Words for why gold or cards move; any other reason is the id of a card. */
const REASONS = new Set(
  (
    "gather income bonus redraw spy queen confiscation collect refund build beautify destroy tax robbery seize exchange " +
    "bribe threat tithe emperor loan scholar"
  ).split(" "),
);

/**
 * @param {Naming} by
 * @param {FlatEvent} told
 */
function because({ t, title }, told) {
  if (!told.why) return "";
  return t("because", { why: REASONS.has(told.why) ? t(`why${upper(told.why)}`) : title(told.why) });
}

/**
 * @param {Naming} by
 * @param {readonly string[] | undefined} cards
 */
const known = ({ t, list }, cards) => (cards?.length ? t("known", { cards: list(cards) }) : "");

/**
 * @param {Naming} by
 * @param {FlatEvent} told
 */
const someone = ({ t, the }, told) => (told.character ? the(told.character) : t("unknownCharacter"));

/** @param {string | readonly string[] | undefined} one */
const several = (one) => (one === undefined || one === null ? undefined : typeof one === "string" ? [one] : one);

/**
 * A swap of cards or characters as the two of them know it, from the listener's side where the listener is one of them.
 * @param {Naming} by
 * @param {FlatEvent} told
 * @param {string} key
 */
function exchanged(by, told, key) {
  const got = several(told.got), gave = several(told.gave);
  return got && gave ? by.t(key, { got: by.list(got), gave: by.list(gave) }) : "";
}

/**
 * @param {Naming} by
 * @param {FlatEvent} told
 */
function mark(by, told) {
  const { t, the, list, say } = by;
  const cards = told.characters ?? [];
  if (!["warrants", "threats"].includes(told.verb)) return say(told.verb, told.seat, { card: the(cards[0]) });
  const real = told.signed ? t("signed", { card: by.title(told.signed) })
    : told.flowered ? t("flowered", { card: by.title(told.flowered) }) : "";
  return say(told.verb, told.seat, { cards: list(cards) }) + real;
}

/**
 * @param {Naming} by
 * @param {FlatEvent} told
 */
function build(by, told) {
  const { t, the, say, viewer, who } = by;
  const words = String(told.do ?? "").split(" ");
  const card = the(told.district);
  if (words[2] === "framework") return say("buildFramework", told.seat, { card });
  if (words[2] === "over") return say("buildOver", told.seat, { card, over: the(words[3] ?? "") });
  let text = say("build", told.seat, { card });
  const cards = words.indexOf("cards"), from = words.indexOf("from");
  if (cards > 0) text += t("paidWith", { n: Number(words[cards + 1]) });
  if (from > 0) {
    const lender = Number(words[from + 1]);
    text += lender === viewer ? t("lentByYou") : t("lentBy", { other: who(lender) });
  }
  return text;
}

/**
 * @param {Naming} by
 * @param {FlatEvent} told
 */
function answer(by, told) {
  const { say } = by;
  const how = told.do === "expose" ? (told.flowered ?? told.wasFlowered ? "exposeReal" : "exposeBlank")
    : told.do === "confiscate" ? "confiscateAnswer"
      : told.do === "gold" || told.do === "draw" ? "ward" : told.do;
  return say(how, told.seat);
}

/**
 * @param {Naming} by
 * @param {FlatEvent} told
 */
function keep(by, told) {
  const { t, say } = by;
  if (!told.returned) return say("returnedNothing", told.seat);
  const what = t("cards", { n: told.returned }) + known(by, told.under);
  return say(told.from === "study" ? "returnedInto" : "returnedUnder", told.seat, { what });
}

/**
 * @param {Naming} by
 * @param {FlatEvent} told
 */
function over(by, told) {
  const { t, who, list } = by;
  if (!told.hands) return t("over");
  const hands = told.hands.map((/** @type {string[]} */ cards, /** @type {number} */ seat) =>
    t("overHand", { who: who(seat), cards: list(cards) }));
  return `${t("over")}. ${t("overHands", { hands: hands.join("; ") })}`;
}

/**
 * @param {Naming} by
 * @param {FlatEvent} told
 */
function end({ t, who }, told) {
  /** @type {string[]} */
  const told_places = [];
  let place = 1;
  for (const together of told.places ?? []) {
    for (const seat of together) told_places.push(t("place", { place, who: who(seat), points: told.totals?.[seat] ?? "" }));
    place += together.length;
  }
  return t("end", { places: told_places.join(", ") });
}

/** @type {Record<string, (by: Naming, told: FlatEvent) => string>} */
const SENTENCES = {
  round: (by, e) => {
    const head = e.crown === by.viewer ? by.t("roundYou", { round: e.round })
      : by.t("round", { round: e.round, who: by.who(e.crown) });
    return e.faceup?.length ? `${head}. ${by.t("faceup", { cards: by.list(e.faceup) })}` : head;
  },
  pick: (by, e) => {
    const text = e.character ? by.say("pickKnown", e.seat, { card: by.the(e.character) }) : by.say("pick", e.seat);
    const left = e.left ?? e.passedOn;
    return left ? text + by.t("passedOn", { n: left }) : text;
  },
  set_aside: (by, e) => by.say("setAside", e.seat, { card: someone(by, e) }),
  leave: (by, e) => by.t("stays", { card: upper(someone(by, e)) }),
  theater: (by, e) =>
    e.with === null || e.with === undefined ? by.say("theaterNot", e.seat)
      : by.say("theater", e.seat, {}, e.with) + exchanged(by, e, "swapped"),
  call: (by, e) => by.t("call", { rank: e.rank, card: by.title(e.character) }),
  reveal: (by, e) => by.say("reveal", e.seat, { card: by.the(e.character) }),
  resume: (by, e) => by.say("resume", e.seat, { card: by.the(e.character) }),
  crown: (by, e) => by.say("crown", e.seat, {}, e.from),
  gain: (by, e) => {
    const what = e.gold === undefined || e.gold === null ? by.t("cards", { n: e.cards }) : by.t("gold", { n: e.gold });
    return by.say("gain", e.seat, { what: what + because(by, e) + known(by, e.districts) });
  },
  lose: (by, e) => {
    const what = by.t("gold", { n: e.gold });
    if (e.to === null || e.to === undefined) return by.say("pay", e.seat, { what }) + because(by, e);
    return by.say("give", e.seat, { what }, e.to) + because(by, e);
  },
  draw: (by, e) => by.say("draw", e.seat, { what: by.t("cards", { n: e.count }) + known(by, e.districts) }),
  kept: (by, e) =>
    by.say("kept", e.seat, { what: e.districts ? by.list(e.districts) : by.t("cards", { n: e.count }) }),
  keep,
  mark,
  look: (by, e) => {
    const text = by.say("look", e.seat, { hand: by.hand(e.of) });
    const spied = e.type ? by.t("spied", { type: by.t(e.type), n: e.matches }) : "";
    return text + spied + known(by, e.hand);
  },
  search: (by, e) => by.say("search", e.seat),
  swap: (by, e) => by.say("swap", e.seat, {}, e.with) + exchanged(by, e, "swapCards"),
  discard: (by, e) =>
    by.say("discard", e.seat, { what: by.t("cards", { n: e.count }) + known(by, e.districts) }) + because(by, e),
  move: (by, e) =>
    by.say("move", e.seat, { what: by.t("cards", { n: e.count }) }, e.to) + because(by, e) + known(by, e.districts),
  build,
  confiscate: (by, e) => by.say("confiscate", e.seat, { card: by.the(e.district) }, e.from),
  destroy: (by, e) =>
    e.why === "warlord" || (e.why === "armory" && e.district.replace("+", "") !== "armory")
      ? by.t("destroyed", { by: upper(by.the(e.why)), card: by.owned(e.district, e.seat) })
      : by.say("gaveUp", e.seat, { card: by.the(e.district) }),
  exchange: (by, e) => by.say("exchange", e.seat, { own: by.the(e.own), card: by.owned(e.district, e.of) }),
  seize: (by, e) => by.say("seize", e.seat, { card: by.owned(e.district, e.of) }),
  beautify: (by, e) => by.say("beautify", e.seat, { card: by.the(e.district) }),
  tuck: (by, e) => by.say("tuck", e.seat, { what: by.t("cards", { n: e.count }) + known(by, e.districts) }),
  answer,
  shuffle: (by, e) => by.t("shuffle") + because(by, e),
  announce: (by, e) => (e.on ? by.say("announceOn", e.seat) : by.t("announceOff")),
  complete: (by, e) => by.say("complete", e.seat),
  turn_end: (by, e) => by.say("turnEnd", e.seat),
  over,
  created: ({ t }) => t("created"),
  invitation: ({ t }) => t("invitation"),
  reserved: ({ t }, e) => t("reserved", { seat: e.seat + 1 }),
  declined: ({ t }, e) => t("declined", { seat: e.seat + 1 }),
  join: ({ t, who }, e) => t("join", { who: e.name ?? who(e.seat), seat: e.seat + 1 }),
  get_up: ({ t }, e) => t("getUp", { seat: e.seat + 1 }),
  start: ({ t }) => t("start"),
  ask: (by, e) => by.say("ask", e.seat),
  timeout: (by, e) => by.say("timeout", e.seat),
  takeover: (by, e) => by.say("takeover", e.seat),
  return: (by, e) => by.say("return", e.seat),
  resign: (by, e) => by.say("resign", e.seat),
  forfeit: (by, e) => by.say("forfeit", e.seat),
  aborted: ({ t }) => t("aborted"),
  rematch: ({ t }) => t("rematch"),
  end,
};

/** The kinds of events that have a sentence of their own. */
export const KINDS = Object.keys(SENTENCES);

/**
 * One sentence about what happened, as the listener knows it.
 * @param {import("./grammar.mjs").Tongue} tongue
 * @param {FlatEvent} event
 * @param {import("./grammar.mjs").Listener} listener
 */
export function eventText(tongue, event, listener) {
  const told = flat(event);
  const tell = SENTENCES[told.kind];
  return `${tell ? tell(naming(tongue, listener), told) : tongue.t("unknownEvent")}.`;
}
