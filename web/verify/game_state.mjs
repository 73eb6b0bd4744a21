// A game as this browser follows it by itself: dealt from the seed, changed by what happened, held against what the service shows.
import { BOXES } from "./deck_order.mjs";
import { dice } from "./seeded_dice.mjs";

/** @typedef {import("../core/notation.d.ts").View} View */
/** @typedef {{ text: string, tucked: string[] }} Standing */
/** @typedef {{ character: string, seenBy: number[] }} Aside */
/**
 * @typedef {object} State
 * @property {string} seed
 * @property {"modern" | "classic"} edition
 * @property {string[]} cast
 * @property {Record<string, unknown>} options
 * @property {number} round
 * @property {number} crown
 * @property {number[]} gold
 * @property {string[][]} hand
 * @property {Standing[][]} city
 * @property {string[][]} built classic: the districts built this round
 * @property {string[][]} characters
 * @property {string[][]} revealed
 * @property {string[]} deck the last one is on top
 * @property {string[]} faceup
 * @property {Aside[]} facedown
 * @property {string[]} pool
 * @property {number} tax
 * @property {number[][]} completed
 * @property {boolean} announced
 * @property {string[]} offered the cards drawn of which some will be kept
 * @property {{ card: string, seat: number } | null} building a district paid for, or being paid for, that does not stand yet
 * @property {{ card: string, under: number } | null} ransom a district destroyed that its owner may still recover
 */

/**
 * A setup: what a deal hangs on, beside its seed.
 * @typedef {{ edition: "modern" | "classic", players: number, cast: string[], uniques: string[], options: Record<string, unknown> }} Setup
 */

/** @param {string} card */
const districtOf = (card) => card.replace(/\+$/, "");

/** @type {Map<string, Map<string, { type: string, cost: number }>>} */
const printed = new Map();

/**
 * What is printed on a district.
 * @param {string} edition
 * @param {string} card
 * @returns {{ type: string, cost: number }}
 */
export function printedOn(edition, card) {
  let cards = printed.get(edition);
  if (!cards) {
    const box = edition === "classic" ? BOXES.classic : BOXES.modern;
    cards = new Map(box.districts.map(([id, type, cost]) => [id, { type, cost }]));
    printed.set(edition, cards);
  }
  return cards.get(districtOf(card)) ?? { type: "", cost: 0 };
}

/**
 * The characters laid aside before a draft: faceup ones, never of rank 4, and one facedown; the rest is the pool.
 * @param {string} seed
 * @param {number} round
 * @param {Setup} setup
 */
export function laidAside(seed, round, { edition, players, cast, options }) {
  const lot = dice(seed, `characters/${round}`);
  const pool = [...cast];
  const rank = new Map(BOXES[edition].characters);
  const count = players >= 4 ? Math.max(0, cast.length - players - 2) : 0;
  const hide = () => ({ character: /** @type {string} */ (pool.splice(lot.below(pool.length), 1)[0]), seenBy: [] });
  const show = () => {
    /** @type {string[]} */
    const shown = [];
    while (shown.length < count && pool.some((one) => rank.get(one) !== 4)) {
      const at = lot.below(pool.length);
      if (rank.get(/** @type {string} */ (pool[at])) !== 4) shown.push(.../** @type {string[]} */ (pool.splice(at, 1)));
    }
    return shown;
  };
  if (options.discard_order === "facedown_first") {
    const facedown = [hide()];
    return { faceup: show(), facedown, pool };
  }
  const faceup = show();
  return { faceup, facedown: [hide()], pool };
}

/**
 * The game as the seed deals it. Where somebody chose who has the crown first, `crown` says whose it is.
 * @param {string} seed
 * @param {Setup} setup
 * @param {number | null} crown
 * @returns {State}
 */
export function dealt(seed, setup, crown) {
  const { edition, players, cast, uniques, options } = setup;
  /** @type {string[]} */
  const deck = [];
  for (const [id, type, , copies] of BOXES[edition].districts) {
    const there = id === "keep" && options.classic_keeps === 1 ? 1 : copies;
    if (type !== "unique" || uniques.includes(id)) for (let i = 0; i < there; i++) deck.push(id);
  }
  dice(seed, "deck").shuffle(deck);
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const hand = seats.map(() => deck.splice(deck.length - 4, 4).reverse());
  return {
    seed, edition, cast, options, round: 1,
    crown: crown ?? dice(seed, "crown").below(players),
    gold: seats.map(() => 2), hand, city: seats.map(() => []), built: seats.map(() => []),
    characters: seats.map(() => []), revealed: seats.map(() => []), deck, ...laidAside(seed, 1, setup),
    tax: 0, completed: [], announced: false, offered: [], building: null, ransom: null,
  };
}

/** @param {any} card */
const standing = (card) =>
  typeof card === "string" ? { text: card, tucked: [] } : { text: String(card.id), tucked: [...card.tucked] };

/**
 * The game as a position with everything open tells it. What only lies on the way is taken from who knows: `before`.
 * @param {View} position
 * @param {State} before
 * @returns {State}
 */
export function claimed(position, before) {
  const { decision } = position;
  const seats = /** @type {any[]} */ (position.seats);
  const paying = decision?.kind === "pay" ? String(decision.do).split(" ")[1] : decision?.kind === "warrant" ? decision.district : null;
  return {
    ...before,
    round: position.round, crown: position.crown,
    gold: seats.map((seat) => seat.gold), hand: seats.map((seat) => [...seat.hand]),
    city: seats.map((seat) => seat.city.map(standing)), built: seats.map((seat) => [...(seat.built ?? [])]),
    characters: seats.map((seat) => [...seat.characters]), revealed: seats.map((seat) => [...seat.revealed]),
    deck: [.../** @type {string[]} */ (position.deck)].reverse(), faceup: [...position.faceup],
    facedown: /** @type {any[]} */ (position.facedown).map((one) => ({ character: one.character, seenBy: [...one.seen_by] })),
    pool: [.../** @type {string[]} */ (position.pool ?? [])], tax: position.tax ?? 0,
    completed: (position.completed ?? []).map((one) => (typeof one === "number" ? [one] : [...one])),
    announced: position.announced ?? false,
    offered: decision?.kind === "keep" ? [.../** @type {string[]} */ (decision.cards)] : [],
    building: paying ? { card: paying, seat: before.building?.seat ?? decision?.seat ?? 0 } : null,
    ransom: decision?.kind === "ransom" ? { card: String(decision.district), under: decision.under ?? 0 } : null,
  };
}

/** What is compared, and under which check a difference is told. @type {ReadonlyArray<readonly [keyof State, string]>} */
const COMPARED = [
  ["round", "course"], ["crown", "course"], ["completed", "course"], ["announced", "course"], ["built", "course"],
  ["gold", "gold"], ["tax", "gold"],
  ["hand", "cards"], ["city", "cards"], ["deck", "cards"], ["offered", "cards"], ["building", "cards"], ["ransom", "cards"],
  ["characters", "characters"], ["revealed", "characters"], ["faceup", "characters"], ["facedown", "characters"],
  ["pool", "characters"],
];

/**
 * In what two states differ, and under which check that is told.
 * @param {State} own
 * @param {State} theirs
 * @returns {{ check: string, field: keyof State }[]}
 */
export function differences(own, theirs) {
  return COMPARED.filter(([field]) => JSON.stringify(own[field]) !== JSON.stringify(theirs[field])).map(
    ([field, check]) => ({ check, field }),
  );
}
