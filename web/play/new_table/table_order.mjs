// A new table as it is ordered: what was filled in, made into what the service wants, and what the rules say of it beforehand.

/** @typedef {import("../../core/api").CreateTableInput} CreateTableInput */
/** @typedef {import("../../core/api").SetupInput} SetupInput */
/**
 * What is filled in.
 * @typedef {object} Wish
 * @property {string} name
 * @property {"MODERN" | "CLASSIC"} edition
 * @property {number} players
 * @property {string[]} seats of each seat `you`, `open`, or a level of the house
 * @property {"scenario" | "hand"} by
 * @property {string} scenario "" is the first game
 * @property {boolean} rank9 whether a ninth character plays where the rules leave that open
 * @property {string[]} substitutes who plays where the scenario's own character may not
 * @property {string[]} cast by rank, "" where there is none
 * @property {string[] | null} uniques null: the usual ones
 * @property {Record<string, unknown>} options
 * @property {"NONE" | "DECISION" | "BANK" | "CORRESPONDENCE"} clock
 * @property {number} limit seconds
 * @property {number} bank minutes
 * @property {number} increment seconds
 * @property {number} days
 * @property {"DEFAULT_ACTION" | "AI_TAKES_OVER" | "FORFEIT"} timeout
 * @property {"PUBLIC" | "UNLISTED" | "PRIVATE"} visibility
 * @property {number} delay seconds
 * @property {boolean} rated
 * @property {boolean} demand
 */

/** What is filled in at first: a game against three of the house. */
export const FIRST = /** @type {Wish} */ ({
  name: "", edition: "MODERN", players: 4, seats: ["you", "GREEDY", "GREEDY", "GREEDY"], by: "scenario", scenario: "", rank9: false, substitutes: [], cast: [], uniques: null,
  options: {}, clock: "NONE", limit: 60, bank: 15, increment: 5, days: 3, timeout: "DEFAULT_ACTION", visibility: "PUBLIC", delay: 0, rated: false,
  demand: false,
});

/**
 * How many characters a cast has by the number of players: those that are allowed, the usual one first (S1.2, K-S1).
 * @param {string} edition
 * @param {number} players
 * @returns {number[]}
 */
export function castSizes(edition, players) {
  if (players === 2 || (players === 3 && edition === "CLASSIC")) return [8];
  return players === 3 || players === 8 ? [9] : [8, 9];
}

/**
 * With another number of players: seats that go are let go, those that come are the house's.
 * @param {Wish} wish
 * @param {number} players
 * @returns {Wish}
 */
export function withPlayers(wish, players) {
  const seats = Array.from({ length: players }, (_, at) => wish.seats[at] ?? "GREEDY");
  return { ...wish, players, seats, rank9: false, substitutes: [] };
}

/**
 * With a seat given to somebody else; the maker sits on one seat only.
 * @param {Wish} wish
 * @param {number} at
 * @param {string} who
 * @returns {Wish}
 */
export function withSeat(wish, at, who) {
  const seats = wish.seats.map((one, number) => (number === at ? who : who === "you" && one === "you" ? "open" : one));
  return { ...wish, seats };
}

/**
 * What is sent to ask which game would be dealt.
 * @param {Wish} wish
 * @returns {SetupInput}
 */
export function setupOf(wish) {
  const cast = wish.by === "hand" ? wish.cast.slice(0, Math.max(...castSizes(wish.edition, wish.players))).filter(Boolean) : null;
  return {
    edition: wish.edition,
    players: wish.players,
    ...(wish.by === "scenario" && wish.scenario ? { scenario: wish.scenario } : {}),
    ...(wish.by === "scenario" && wish.rank9 ? { rank9: true } : {}),
    ...(wish.by === "scenario" && wish.substitutes.length ? { substitutes: wish.substitutes } : {}),
    ...(cast ? { cast } : {}),
    ...(wish.by === "hand" && wish.uniques ? { uniques: wish.uniques } : {}),
    ...(Object.keys(wish.options).length ? { options: wish.options } : {}),
    ...(wish.options.initial_crown === "chosen_seat" ? { crown: 0 } : {}),
  };
}

/**
 * How many bonus cards a classic deck chosen by hand holds, how many purple cards are removed for them, and how many may be:
 * the two Keeps are two cards, and the Graveyard that leaves for the Diplomat does not count (K-S2, R-K-32).
 * @param {ReadonlyArray<{ district: string, unique: boolean, bonus: unknown, copies: number }>} districts
 * @param {Wish} wish
 */
export function compositionOf(districts, wish) {
  const purple = districts.filter((card) => card.unique && !card.bonus && !(card.district === "graveyard" && wish.cast.includes("diplomat")));
  const chosen = new Set(wish.uniques ?? []);
  const n = districts.filter((card) => card.bonus && chosen.has(card.district)).length;
  const kept = purple.filter((card) => chosen.has(card.district))
    .reduce((sum, card) => sum + (card.district === "keep" && wish.options.classic_keeps === 1 ? 1 : card.copies), 0);
  const of = purple.reduce((sum, card) => sum + card.copies, 0);
  return { n, of, removed: of - kept, least: Math.max(0, n - 3), most: Math.max(0, n - 2) };
}

/**
 * What is sent to make the table.
 * @param {Wish} wish
 * @returns {CreateTableInput}
 */
export function orderOf(wish) {
  return {
    ...setupOf(wish),
    name: wish.name.trim(),
    seats: wish.seats.map((who) => (who === "you" ? { kind: "YOU" } : who === "open" ? { kind: "OPEN" } : { kind: "AI", level: /** @type {any} */ (who) })),
    clock: clockOf(wish),
    timeout: wish.timeout,
    visibility: wish.visibility,
    spectatorDelayMs: wish.visibility === "PRIVATE" ? 0 : Math.round(wish.delay * 1000),
    rated: wish.rated,
    start: wish.demand ? "DEMAND" : "FULL",
  };
}

/** @param {Wish} wish */
function clockOf(wish) {
  switch (wish.clock) {
    case "DECISION":
      return { kind: wish.clock, limitMs: Math.round(wish.limit * 1000) };
    case "BANK":
      return { kind: wish.clock, bankMs: Math.round(wish.bank * 60_000), incrementMs: Math.round(wish.increment * 1000) };
    case "CORRESPONDENCE":
      return { kind: wish.clock, days: Math.round(wish.days) };
    default:
      return { kind: wish.clock };
  }
}
