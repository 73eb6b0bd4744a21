/**
 * A tournament as it is followed: what was asked for once, and every frame since. Pure functions.
 *
 * @typedef {{ number: number, at: number, kind: string, facts: Record<string, any> }} Entry
 * @typedef {{ number: number, status: string, standings: any[] | null, progress: any, news: Entry[],
 *   changed: number }} Followed  `standings`: null until they have come;
 *   `changed`: the number of the last entry after which the tournament itself has to be asked for again
 * @typedef {{ number: number, status: string, entries: Entry[], standings?: any[] | null, progress?: any }} Frame
 * @typedef {{ entrant: string, name: string }} Named
 * @typedef {{ games: number, points: number, ahead: number, low: number | null, high: number | null }} Meeting
 */

const NEWS = 40;
/** Entries that change what the tournament is, and not only how it stands. */
const CHANGES = new Set([
  "entered", "withdrew", "started", "paused", "resumed", "cancelled", "ended", "changed", "opened", "closed", "invited",
  "revealed", "created",
]);
/** Entries of which a person wants to hear. */
const TOLD = new Set([...CHANGES, "pairings", "round", "void", "corrected", "forfeited", "result"]);
for (const one of ["changed", "invited", "created"]) TOLD.delete(one);

/**
 * A tournament before any frame has come.
 * @param {{ number: number, status: string, standings: any[] | null, progress: any }} asked
 * @returns {Followed}
 */
export function begun(asked) {
  return { number: asked.number, status: asked.status, standings: asked.standings, progress: asked.progress, news: [],
    changed: 0 };
}

/**
 * The same after a frame; what came before, or again, changes nothing.
 * @param {Followed} before
 * @param {Frame} frame
 * @returns {Followed}
 */
export function after(before, frame) {
  if (frame.number < before.number) return before;
  const fresh = frame.entries.filter((one) => one.number > before.number);
  const changes = fresh.filter((one) => CHANGES.has(one.kind));
  return {
    number: frame.number,
    status: frame.status,
    standings: frame.standings ?? before.standings,
    progress: frame.progress ?? before.progress,
    news: [...fresh.filter((one) => TOLD.has(one.kind)).reverse(), ...before.news].slice(0, NEWS),
    changed: changes.length > 0 ? changes[changes.length - 1].number : before.changed,
  };
}

/**
 * The same with standings that were asked for, unless a frame has brought newer ones. What happened meanwhile is left
 * to the frames that are still to come.
 * @param {Followed} before
 * @param {{ number: number, standings: any[], progress: any }} answer
 * @returns {Followed}
 */
export function filled(before, answer) {
  if (before.standings !== null && answer.number < before.number) return before;
  return { ...before, standings: answer.standings, progress: answer.progress };
}

/**
 * Whether nothing more will happen.
 * @param {string} status
 */
export function ended(status) {
  return status === "OVER" || status === "CANCELLED";
}

/**
 * How far it has come, from 0 to 1; null where nobody can say.
 * @param {{ gamesPlayed: number, gamesExpected?: number | null } | null | undefined} progress
 */
export function part(progress) {
  if (!progress?.gamesExpected) return null;
  return Math.min(1, progress.gamesPlayed / progress.gamesExpected);
}

/**
 * The crosstable's rows as a look-up by row and column.
 * @param {readonly any[] | undefined} rows
 * @returns {(row: string, column: string) => Meeting | undefined}
 */
export function meetings(rows) {
  const found = new Map((rows ?? []).map((one) => [`${one.row}\n${one.column}`, one]));
  return (row, column) => found.get(`${row}\n${column}`);
}

/**
 * The name of everybody who takes part, by the id that games and figures have; a bot that fills a table has its
 * level's name.
 * @template {Named} E
 * @param {readonly E[]} entrants
 * @param {(entrant: E) => string} called
 * @param {(level: string) => string} level what a level is called
 * @returns {(id: string) => string}
 */
export function names(entrants, called, level) {
  const found = new Map(entrants.map((one) => [one.entrant, called(one)]));
  return (id) => found.get(id) ?? id.replace(/^fill:([a-z]+).*$/, (_, one) => level(one));
}

/**
 * The seats of a game by place, the winner first, each with its points; before the end all share the place 0.
 * @param {{ seats: readonly string[], result?: { places: readonly (readonly number[])[], totals: readonly number[],
 *   left: readonly number[] } | null }} game
 * @returns {{ seat: number, who: string, place: number, total: number | null, left: boolean }[]}
 */
export function finish(game) {
  const { seats, result } = game;
  if (!result) return seats.map((who, seat) => ({ seat, who, place: 0, total: null, left: false }));
  let place = 1;
  const made = [];
  for (const group of result.places) {
    for (const seat of group) made.push({ seat, who: seats[seat], place, total: result.totals[seat] ?? null,
      left: result.left.includes(seat) });
    place += group.length;
  }
  return made;
}

/**
 * As what a game counts where that is not what was played, and why: with other places, or for nobody; null where it
 * counts as it was played, and before its end.
 * @param {{ status: string, why: string, corrected: boolean, correction?: string | null }} game
 * @returns {{ as: "corrected" | "void", why: string } | null}
 */
export function otherwise({ status, why, corrected, correction }) {
  if (status === "VOID") return { as: "void", why };
  return status === "OVER" && corrected ? { as: "corrected", why: correction ?? "" } : null;
}

/**
 * The places of the seats, as a correction sends them, from the places by seat that a result has.
 * @param {{ places: readonly (readonly number[])[] } | null | undefined} result
 * @param {number} seats
 * @returns {number[]}
 */
export function placesBySeat(result, seats) {
  const made = Array(seats).fill(0);
  let place = 1;
  for (const group of result?.places ?? []) {
    for (const seat of group) made[seat] = place;
    place += group.length;
  }
  return made;
}

/**
 * What is wrong with places by seat: each from 1 on, and shared places leave out those behind them (1, 1, 3).
 * @param {readonly number[]} places
 */
export function goodPlaces(places) {
  const sorted = [...places].sort((one, other) => one - other);
  return sorted.every((place, at) => place === at + 1 || (at > 0 && place === sorted[at - 1]));
}

/**
 * Where a game is seen: played it is a replay, running a table; nothing while it is withheld or has not begun.
 * @param {{ table: string, status: string, sealed: boolean }} game
 * @returns {string | null}
 */
export function address(game) {
  if (game.status === "WAITING" || game.table === "") return null;
  return game.status === "OVER" && !game.sealed ? `/replay/${game.table}` : `/table/${game.table}`;
}

/**
 * Who sits at which table, from a choice of table by entrant; the number 0 is rest.
 * @param {readonly string[]} entrants
 * @param {Record<string, number>} chosen
 * @returns {string[][]}
 */
export function paired(entrants, chosen) {
  /** @type {Map<number, string[]>} */
  const tables = new Map();
  for (const one of entrants) {
    const table = chosen[one] ?? 0;
    if (table > 0) tables.set(table, [...(tables.get(table) ?? []), one]);
  }
  return [...tables.entries()].sort(([one], [other]) => one - other).map(([, who]) => who);
}
