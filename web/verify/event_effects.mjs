// What happened, done again by this browser: each event moves the cards and the gold of its own state, all chance from the seed.
import { dice } from "./seeded_dice.mjs";
import { laidAside } from "./game_state.mjs";

/** @typedef {import("./game_state.mjs").State} State */
/** @typedef {import("./game_state.mjs").Setup} Setup */
/** @typedef {Record<string, any>} FlatEvent */
/** @typedef {(check: string, what: string) => void} Report */
/**
 * What the events of one decision are told with.
 * @typedef {{ state: State, setup: Setup, do: string, events: readonly FlatEvent[], report: Report, together: number[] | null, taken: boolean }} Doing
 */

/** @type {(a: string, b: string) => number} */
const byId = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** @type {(one: readonly unknown[], other: readonly unknown[]) => boolean} */
const same = (one, other) => one.length === other.length && one.every((card, i) => card === other[i]);

/**
 * Take a card out of a list; whether it was there.
 * @param {string[]} cards
 * @param {string} card
 */
function without(cards, card) {
  const at = cards.indexOf(card);
  if (at >= 0) cards.splice(at, 1);
  return at >= 0;
}

/**
 * Take the top cards of the deck; they must be those that are told.
 * @param {Doing} doing
 * @param {number} count
 * @param {readonly string[]} cards
 */
function drawn({ state, report }, count, cards) {
  const got = state.deck.splice(Math.max(0, state.deck.length - count)).reverse();
  if (!same(got, cards)) report("cards", "drawn");
  return got;
}

/**
 * @param {Doing} doing
 * @param {number} seat
 * @param {readonly string[]} cards
 */
function fromHand({ state, report }, seat, cards) {
  for (const card of cards) if (!without(state.hand[seat] ?? [], card)) report("cards", "hand");
}

/**
 * @param {Doing} doing
 * @param {number} seat
 * @param {string} text
 */
function fromCity({ state, report }, seat, text) {
  const city = state.city[seat] ?? [];
  const at = city.findIndex((one) => one.text === text);
  if (at < 0) {
    report("cards", "city");
    return { text, tucked: [] };
  }
  return /** @type {import("./game_state.mjs").Standing} */ (city.splice(at, 1)[0]);
}

/**
 * The card that chance takes out of a hand must be the one that was taken.
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function lot({ state, report, do: act }, e) {
  const occasion = e.why === "seer" && act === "see" ? "seer" : e.why === "emperor" && !/^give (?!gold|card$)/.test(act) ? "card" : "";
  if (!occasion) return;
  const hand = state.hand[e.seat] ?? [];
  const by = dice(state.seed, `${occasion}/${state.round}/${e.seat}`);
  if (!hand.length || hand[by.below(hand.length)] !== e.districts?.[0]) report("chance", "taken");
}

/**
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function pick({ state, report }, e) {
  const last = state.pool.length === 1 && e.offered?.length === 2;
  const hidden = state.facedown[0];
  const offered = last && hidden ? [...state.pool, hidden.character] : [...state.pool];
  if (!same(offered, e.offered ?? [])) report("characters", "offered");
  if (!offered.includes(e.character)) report("characters", "picked");
  state.characters[e.seat]?.push(e.character);
  without(state.pool, e.character);
  if (last && hidden) {
    const other = offered.find((one) => one !== e.character) ?? "";
    state.pool = [];
    state.facedown[0] = { character: other, seenBy: [e.seat] };
  }
}

/**
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function aside({ state, report }, e) {
  let { character } = e;
  if (!character) {
    character = state.pool[dice(state.seed, `middle/${state.round}`).below(state.pool.length)];
    state.facedown.push({ character, seenBy: [] });
  } else state.facedown.push({ character, seenBy: [e.seat] });
  if (!without(state.pool, character)) report("characters", "aside");
}

/**
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function theater({ state, report, setup }, e) {
  if (e.with === null || e.with === undefined) return;
  const own = state.characters[e.seat] ?? [], other = state.characters[e.with] ?? [];
  const few = setup.players <= 3;
  const taken = few ? other[dice(state.seed, `theater/${state.round}`).below(other.length)] : other[0];
  if (taken !== e.got) report("chance", "theater");
  const given = own.indexOf(e.gave), got = other.indexOf(e.got);
  if (given < 0 || got < 0) return report("characters", "theater");
  own[given] = e.got;
  other[got] = e.gave;
}

/**
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function round({ state, setup, report }, e) {
  const seats = state.gold.map(() => /** @type {string[]} */ ([]));
  Object.assign(state, { round: e.round, ...laidAside(state.seed, e.round, setup) });
  state.characters = seats.map(() => []);
  state.revealed = seats.map(() => []);
  state.built = seats.map(() => []);
  if (!same(state.faceup, e.faceup)) report("characters", "faceup");
}

/**
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function gain(doing, e) {
  const { state } = doing;
  if (e.gold !== undefined) {
    state.gold[e.seat] += e.gold;
    if (e.why === "collect") state.tax = 0;
    return;
  }
  const cards = e.districts ?? [];
  if (e.why === "lighthouse") {
    for (const card of cards) if (!without(state.deck, card)) doing.report("cards", "searched");
    state.hand[e.seat]?.push(...cards);
  } else state.hand[e.seat]?.push(...drawn(doing, e.cards, cards));
}

/**
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function lose({ state }, e) {
  state.gold[e.seat] -= e.gold;
  if (e.to !== null && e.to !== undefined) state.gold[e.to] += e.gold;
  else if (e.why === "tax") state.tax += e.gold;
}

/**
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function keep(doing, e) {
  const { state } = doing;
  if (e.returned) {
    if (!same(state.offered, e.under ?? [])) doing.report("cards", "returned");
    state.deck.unshift(...[...state.offered].reverse());
  } else state.hand[e.seat]?.push(...state.offered);
  state.offered = [];
}

/**
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function move(doing, e) {
  lot(doing, e);
  fromHand(doing, e.seat, e.districts ?? []);
  if (e.why === "wizard" && doing.do.startsWith("build ")) doing.taken = true;
  else doing.state.hand[e.to]?.push(...(e.districts ?? []));
}

/**
 * @param {Doing} doing
 * @param {FlatEvent} e
 */
function shuffle({ state, events }, e) {
  if (e.why === "lighthouse") {
    const searched = events.find((one) => one.kind === "gain" && one.why === "lighthouse");
    state.deck.sort(byId);
    dice(state.seed, `lighthouse/${state.round}/${searched?.seat}`).shuffle(state.deck);
  } else dice(state.seed, `${e.why}/${state.round}`).shuffle(state.deck);
}

/** @type {Record<string, (doing: Doing, e: FlatEvent) => void>} */
const EFFECTS = {
  round, pick, theater, gain, lose, keep, move, shuffle,
  set_aside: aside,
  leave: aside,
  reveal: ({ state }, e) => {
    const shown = state.revealed[e.seat];
    if (shown && !shown.includes(e.character)) shown.push(e.character);
    if (!state.characters[e.seat]?.includes(e.character)) state.revealed[e.seat] = ["?"];
  },
  crown: ({ state, report }, e) => {
    if (state.crown !== e.from) report("course", "crown");
    state.crown = e.seat;
  },
  draw: (doing, e) => {
    doing.state.offered = drawn(doing, e.count, e.districts ?? []);
  },
  kept: ({ state, report }, e) => {
    for (const card of e.districts ?? []) {
      if (!without(state.offered, card)) report("cards", "kept");
      state.hand[e.seat]?.push(card);
    }
  },
  look: ({ state, report }, e) => {
    if (!same([...(state.hand[e.of] ?? [])].sort(byId), [...(e.hand ?? [])].sort(byId))) report("cards", "seen");
  },
  search: ({ state, report }, e) => {
    if (!same([...state.deck].sort(byId), e.deck ?? [])) report("cards", "searched");
  },
  swap: ({ state }, e) => {
    const own = state.hand[e.seat] ?? [], other = state.hand[e.with] ?? [];
    state.hand[e.seat] = [...other].sort(byId);
    state.hand[e.with] = [...own].sort(byId);
  },
  discard: (doing, e) => {
    fromHand(doing, e.seat, e.districts ?? []);
    doing.state.deck.unshift(...[...(e.districts ?? [])].reverse());
  },
  build: (doing, e) => {
    if (!doing.taken) fromHand(doing, e.seat, [e.district]);
    doing.state.building = { card: e.district, seat: e.seat };
  },
  confiscate: ({ state, report }, e) => {
    if (state.building?.card !== e.district) report("cards", "confiscated");
    state.building = { card: e.district, seat: e.seat };
  },
  destroy: (doing, e) => {
    const gone = fromCity(doing, e.seat, e.district);
    doing.state.deck.unshift(...[...gone.tucked].reverse(), gone.text.replace(/\+$/, ""));
    doing.state.ransom = { card: gone.text.replace(/\+$/, ""), under: gone.tucked.length };
  },
  exchange: (doing, e) => {
    const gift = fromCity(doing, e.seat, e.own), wanted = fromCity(doing, e.of, e.district);
    doing.state.city[e.seat]?.push(wanted);
    doing.state.city[e.of]?.push(gift);
  },
  seize: (doing, e) => {
    const wanted = fromCity(doing, e.of, e.district);
    doing.state.city[e.seat]?.push(wanted);
  },
  beautify: ({ state, report }, e) => {
    const one = state.city[e.seat]?.find((built) => built.text === e.district);
    if (one) one.text += "+";
    else report("cards", "city");
  },
  tuck: (doing, e) => {
    fromHand(doing, e.seat, e.districts ?? []);
    const museum = doing.state.city[e.seat]?.find((built) => built.text.replace(/\+$/, "") === "museum");
    if (museum) museum.tucked.push(...(e.districts ?? []));
    else doing.report("cards", "city");
  },
  answer: ({ state }, e) => {
    const { ransom } = state;
    if (!ransom) return;
    if (e.do === "recover") state.hand[e.seat]?.push(ransom.card);
    else state.deck.splice(ransom.under, 0, ransom.card);
    state.ransom = null;
  },
  announce: (doing, e) => {
    doing.state.announced = Boolean(e.on);
    if (e.on) doing.together = [];
  },
  complete: ({ state, together }, e) => {
    if (!together) state.completed.push([e.seat]);
    else {
      if (!together.length) state.completed.push(together);
      together.push(e.seat);
    }
  },
  over: ({ state, report }, e) => {
    if (e.hands && !state.hand.every((hand, seat) => same(hand, e.hands[seat] ?? []))) report("cards", "hand");
  },
};

/**
 * Do again what came of one decision: change the state by the events, in order.
 * @param {State} state changed in place
 * @param {Setup} setup
 * @param {{ do: string, events: readonly FlatEvent[], waits: string | null, fits?: (state: State, event: FlatEvent) => boolean }} moment
 *   `waits`: the kind of the decision that follows; `fits`: whether an event is about as much as the rules say
 * @param {Report} report
 */
export function follow(state, setup, moment, report) {
  const doing = /** @type {Doing} */ ({ state, setup, do: moment.do, events: moment.events, report, together: null, taken: false });
  if (state.ransom && !moment.events.some((event) => event.kind === "answer")) report("cards", "city");
  for (const event of moment.events) {
    if (moment.fits && !moment.fits(state, event)) report(event.gold === undefined ? "cards" : "gold", "amount");
    EFFECTS[event.kind]?.(doing, event);
  }
  if (state.building && moment.waits !== "pay" && moment.waits !== "warrant") {
    const { card, seat } = state.building;
    state.city[seat]?.push({ text: card, tucked: [] });
    if (state.edition === "classic") state.built[seat]?.push(card);
    state.building = null;
  }
  if (state.ransom && moment.waits === "ransom") {
    const [card] = state.deck.splice(state.ransom.under, 1);
    if (card !== state.ransom.card) report("cards", "city");
  } else state.ransom = null;
}
