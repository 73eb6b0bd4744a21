// A game's moments by rounds and turns: where each begins, and where the next one is.
import { flat } from "../board/log/event_text.mjs";

/** @typedef {import("../core/notation.d.ts").View} View */
/**
 * @typedef {object} Moment
 * @property {number} n
 * @property {number | null} seat
 * @property {string | null} do
 * @property {string | null} by
 * @property {View} position
 * @property {{ seat: number, kind: string } | null} decision
 * @property {Record<string, any>[]} events flat: facts beside the kind
 */
/** @typedef {{ n: number, round: number, character: string | null, seat: number | null }} Mark where a turn begins; a draft has no character */

/**
 * A moment as the page draws it: the decision stands in the position, and events are flat and know their moment.
 * @param {any} told
 * @returns {Moment}
 */
export function momentOf(told) {
  const { position, decision, n } = told;
  const asked = decision ? { ...(position.decision ?? {}), ...decision, n } : null;
  return {
    ...told,
    position: { ...position, decision: asked },
    events: told.events.map((/** @type {any} */ event) => ({ ...flat(event), number: event.number, n: n + 1 })),
  };
}

/**
 * Who plays the turn of a position, as far as everybody sees.
 * @param {View} position
 */
function player({ turn, bewitched, seats }) {
  if (!turn) return null;
  if (turn.resumed) return (bewitched && typeof bewitched === "object" ? bewitched.by : null) ?? null;
  const seat = seats.findIndex((one) => one.revealed.includes(turn.character));
  return seat < 0 ? null : seat;
}

/**
 * Where the drafts and the turns begin.
 * @param {readonly (Moment | undefined)[]} moments
 * @returns {Mark[]}
 */
export function marksOf(moments) {
  /** @type {Mark[]} */
  const marks = [];
  let last = "";
  for (const moment of moments) {
    if (!moment) continue;
    const { phase, round, turn } = moment.position;
    const key = phase === "turns" ? `${round} ${turn?.character} ${turn?.resumed ?? false}` : `${round} ${phase}`;
    if (key === last || (phase === "turns" && !turn)) continue;
    last = key;
    if (phase !== "over") marks.push({ n: moment.n, round, character: turn?.character ?? null, seat: player(moment.position) });
  }
  return marks;
}

/**
 * Where each round begins.
 * @param {readonly Mark[]} marks
 * @returns {Mark[]}
 */
export const roundsOf = (marks) => marks.filter((mark, at) => mark.round !== marks[at - 1]?.round);

/**
 * The beginning of the part before or after a moment; within a part, back goes to its own beginning first.
 * @param {readonly Mark[]} marks
 * @param {number} n
 * @param {1 | -1} way
 * @param {number} end the last moment
 */
export function jump(marks, n, way, end) {
  if (way > 0) return marks.find((mark) => mark.n > n)?.n ?? end;
  return partOf(marks, n - 1)?.n ?? 0;
}

/**
 * The part that a moment lies in.
 * @param {readonly Mark[]} marks
 * @param {number} n
 */
export function partOf(marks, n) {
  let found = null;
  for (const mark of marks) if (mark.n <= n) found = mark;
  return found;
}
