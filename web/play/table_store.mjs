// A table that is followed: asked for once, kept up by the stream, and moved at. One for each page.
import { Problem, ask } from "../core/graphql.mjs";
import { batch, effect, signal, useEffect, useMemo } from "../core/component.mjs";
import { connection, follow } from "../core/subscription.mjs";
import { credential } from "../core/session.mjs";
import { rememberCommitment } from "../verify/commitments.mjs";
import { NOTHING, mine, moveKey, withAnswer, withFrame, withPast } from "./table_reducer.mjs";

/** @typedef {import("../core/api").Operations} Operations */
/** @typedef {NonNullable<Operations["PlayTable"]["data"]["table"]>} Table */
/** @typedef {{ text: string, legal: boolean, rule?: string | null, why?: string | null }} Reason */
/** @typedef {ReturnType<typeof makeStore>} Store */

/** The time that seats have left is asked for again at most this often. */
const BANKS_MS = 4000;

/**
 * The store of a table, alive as long as the component is.
 * @param {string} id
 * @param {string | undefined} invite
 * @returns {Store}
 */
export function useTableStore(id, invite) {
  const store = useMemo(() => makeStore(id, invite), [id, invite]);
  const who = credential.value;
  useEffect(() => store.run(), [store, who]);
  return store;
}

/**
 * @param {string} id
 * @param {string | undefined} invite
 */
function makeStore(id, invite) {
  const table = signal(/** @type {Table | null} */ (null));
  const known = signal(NOTHING);
  /** What ended it: the table is gone, private, or the credential is. */
  const problem = signal(/** @type {Problem | null} */ (null));
  /** The action that is under way. */
  const going = signal(/** @type {string | null} */ (null));
  /** What became of the last move, where it was not taken. */
  const refusal = signal(/** @type {Problem | null} */ (null));
  let asking = 0;
  let banked = 0;

  /** Ask for the table itself, and drop the answer where a later one is on its way. */
  async function refresh() {
    const turn = ++asking;
    try {
      const { table: found } = await ask("PlayTable", invite ? { id, invite } : { id });
      if (turn !== asking) return;
      if (found) {
        table.value = found;
        rememberCommitment(found);
      } else problem.value = new Problem("not_found", "");
    } catch (error) {
      if (turn === asking && error instanceof Problem && !table.peek()) problem.value = error;
    }
  }

  /** Whether it is time to ask again for what is left in the banks of those who do not have to act. */
  function banksMoved() {
    if (table.peek()?.clock.kind !== "BANK" || Date.now() - banked < BANKS_MS) return false;
    banked = Date.now();
    return true;
  }

  /**
   * Ask for all that happened before the stream was joined, a part at a time.
   * @param {() => boolean} wanted whether it is still wanted
   */
  async function past(wanted) {
    const until = known.peek().read;
    for (let after = 0; after < until; ) {
      const { frames } = await ask("PlayLog", { table: id, after, ...(invite ? { invite } : {}) });
      const last = frames?.[frames.length - 1]?.number ?? 0;
      if (!frames || last <= after || !wanted()) return;
      known.value = withPast(known.peek(), frames.flatMap((frame) => frame.events));
      after = last;
    }
  }

  function run() {
    batch(() => {
      problem.value = null;
      known.value = NOTHING;
    });
    void refresh();
    let begun = false;
    let stopped = false;
    const stop = follow("WatchPricedTable", () => variablesOf(id, invite, known.peek().read), {
      next: ({ events: frame }) => {
        const changes = known.peek().changes;
        known.value = withFrame(known.peek(), frame, Date.now());
        if (known.peek().changes !== changes || banksMoved()) void refresh();
        if (!begun) {
          begun = true;
          past(() => !stopped).catch(() => undefined);
        }
      },
      done: () => void refresh(),
      failed: (fault) => (problem.value = fault),
    });
    let away = false;
    const watch = effect(() => {
      const back = away && connection.value === "live";
      away = connection.value !== "live";
      if (back && refusal.peek()?.code === "offline") refusal.value = null; // it is there again
    });
    return () => {
      asking++;
      stopped = true;
      watch();
      stop();
    };
  }

  /**
   * Take an action of the decision awaited. What comes in the meantime from elsewhere, such as another tab, is shown as it comes.
   * @param {string} action
   */
  async function act(action) {
    const decision = mine(known.peek());
    if (!decision || going.peek() !== null) return;
    const n = known.peek().stand?.notation.n ?? 0;
    batch(() => {
      going.value = action;
      refusal.value = null;
    });
    try {
      const input = { table: id, n, actions: [{ text: action }], key: moveKey(id, n, action) };
      const { submit } = await ask("PlayPricedMove", { input }, { again: true });
      known.value = withAnswer(known.peek(), submit);
      if (submit.stopped) refusal.value = new Problem(String(submit.stopped.code).toLowerCase(), submit.stopped.message, submit.stopped);
    } catch (error) {
      if (error instanceof Problem) refusal.value = error;
      else throw error;
    } finally {
      going.value = null;
    }
  }

  /**
   * Do something to the table itself, and show how it stands then.
   * @param {(input: { table: string }) => Promise<{ table: any } | null>} deed
   */
  async function change(deed) {
    const payload = await deed({ table: id });
    if (payload?.table) table.value = { .../** @type {Table} */ (table.peek() ?? {}), ...payload.table };
    void refresh();
    return payload;
  }

  return { id, invite, table, known, problem, going, refusal, run, act, change, refresh };
}

/**
 * @param {string} table
 * @param {string | undefined} invite
 * @param {number} after
 */
const variablesOf = (table, invite, after) => ({ table, ...(invite ? { invite } : {}), ...(after ? { after } : {}) });

/**
 * Why actions are not legal, asked once for each decision.
 * @param {Store} store
 * @param {string[]} actions
 * @returns {Promise<readonly Reason[]>}
 */
export async function whyNot(store, actions) {
  if (!actions.length) return [];
  const { whyNot: reasons } = await ask("WhyNot", { table: store.id, actions, ...(store.invite ? { invite: store.invite } : {}) });
  return reasons ?? [];
}
