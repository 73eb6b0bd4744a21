// Where one is in a replay: the moment, whose eyes, playing; the address always says it.
import { useCallback, useEffect, useRef, useState } from "../core/component.mjs";
import { withInvite } from "../core/invitation.mjs";
import { jump } from "./timeline.mjs";
import { keyed } from "./replay_keys.mjs";

/** @typedef {import("./timeline.mjs").Mark} Mark */
/** @typedef {import("./replay_keys.mjs").Stride} Stride */

const ADDRESS_MS = 250;

/**
 * The address of a moment.
 * @param {string} table
 * @param {number} n
 * @param {string | null} eyes
 * @param {string} [invite] the secret that opens the table
 */
export const addressOf = (table, n, eyes, invite) =>
  `/replay/${encodeURIComponent(table)}/${n}${eyes === null ? "" : `?seat=${encodeURIComponent(eyes)}`}${withInvite(invite)}`;

const MOST_BEHIND = 2;

/**
 * Keep the moment and the eyes, from the address and into it. Steps are drawn one a frame, none left out, however fast they are asked for;
 * a jump leaves out what lies between.
 * @param {{ table: string, invite: string | undefined, params: Record<string, string>, query: URLSearchParams, of: number }} props
 *   `of`: the last moment
 */
export function usePlayback({ table, invite, params, query, of }) {
  const asked = params.n === undefined ? 0 : Math.max(0, Math.trunc(Number(params.n)) || 0);
  const [n, setN] = useState(asked);
  const [eyes, setEyes] = useState(() => eyesOf(query));
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const wanted = useRef(n);
  const frame = useRef(0);
  const ahead = useRef(/** @type {number[]} */ ([]));
  const told = useRef(/** @type {any} */ (0));

  const draw = useCallback(() => {
    const next = ahead.current.shift();
    frame.current = ahead.current.length ? requestAnimationFrame(draw) : 0;
    if (next !== undefined) setN(next);
  }, []);
  const go = useCallback((/** @type {number} */ to) => {
    const next = Math.min(Math.max(0, to), Number.isFinite(of) ? of : to);
    if (Math.abs(next - wanted.current) !== 1) ahead.current = [];
    ahead.current.push(next);
    wanted.current = next;
    if (!frame.current) frame.current = requestAnimationFrame(draw);
  }, [of]);

  useEffect(() => {
    if (n > of) go(of);
  }, [of]);
  useEffect(() => {
    go(asked);
    setEyes(eyesOf(query));
  }, [params, query]);
  useEffect(() => {
    clearTimeout(told.current);
    told.current = setTimeout(() => {
      if (location.pathname + location.search === addressOf(table, n, eyes)) return;
      history.replaceState(history.state, "", addressOf(table, n, eyes, invite));
    }, ADDRESS_MS);
    return () => clearTimeout(told.current);
  }, [table, invite, n, eyes]);
  useEffect(() => {
    if (!playing) return undefined;
    if (wanted.current >= of) return void setPlaying(false); // not `n`: what plays again from the start is not drawn there yet
    const timer = setTimeout(() => go(wanted.current + 1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [playing, speed, n, of, go]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  return {
    n, eyes, setEyes, playing, speed, setSpeed, go, wanted,
    /** Whether a key that is held has asked for more steps than were drawn. */
    behind: () => ahead.current.length > MOST_BEHIND,
    toggle: () => {
      if (!playing && wanted.current >= of) go(0);
      setPlaying(!playing);
    },
  };
}
/** @typedef {ReturnType<typeof usePlayback>} Playback */

/** @param {URLSearchParams} query */
function eyesOf(query) {
  const said = query.get("seat");
  return said !== null && /^([0-7]|all)$/.test(said) ? said : null;
}

/**
 * Strides through the game, and the keys that do the same.
 * @param {Playback} moving
 * @param {readonly Mark[]} turns
 * @param {readonly Mark[]} rounds
 * @param {number} of
 */
export function useStrides(moving, turns, rounds, of) {
  const stride = (/** @type {Stride} */ kind, /** @type {1 | -1} */ way) => {
    const at = moving.wanted.current;
    if (kind === "step") moving.go(at + way);
    else if (kind === "end") moving.go(way > 0 ? of : 0);
    else moving.go(jump(kind === "turn" ? turns : rounds, at, way, of));
  };
  const latest = useRef({ stride, moving });
  latest.current = { stride, moving };
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const meant = keyed(event);
      if (!meant) return;
      event.preventDefault();
      if (event.repeat && latest.current.moving.behind()) return;
      if (meant === "play") latest.current.moving.toggle();
      else latest.current.stride(meant.stride, meant.way);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  return stride;
}
