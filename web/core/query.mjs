/** Questions of a component: asked when it is there, asked again when it should be, and let go when it is gone. */
import { ask } from "./graphql.mjs";
import { useCallback, useEffect, useRef, useState } from "./component.mjs";
import { credential } from "./session.mjs";

/** @typedef {import("./graphql.mjs").Problem} Problem */
/** @typedef {import("./api").Operations} Operations */

/**
 * The answer to a question, kept while it is asked again; null variables ask nothing.
 * @template {keyof Operations} N
 * @param {N} name
 * @param {Operations[N]["variables"] | null} variables
 * @param {{ every?: number | null }} [options] `every`: after so many milliseconds it is asked again, while the page
 *   is looked at
 * @returns {{ data: Operations[N]["data"] | null, problem: Problem | null, asking: boolean, again: () => void }}
 */
export function useQuery(name, variables, { every = null } = {}) {
  const [state, put] = useState(/** @type {{ data: any, problem: any, asking: boolean }} */ ({ data: null,
    problem: null, asking: true }));
  const [turn, turned] = useState(0);
  const key = variables === null ? null : JSON.stringify(variables);
  const last = useRef(/** @type {string | null} */ (null));
  const who = credential.value;
  useEffect(() => {
    if (key === null) return undefined;
    const stop = new AbortController();
    const same = last.current === `${name} ${key} ${who}`;
    last.current = `${name} ${key} ${who}`;
    put((before) => ({ ...before, asking: !same || before.data === null }));
    ask(name, JSON.parse(key), { signal: stop.signal }).then(
      (data) => put({ data, problem: null, asking: false }),
      (problem) => {
        if (!stop.signal.aborted) put((before) => ({ ...before, problem, asking: false }));
      },
    );
    return () => stop.abort();
  }, [name, key, who, turn]);
  useEffect(() => {
    if (every === null) return undefined;
    const beat = setInterval(() => document.visibilityState === "visible" && turned((n) => n + 1), every);
    return () => clearInterval(beat);
  }, [every]);
  const again = useCallback(() => turned((n) => n + 1), []);
  return { ...state, again };
}

/**
 * What is shown gives its name to the page, once it is known.
 * @param {string | null | undefined} name
 */
export function useTitle(name) {
  useEffect(() => {
    if (name) document.title = `${name} · Citadels Arena`;
  }, [name]);
}

/**
 * Draw again every so often, since what is shown tells of the time; null rests.
 * @param {number | null} ms
 */
export function useTick(ms) {
  const [, ticked] = useState(0);
  useEffect(() => {
    if (ms === null) return undefined;
    const beat = setInterval(() => ticked((n) => n + 1), ms);
    return () => clearInterval(beat);
  }, [ms]);
}

/**
 * Something that a person does: one at a time, with its problem until the next try.
 * @returns {{ busy: boolean, problem: Problem | null, run: (act: () => Promise<unknown>) => Promise<boolean>, clear:
 *   () => void }}
 */
export function useMutation() {
  const [state, put] = useState(/** @type {{ busy: boolean, problem: any }} */ ({ busy: false, problem: null }));
  const going = useRef(false);
  const run = useCallback(async (/** @type {() => Promise<unknown>} */ act) => {
    if (going.current) return false;
    going.current = true;
    put({ busy: true, problem: null });
    try {
      await act();
      put({ busy: false, problem: null });
      return true;
    } catch (problem) {
      put({ busy: false, problem });
      return false;
    } finally {
      going.current = false;
    }
  }, []);
  const clear = useCallback(() => put({ busy: false, problem: null }), []);
  return { ...state, run, clear };
}
