// A replay is fetched page by page, what is wanted first, and every moment comes once.
import assert from "node:assert/strict";
import test from "node:test";

globalThis.addEventListener ??= () => undefined;
globalThis.location ??= /** @type {any} */ ({ protocol: "http:", host: "localhost", origin: "http://localhost", pathname: "/", search: "" });
globalThis.document ??= /** @type {any} */ ({ documentElement: { dataset: {} }, addEventListener: () => undefined });

const { openReplay } = await import("../../../../web/replay/moment_loader.mjs");

const LAST = 330;
/** @type {any[]} */
let asked = [];
/** @type {(variables: any) => any} */
let refuse = () => null;

globalThis.fetch = /** @type {any} */ (async (_url, { body }) => {
  const { variables } = JSON.parse(body);
  asked.push(variables);
  const refused = refuse(variables);
  if (refused) return { json: async () => ({ errors: [refused], data: null }) };
  const moments = [];
  for (let n = variables.after + 1; n <= Math.min(LAST, variables.after + variables.first); n++) {
    moments.push({ n, seat: 0, do: "end", by: null, at: null, position: { n }, decision: { seat: 0, kind: "turn" }, events: [] });
  }
  const opening = variables.after < 0 ? [{ number: 1, kind: "created", seat: null, facts: { json: {} } }] : [];
  return { json: async () => ({ data: { replay: { table: variables.table, n: LAST, seats: [], moments, opening } } }) };
});
const begin = (/** @type {string | undefined} */ invite = undefined) => {
  asked = [];
  refuse = () => null;
  return openReplay("game_1", invite);
};

test("all moments come, those around the wanted one first, none is asked for in vain", async () => {
  const course = begin().course("all", 250);
  await course.rest();
  assert.equal(course.loaded.value, LAST + 1);
  assert.ok(course.moments.every((moment, n) => moment?.n === n));
  assert.equal(asked[0].after, 239);
  assert.equal(asked[0].eyes, "all");
  assert.ok(asked.length <= 5, String(asked.length));
  assert.equal(course.opening.length, 1);
});

test("a moment beyond the end is answered with all there is", async () => {
  const course = begin().course(null, 9999);
  await course.rest();
  assert.equal(course.loaded.value, LAST + 1);
});

test("an invitation goes with every question, and none where there is none", async () => {
  await begin("a-secret").course("all").rest();
  assert.deepEqual(new Set(asked.map((one) => one.invite)), new Set(["a-secret"]));
  await begin().course("all").rest();
  assert.ok(asked.every((one) => !("invite" in one)));
});

test("what is wanted on the way comes next", async () => {
  const course = begin().course("0");
  const stop = course.loaded.subscribe((loaded) => loaded === 100 && course.want(310));
  await course.rest();
  stop();
  assert.equal(asked[1].after, 299);
  assert.equal(course.loaded.value, LAST + 1);
});

test("each pair of eyes has a course of its own, and the same one again", () => {
  const replay = begin();
  assert.equal(replay.course("1"), replay.course("1"));
  assert.notEqual(replay.course("1"), replay.course(null));
  replay.close();
});

test("a problem is told, and it goes on where it was when asked to", async () => {
  const replay = begin();
  refuse = ({ after }) => (after >= 99 ? { message: "no", extensions: { code: "FORBIDDEN" } } : null);
  const course = replay.course("2");
  await assert.rejects(course.rest());
  assert.equal(course.problem.value?.code, "forbidden");
  assert.equal(course.loaded.value, 100);
  refuse = () => null;
  course.again();
  await course.rest();
  assert.equal(course.problem.value, null);
  assert.equal(course.loaded.value, LAST + 1);
});

test("who asks too often waits as long as is said, and two seconds where nothing is said", async () => {
  const real = setTimeout;
  const waits = [];
  const mocked = globalThis.setTimeout;
  globalThis.setTimeout = /** @type {any} */ ((act, ms) => (ms >= 1000 ? (waits.push(ms), real(act, 0)) : real(act, ms)));
  const replay = begin();
  let times = 0;
  const tellings = [5, undefined, 90];
  refuse = () => (times < 3 ? { message: "slowly", extensions: { code: "rate_limited", retryAfter: tellings[times++] } } : null);
  const course = replay.course("3");
  await course.rest();
  globalThis.setTimeout = mocked;
  assert.deepEqual([waits, course.loaded.value, times], [[5000, 2000, 30_000], LAST + 1, 3]);
});

test("a replay that is closed tells no problem, and one that has nothing to tell ends", async () => {
  const replay = begin();
  refuse = () => ({ message: "no", extensions: { code: "FORBIDDEN" } });
  const course = replay.course("4");
  replay.close();
  await assert.rejects(course.rest());
  assert.equal(course.problem.value, null);
});
