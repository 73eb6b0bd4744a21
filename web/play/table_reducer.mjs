// What is known of a table: put together from the stream's frames and from the answers to one's own moves, whichever comes first.

/** @typedef {import("../core/notation").View} View */
/** @typedef {import("../core/notation").Event} Event */
/**
 * A position as the service sends it.
 * @typedef {object} Stand
 * @property {number} number of the last event in it
 * @property {number | null} seat the viewer's
 * @property {string} status
 * @property {View} notation
 * @property {{ seat: number, kind: string, n: number, asked: number, deadline?: number | null,
 *   actions?: readonly { text: string, price: number }[] | null } | null} decision
 * @property {{ places: readonly (readonly number[])[], totals: readonly number[], left: readonly number[] } | null} result
 */
/**
 * @typedef {object} Known
 * @property {number} read the number up to which the stream was read: where to go on after a break
 * @property {Stand | null} stand the newest position
 * @property {readonly Event[]} log all events known, by number
 * @property {boolean} ended whether nothing more will come
 * @property {number} changes how often something happened to the table itself: players, start, end
 * @property {number} off the least that lay between the time of a frame and its coming, which tells how far this clock is off: a frame can
 *   come late, and after a break does, but never early
 * @property {number} skew how far this clock is ahead of the service's, in milliseconds
 */

/** Before anything is known. */
export const NOTHING = /** @type {Known} */ ({ read: 0, stand: null, log: [], ended: false, changes: 0, off: Infinity, skew: 0 });

/** Events of the table itself, not of the game: what is known of the table has to be asked for again. */
const OF_THE_TABLE = new Set([
  "join", "leave", "get_up", "start", "end", "over", "aborted", "resign", "forfeit", "takeover", "return", "timeout", "rematch", "reserved",
  "declined", "invitation", "created",
]);
/** A clock this far off is a matter of the way the answer came, not of the clock. */
const TRUSTED_MS = 1500;

/**
 * With one more frame of the stream.
 * @param {Known} known
 * @param {{ type: string, number: number, at: number, events: readonly any[], position?: any, decision?: any }} frame
 * @param {number} now this clock
 * @returns {Known}
 */
export function withFrame(known, frame, now) {
  const fresh = frame.events.filter((event) => event.number > known.read || !known.log.length);
  const changed = fresh.some((event) => OF_THE_TABLE.has(event.kind) || event.facts.json?.kind === "over");
  const off = Math.min(known.off, now - frame.at);
  return {
    ...known,
    read: Math.max(known.read, frame.number),
    stand: newer(known.stand, frame.position),
    log: merged(known.log, frame.events),
    ended: known.ended || frame.type === "END",
    changes: known.changes + (changed ? 1 : 0),
    off,
    skew: Math.abs(off) > TRUSTED_MS ? off : 0,
  };
}

/**
 * With the answer to one's own move, which may come before the stream tells of it.
 * @param {Known} known
 * @param {{ events: readonly any[], position: any }} answer
 * @returns {Known}
 */
export function withAnswer(known, answer) {
  return { ...known, stand: newer(known.stand, answer.position), log: merged(known.log, answer.events) };
}

/**
 * With what happened before the stream was joined.
 * @param {Known} known
 * @param {readonly any[]} events
 * @returns {Known}
 */
export const withPast = (known, events) => ({ ...known, log: merged(known.log, events) });

/**
 * @param {Stand | null} before
 * @param {any} now
 * @returns {Stand | null}
 */
function newer(before, now) {
  if (!now?.notation) return before;
  const same = before && before.seat === now.seat;
  return same && before.number > now.number ? before : now;
}

/**
 * @param {readonly Event[]} log
 * @param {readonly any[]} events
 * @returns {readonly Event[]}
 */
function merged(log, events) {
  if (!events.length) return log;
  const last = log.length ? log[log.length - 1].number : 0;
  if (events[0].number > last) return [...log, ...events];
  const all = new Map(log.map((event) => [event.number, event]));
  for (const event of events) all.set(event.number, event);
  return all.size === log.length ? log : [...all.values()].sort((one, other) => one.number - other.number);
}

/**
 * The decision, if it is the viewer's and he may answer it now.
 * @param {Known} known
 * @returns {import("../core/notation").AwaitedDecision | null}
 */
export function mine(known) {
  const stand = known.stand;
  const decision = stand?.notation.decision;
  return stand && decision && stand.status === "RUNNING" && stand.seat === decision.seat && decision.actions?.length ? decision : null;
}

/**
 * The key under which a move is submitted: the same move of the same decision, from whatever tab or after whatever reload, has the same.
 * @param {string} table
 * @param {number} n
 * @param {string} action
 */
export function moveKey(table, n, action) {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of `${table}/${n}/${action}`) {
    const code = letter.charCodeAt(0);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return `page-${n}-${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
}
