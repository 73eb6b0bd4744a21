// What is live: one WebSocket for all that is followed, opened when it is needed, and again by itself when it breaks.
import { problemOf } from "./graphql.mjs";
import { effect, signal } from "./component.mjs";
import { OPERATIONS } from "./operations.mjs";
import { credential, refused } from "./session.mjs";

/** @typedef {import("./graphql.mjs").Problem} Problem */
/** @typedef {import("./api").Operations} Operations */
/**
 * @typedef {object} Followed
 * @property {keyof Operations} name
 * @property {() => object} variables
 * @property {(data: any) => void} next
 * @property {(() => void) | undefined} done
 * @property {((problem: Problem) => void) | undefined} failed
 * @property {string | null} sent the id under which it runs on this socket
 */

/** How the connection stands; `live` too while nothing is followed. */
export const connection = signal(/** @type {"live" | "connecting" | "offline"} */ ("live"));

const LAST_S = 8;
const INIT_S = 6;
const PROBE_S = 2.5;
const LONGEST_MS = 3000;
const TRANSIENT = new Set(["unavailable", "offline", "internal", "rate_limited", "slow", "unknown_outcome"]);
/** @type {Set<Followed>} */
const all = new Set();
/** @type {WebSocket | null} */
let socket = null;
let ready = false;
let failures = 0;
let serial = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {ReturnType<typeof setInterval> | undefined} */
let beating;
let heard = 0;

/**
 * Follow a subscription until `stop` is called. It goes on by itself after a break, with the variables of that moment.
 * @template {keyof Operations} N
 * @param {N} name
 * @param {Operations[N]["variables"] | (() => Operations[N]["variables"])} variables
 * @param {{ next: (data: Operations[N]["data"]) => void, done?: () => void, failed?: (problem: Problem) => void }} hear
 * @returns {() => void} stop
 */
export function follow(name, variables, hear) {
  /** @type {Followed} */
  const one = {
    name,
    variables: typeof variables === "function" ? /** @type {() => object} */ (variables) : () => /** @type {object} */ (variables),
    next: hear.next,
    done: hear.done,
    failed: hear.failed,
    sent: null,
  };
  all.add(one);
  if (ready) subscribe(one);
  else open();
  return () => {
    all.delete(one);
    if (one.sent && ready) socket?.send(JSON.stringify({ id: one.sent, type: "complete" }));
    if (!all.size) rest();
  };
}

/** Nothing is followed any more: the socket is let go. */
function rest() {
  clearTimeout(waiting);
  waiting = undefined;
  const old = socket;
  socket = null;
  ready = false;
  clearInterval(beating);
  if (old) leave(old);
  connection.value = "live";
}

/**
 * Close a socket that nobody listens to any more; one that is on its way, once it is there: a browser warns of it otherwise.
 * @param {WebSocket} old
 */
function leave(old) {
  if (old.readyState === WebSocket.CONNECTING) old.onopen = () => old.close(1000);
  else old.close(1000);
}

function open() {
  if (socket || waiting !== undefined) return;
  connection.value = failures > 2 ? "offline" : "connecting";
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const made = new WebSocket(`${scheme}//${location.host}/graphql`, "graphql-transport-ws");
  socket = made;
  const secret = credential.peek();
  made.onopen = () => {
    made.send(JSON.stringify({ type: "connection_init", payload: secret ? { authorization: `Bearer ${secret}` } : {} }));
  };
  made.onmessage = (event) => {
    if (made !== socket) return;
    heard = Date.now();
    take(JSON.parse(event.data), made);
  };
  made.onclose = (event) => {
    if (made !== socket) return;
    if (event.code === 4403 && secret) refused(secret);
    lost();
  };
  clearInterval(beating);
  heard = Date.now();
  setTimeout(() => {
    if (made !== socket || ready) return;
    made.close();
    lost();
  }, INIT_S * 1000);
  beating = setInterval(() => {
    if (made !== socket) return;
    if (Date.now() - heard > 2.5 * LAST_S * 1000) {
      made.close();
      lost();
    } else if (ready) {
      made.send(JSON.stringify({ type: "ping" }));
    }
  }, LAST_S * 1000);
}

/** The socket is gone: open another, sooner or later. */
function lost() {
  socket = null;
  ready = false;
  clearInterval(beating);
  for (const one of all) one.sent = null;
  if (!all.size) return;
  failures++;
  connection.value = failures > 2 ? "offline" : "connecting";
  const ms = Math.min(LONGEST_MS, 100 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2);
  waiting = setTimeout(() => {
    waiting = undefined;
    open();
  }, ms);
}

/**
 * @param {any} message
 * @param {WebSocket} from
 */
function take(message, from) {
  if (message.type === "connection_ack") {
    ready = true;
    failures = 0;
    connection.value = "live";
    for (const one of all) subscribe(one);
    return;
  }
  if (message.type === "ping") {
    from.send(JSON.stringify({ type: "pong" }));
    return;
  }
  const one = [...all].find((each) => each.sent === message.id);
  if (!one) return;
  if (message.type === "next") {
    if (message.payload.data) one.next(message.payload.data);
    else end(one, problemOf(message.payload.errors?.[0]));
  } else if (message.type === "error") {
    end(one, problemOf(message.payload?.[0]));
  } else if (message.type === "complete") {
    all.delete(one);
    one.done?.();
    if (!all.size) rest();
  }
}

/**
 * Something followed has ended with a problem: it goes on by itself where that is for the moment only.
 * @param {Followed} one
 * @param {Problem} problem
 */
function end(one, problem) {
  one.sent = null;
  problem.code = problem.code.toLowerCase();
  if (TRANSIENT.has(problem.code)) {
    setTimeout(() => {
      if (all.has(one) && ready && !one.sent) subscribe(one);
    }, 500 + (problem.retryAfter ?? 0) * 1000);
    return;
  }
  const secret = credential.peek();
  if (secret && (problem.code === "expired" || problem.code === "unauthenticated")) refused(secret);
  all.delete(one);
  one.failed?.(problem);
  if (!all.size) rest();
}

/** @param {Followed} one */
function subscribe(one) {
  one.sent = String(++serial);
  const payload = { documentId: `sha256:${OPERATIONS[one.name].hash}`, operationName: one.name, variables: one.variables() };
  socket?.send(JSON.stringify({ id: one.sent, type: "subscribe", payload }));
}

// Another credential is another viewer: everything is followed anew.
let known = credential.peek();
effect(() => {
  const now = credential.value;
  if (now === known) return;
  known = now;
  if (!socket) return;
  const old = socket;
  socket = null;
  ready = false;
  leave(old);
  for (const one of all) one.sent = null;
  if (all.size) open();
});

/** Whether the socket is still good: where nothing comes back soon, another is opened. */
function probe() {
  const [asked, before] = [socket, heard];
  if (!asked || !ready) return;
  asked.send(JSON.stringify({ type: "ping" }));
  setTimeout(() => {
    if (asked !== socket || heard !== before) return;
    asked.close();
    lost();
  }, PROBE_S * 1000);
}

// The network has come, gone or changed, or the device was asleep: what was open then may be open no more.
addEventListener("offline", probe);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && probe());
addEventListener("online", () => {
  failures = 0;
  probe();
  if (waiting === undefined) return;
  clearTimeout(waiting);
  waiting = undefined;
  open();
});
