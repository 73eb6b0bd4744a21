// The moments of a game that is over, fetched page by page: those that are wanted first, then all others.
import { ask } from "../core/graphql.mjs";
import { signal } from "../core/component.mjs";
import { momentOf } from "./timeline.mjs";

/** @typedef {import("./timeline.mjs").Moment} Moment */
/** @typedef {import("../core/api").Operations["Replay"]["data"]["replay"]} Answer */
/** @typedef {NonNullable<Answer>} Head */
/**
 * The game as some eyes saw it.
 * @typedef {object} Course
 * @property {(Moment | undefined)[]} moments by number; filled in place
 * @property {import("@preact/signals").Signal<number>} loaded how many are there
 * @property {import("@preact/signals").Signal<import("../core/graphql.mjs").Problem | null>} problem
 * @property {Record<string, any>[]} opening what happened before the first decision
 * @property {() => boolean} whole
 * @property {(n: number) => void} want fetch the moments around this one next
 * @property {() => Promise<void>} rest resolves when all are there; a problem is thrown
 * @property {() => void} again go on after a problem
 */

const PAGE = 100;
const AHEAD = 10;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * One page of moments; where the service asks to wait, it is asked again later.
 * @param {object} variables
 * @param {AbortSignal} signal
 * @returns {Promise<Head>}
 */
async function page(variables, signal) {
  for (;;) {
    try {
      const { replay } = await ask("Replay", /** @type {any} */ (variables), { signal });
      return /** @type {Head} */ (replay);
    } catch (error) {
      const fault = /** @type {any} */ (error);
      if (fault.code !== "rate_limited" || signal.aborted) throw error;
      await pause(1000 * Math.min(30, fault.retryAfter ?? 2));
    }
  }
}

/**
 * The replay of a table: `head` is what is said about the whole game, `course` the game as given eyes saw it.
 * @param {string} table
 * @param {string} [invite] the secret of an invitation, where the table is private
 */
export function openReplay(table, invite) {
  const head = signal(/** @type {Head | null} */ (null));
  const stop = new AbortController();
  /** @type {Map<string, Course>} */
  const courses = new Map();

  /**
   * @param {string | null} eyes a seat, `all`, or null for spectators
   * @param {number} from the moment that is wanted first
   * @returns {Course}
   */
  function course(eyes, from = 0) {
    const key = eyes ?? "";
    const found = courses.get(key);
    if (found) return found;
    const made = follow({ table, ...(invite ? { invite } : {}), eyes }, from, head, stop.signal);
    courses.set(key, made);
    return made;
  }
  return { invite, head, course, close: () => stop.abort() };
}
/** @typedef {ReturnType<typeof openReplay>} Replay */

/**
 * @param {{ table: string, invite?: string, eyes: string | null }} what
 * @param {number} from
 * @param {import("@preact/signals").Signal<Head | null>} head
 * @param {AbortSignal} stop
 * @returns {Course}
 */
function follow(what, from, head, stop) {
  /** @type {(Moment | undefined)[]} */
  const moments = [];
  /** @type {Record<string, any>[]} */
  const opening = [];
  const loaded = signal(0);
  const problem = signal(/** @type {any} */ (null));
  let wanted = Math.max(0, from - AHEAD);
  let running = false;
  /** @type {{ done: () => void, failed: (error: unknown) => void }[]} */
  const waiting = [];
  const total = () => (head.peek() ? /** @type {Head} */ (head.peek()).n + 1 : Infinity);
  const whole = () => loaded.peek() >= total();

  /** The number of the first moment that is missing, from the one that is wanted on, else from the start. */
  const missing = () => {
    const end = Math.min(total(), moments.length + 1);
    for (let n = wanted; n < end; n++) if (!moments[n]) return n;
    if (wanted >= end && wanted < total() && !moments[wanted]) return wanted;
    for (let n = 0; n < total(); n++) if (!moments[n]) return n;
    return 0;
  };

  async function run() {
    if (running) return;
    running = true;
    problem.value = null;
    try {
      while (!whole()) {
        const answer = await page({ ...what, after: missing() - 1, first: PAGE }, stop);
        if (answer.opening.length) opening.splice(0, Infinity, ...answer.opening.map((event) => ({ ...event, n: 0 })));
        let more = 0;
        for (const told of answer.moments) {
          if (!moments[told.n]) more += 1;
          moments[told.n] = momentOf(told);
        }
        if (!head.peek()) head.value = { ...answer, moments: [], opening: [] };
        if (!more) {
          if (wanted === 0) break;
          wanted = 0; // a moment beyond the end was asked for
        }
        loaded.value += more;
      }
      for (const one of waiting.splice(0)) one.done();
    } catch (error) {
      if (!stop.aborted) problem.value = error;
      for (const one of waiting.splice(0)) one.failed(error);
    }
    running = false;
  }
  void run();
  return {
    moments, opening, loaded, problem, whole,
    want: (n) => {
      if (!moments[n]) wanted = Math.max(0, n - AHEAD);
    },
    rest: () => (whole() ? Promise.resolve() : new Promise((done, failed) => {
      waiting.push({ done: () => done(undefined), failed });
      void run();
    })),
    again: () => void run(),
  };
}
