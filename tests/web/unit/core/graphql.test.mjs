// What is asked: as a trusted document, again where that is safe and of use, and with a problem that says what was wrong.
import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

globalThis.addEventListener = () => undefined;
globalThis.localStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

const { Problem, ask, problemOf } = await import("../../../../web/core/graphql.mjs");
const { OPERATIONS } = await import("../../../../web/core/operations.mjs");
const { become, forget, revoked } = await import("../../../../web/core/session.mjs");

/** @type {any[]} What was sent. */
let sent = [];
/** @type {any[]} What is answered in turn, the last one for good: a body, or an error that is thrown. */
let answers = [];
/** @type {number[]} */
let waits = [];
globalThis.fetch = async (url, { method, headers, body, signal }) => {
  sent.push({ url, method, headers, ...JSON.parse(body) });
  signal?.throwIfAborted();
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (answer instanceof Error) throw answer;
  return { statusText: "Bad Gateway", json: async () => answer };
};
mock.method(globalThis, "setTimeout", (done, ms) => (waits.push(ms), queueMicrotask(done)));
mock.method(Math, "random", () => 1);
const fault = (code, more = {}) => ({ message: "no", extensions: { code, ...more } });
const refused = (code, more = {}) => ({ data: null, errors: [fault(code, more)] });
const problem = async (asked) => asked.then(() => assert.fail("a problem was to come"), (error) => (assert.ok(error instanceof Problem, String(error)), error));
beforeEach(() => {
  [sent, answers, waits] = [[], [], []];
  forget();
});

test("it is a trusted document with its variables, and the credential stands in the header", async () => {
  answers = [{ data: { table: { id: "game_1" } } }];
  assert.deepEqual(await ask("PlayTable", { id: "game_1" }), { table: { id: "game_1" } });
  become({ id: "a", name: "Ann", kind: "guest" }, "secret");
  await ask("PlayTable");
  const document = { url: "/graphql", method: "POST", documentId: `sha256:${OPERATIONS.PlayTable.hash}`, operationName: "PlayTable" };
  const headers = { "Content-Type": "application/json", Accept: "application/graphql-response+json, application/json" };
  assert.deepEqual(sent, [
    { ...document, headers, variables: { id: "game_1" } },
    { ...document, headers: { ...headers, Authorization: "Bearer secret" }, variables: {} },
  ]);
});

for (const away of [new TypeError("Failed to fetch"), refused("UNAVAILABLE"), refused("unknown_outcome"), { detail: "busy", code: "unavailable" }, {}]) {
  test(`a read is sent five times while the service is away: ${away instanceof Error ? away.message : JSON.stringify(away)}`, async () => {
    answers = [away];
    await problem(ask("PlayTable", { id: "game_1" }));
    assert.deepEqual([sent.length, waits], [5, [200, 400, 800, 1600]]);
    [sent, waits, answers] = [[], [], [away, away, { data: { table: null } }]];
    assert.deepEqual(await ask("PlayTable", { id: "game_1" }), { table: null });
    assert.deepEqual([sent.length, waits], [3, [200, 400]]);
  });
}

test("a write is sent once, unless it may be sent twice; and a read may be sent once", async () => {
  answers = [new TypeError("Failed to fetch")];
  assert.equal((await problem(ask("PlayPricedMove", {}))).code, "offline");
  assert.equal(sent.length, 1);
  await problem(ask("PlayPricedMove", {}, { again: true }));
  assert.equal(sent.length, 6);
  await problem(ask("PlayTable", {}, { again: false }));
  assert.equal(sent.length, 7);
});

test("who asks too often waits as long as is said, if that is not long", async () => {
  answers = [refused("rate_limited", { retryAfter: 3 }), refused("rate_limited", { retry_after: 2 }), { data: { table: null } }];
  await ask("PlayTable", {});
  assert.deepEqual(waits, [3000, 2000]);
  for (const more of [{ retryAfter: 4 }, {}]) {
    [answers, waits, sent] = [[refused("rate_limited", more)], [], []];
    const found = await problem(ask("PlayTable", {}));
    assert.deepEqual([found.code, found.retryAfter, sent.length], ["rate_limited", more.retryAfter ?? null, 1]);
  }
});

test("what is refused is not sent again, and its problem says all that the service has said", async () => {
  answers = [refused("CONFLICT", { rule: "S6" })];
  const found = await problem(ask("PlayTable", {}));
  assert.deepEqual([found.code, found.message, found.details.rule, found.retryAfter, found.name, sent.length], ["conflict", "no", "S6", null, "Problem", 1]);
  assert.equal(problemOf(undefined).code, "internal");
  assert.equal(problemOf(undefined).message, "");
});

test("an answer that is none says what the door before the service has said", async () => {
  answers = [{ code: "BAD_REQUEST", detail: "too long" }];
  const told = await problem(ask("PlayPricedMove", {}));
  assert.deepEqual([told.code, told.message], ["bad_request", "too long"]);
  answers = [{}];
  const silent = await problem(ask("PlayPricedMove", {}));
  assert.deepEqual([silent.code, silent.message], ["unavailable", "Bad Gateway"]);
});

test("a part that failed is a problem where it is what was asked for, and none where the rest is there", async () => {
  answers = [{ data: { table: null }, errors: [fault("not_found")] }];
  assert.equal((await problem(ask("PlayTable", {}))).code, "not_found");
  answers = [{ data: { table: { id: "game_1" } }, errors: [fault("not_found")] }];
  assert.deepEqual(await ask("PlayTable", {}), { table: { id: "game_1" } });
});

test("a problem in place of a payload is thrown for a mutation, and is an answer to a query", async () => {
  const payload = { __typename: "ConflictProblem", code: "CONFLICT", message: "somebody was first" };
  answers = [{ data: { submit: payload } }];
  const found = await problem(ask("PlayPricedMove", {}));
  assert.deepEqual([found.code, found.message, found.details.__typename], ["conflict", "somebody was first", "ConflictProblem"]);
  assert.deepEqual(await ask("PlayTable", {}), { submit: payload });
  for (const other of [{ ...payload, __typename: "Submitted" }, { __typename: "ConflictProblem" }, { code: "x" }]) {
    answers = [{ data: { submit: other } }];
    assert.deepEqual(await ask("PlayPricedMove", {}), { submit: other });
  }
});

test("a credential that is no longer good is told to the session, and nobody's is not", async () => {
  for (const code of ["EXPIRED", "unauthenticated"]) {
    answers = [refused(code)];
    forget();
    await problem(ask("PlayTable", {}));
    assert.equal(revoked.value, false);
    become({ id: "a", name: "Ann", kind: "guest" }, "secret");
    await problem(ask("PlayTable", {}));
    assert.equal(revoked.value, true, code);
  }
  become({ id: "a", name: "Ann", kind: "guest" }, "secret");
  answers = [refused("forbidden")];
  await problem(ask("PlayTable", {}));
  assert.equal(revoked.value, false);
});

test("what nobody waits for any more is not sent again, and ends as the browser says", async () => {
  const stop = new AbortController();
  answers = [refused("unavailable")];
  const asked = ask("PlayTable", {}, { signal: stop.signal });
  stop.abort(new DOMException("enough", "AbortError"));
  await assert.rejects(asked);
  assert.equal(sent.length, 1);
  await assert.rejects(ask("PlayTable", {}, { signal: stop.signal }), { name: "AbortError" });
  assert.equal(sent.length, 2);
});
