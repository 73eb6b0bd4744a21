// The log's lines: events put under their rounds and turns, each with the moment that it belongs to.
import { flat } from "./event_text.mjs";

/** @typedef {import("./event_text.mjs").FlatEvent} FlatEvent */
/** @typedef {{ key: string, n: number | null, event: FlatEvent }} Line */
/** @typedef {{ key: string, kind: "draft" | "turn" | "table", seat: number | null, character: string | null, lines: Line[] }} Turn */
/** @typedef {{ key: string, round: number | null, turns: Turn[] }} Round */

/** What the headings and the board say already. */
const SILENT = new Set(["ask", "turn_end", "invitation"]);

/**
 * The lines of a log: what was told, in order, without what the headings say already.
 * An event's `n` is the decision before which it was there; a table's own stream says it by its `ask`s.
 * @param {readonly FlatEvent[]} events
 * @returns {Line[]}
 */
export function linesOf(events) {
  /** @type {Line[]} */
  const lines = [];
  let n = 0;
  events.forEach((event, at) => {
    const told = flat(event);
    if (told.kind === "ask") n = told.n + 1;
    if (SILENT.has(told.kind)) return;
    lines.push({ key: String(event.number ?? at), n: event.n ?? n, event: told });
  });
  return lines;
}

/**
 * The lines under their rounds and turns.
 * @param {readonly Line[]} lines
 * @returns {Round[]}
 */
export function grouped(lines) {
  /** @type {Round[]} */
  const rounds = [];
  /** @type {Round | undefined} */
  let round;
  /** @type {Turn | undefined} */
  let turn;
  /**
   * @param {string} key
   * @param {Turn["kind"]} kind
   * @param {FlatEvent} event
   */
  const open = (key, kind, event) => {
    if (!round || (kind === "draft" && event.kind === "round")) {
      round = { key, round: event.kind === "round" ? event.round : null, turns: [] };
      rounds.push(round);
    }
    const named = kind === "turn";
    turn = { key, kind, seat: named ? event.seat : null, character: named ? event.character : null, lines: [] };
    round.turns.push(turn);
    return turn;
  };
  for (const line of lines) {
    const { kind } = line.event;
    if (kind === "round") turn = open(line.key, "draft", line.event);
    else if (kind === "reveal" || kind === "resume") turn = open(line.key, "turn", line.event);
    else if (kind === "over" || kind === "end") turn = turn?.kind === "table" ? turn : open(line.key, "table", line.event);
    else if (!turn) turn = open(line.key, "table", line.event);
    turn.lines.push(line);
  }
  return rounds;
}
