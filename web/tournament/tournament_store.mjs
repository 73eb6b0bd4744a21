/** A tournament that is followed live: asked for once, then kept up to date by its stream. */
import { ask } from "../core/graphql.mjs";
import { useCallback, useEffect, useRef, useState } from "../core/component.mjs";
import { follow } from "../core/subscription.mjs";
import { credential } from "../core/session.mjs";
import { after, begun, ended, filled } from "./tournament_state.mjs";

/** The figures are asked for again at most this often: they are many. */
const FIGURES_MS = 3000;

/**
 * The tournament, how it stands, and all figures.
 * @param {string} id
 * @returns {{ tournament: any, state: import("./tournament_state.mjs").Followed | null, figures: any, problem: any, missing:
 *   boolean, again: () => void,
 *   put: (tournament: any) => void }} `put`: what a mutation has answered
 */
export function useTournament(id) {
  const [tournament, put] = useState(/** @type {any} */ (null));
  const [state, setState] = useState(/** @type {import("./tournament_state.mjs").Followed | null} */ (null));
  const [figures, setFigures] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [missing, setMissing] = useState(false);
  const [turn, setTurn] = useState(0);
  const latest = useRef(/** @type {import("./tournament_state.mjs").Followed | null} */ (null));
  const who = credential.value;

  useEffect(() => {
    const stop = new AbortController();
    /** @type {() => void} */
    let leave = () => undefined;
    setProblem(null);
    const load = async () => {
      const figuresSoon = ask("Standings", { tournament: id }, { signal: stop.signal });
      figuresSoon.catch(() => undefined);
      const { tournament: found } = await ask("Tournament", { id }, { signal: stop.signal });
      if (stop.signal.aborted) return;
      setMissing(found === null);
      if (found === null) return;
      put(found);
      latest.current ??= begun(/** @type {any} */ ({ ...found, standings: null }));
      setState(latest.current);
      const live = !ended(found.status) || found.secret === null;
      if (live) leave = following();
      const { standings } = await figuresSoon;
      if (stop.signal.aborted || standings === null) return;
      setFigures(standings.statistics);
      const known = filled(latest.current, standings);
      latest.current = live ? known : { ...known, number: standings.number };
      setState(latest.current);
    };
    const following = () => follow("FollowTournament", () => ({ id, after: latest.current?.number ?? 0 }), {
      next: ({ tournament: frame }) => frame && hear(/** @type {any} */ (frame)),
      failed: setProblem,
    });
    /** @param {import("./tournament_state.mjs").Frame} frame */
    const hear = (frame) => {
      if (latest.current === null) return;
      latest.current = after(latest.current, frame);
      setState(latest.current);
    };
    load().catch((fault) => !stop.signal.aborted && setProblem(fault));
    return () => {
      stop.abort();
      leave();
    };
  }, [id, who, turn]);

  useThrottled(state?.number ?? null, FIGURES_MS,
    () => ask("Standings", { tournament: id }).then(({ standings }) => standings && setFigures(standings.statistics)));
  useThrottled(state?.changed ?? null, 400,
    () => ask("Tournament", { id }).then(({ tournament: found }) => found && put(found)));
  const again = useCallback(() => setTurn((n) => n + 1), []);
  return { tournament, state, figures, problem, missing, again, put };
}

/**
 * Do something once a number has changed, at most so often, and once more where it has changed meanwhile. Null is no
 * number yet: the first one that comes is no change.
 * @param {number | null} value
 * @param {number} ms
 * @param {() => Promise<unknown>} act
 */
export function useThrottled(value, ms, act) {
  const first = useRef(value);
  const waiting = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const last = useRef(0);
  const doing = useRef(act);
  doing.current = act;
  useEffect(() => {
    const before = first.current;
    first.current = value;
    if (value === before || value === null || before === null) return;
    if (waiting.current !== undefined) return;
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      last.current = Date.now();
      doing.current().catch(() => undefined);
    }, Math.max(50, last.current + ms - Date.now()));
  }, [value]);
  useEffect(() => () => clearTimeout(waiting.current), []);
}
