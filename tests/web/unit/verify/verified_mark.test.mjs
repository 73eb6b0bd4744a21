// The mark of a verification: when it begins, what it checks, and what it says of each check; and a record as it is read.
import assert from "node:assert/strict";
import test, { afterEach, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { answers, asked, serve } from "../support/service.mjs";

makePage({ path: "/replay/game_1" });
serve();
const { html, render, signal } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const { useVerification, Verification, VerifiedMark } = await import("../../../../web/verify/verified_mark.mjs");
const { rememberCommitment } = await import("../../../../web/verify/commitments.mjs");
const { CHECKS, recordOf } = await import("../../../../web/verify/game_check.mjs");
await loadWords("ui", "replay");

const box = document.body.appendChild(document.createElement("main"));
async function drawn(part) {
  render(null, box);
  await settled();
  render(part, box);
  await settled();
  return box.childNodes.flatMap((one) => lines(one));
}
afterEach(() => {
  render(null, box);
  mock.restoreAll();
});
const TABLE = { id: "game_1", commitment: "c0ffee" };
const HEADER = { id: "game_1", rules: 1, seed: "5eed", commitment: "c0ffee", edition: "modern", players: 2, cast: ["king"], uniques: ["keep"], options: { a: 1 } };
const record = (...rest) => [HEADER, ...rest].map((one) => JSON.stringify(one)).join("\n");

test("a record is its header, its decisions in their order, and its result", () => {
  const result = { places: [[0], [1]], left: [1], scores: [{ total: 3, lines: [] }] };
  assert.deepEqual(recordOf(`${record({ n: 0, seat: 1, do: "gold" }, { n: 1, seat: 0, do: "end" }, { result })}\n\n`), {
    setup: { edition: "modern", players: 2, cast: ["king"], uniques: ["keep"], options: { a: 1 } }, id: "game_1", rules: 1, seed: "5eed", commitment: "c0ffee", crown: null,
    n: 2, taken: [[1, "gold"], [0, "end"]], result: { places: [[0], [1]], left: [1] }, scores: result.scores,
  });
  const odd = recordOf(record({ n: 1, seat: 0, do: "gold" }));
  assert.deepEqual([odd.taken, odd.n, odd.result, odd.scores], [[[-1, "gold"]], 1, null, null]);
  const bare = recordOf(JSON.stringify({ ...HEADER, seed: undefined, crown: 1 }));
  assert.deepEqual([bare.seed, bare.crown, bare.n, bare.taken, bare.result, bare.scores], ["", 1, 0, [], null, null]);
  assert.equal(recordOf(record({ result: { ...result, scores: undefined } })).scores, null);
});

test("the mark and its checks are drawn as people have looked at them, in each state", async () => {
  const kept = [];
  const verdict = (ok) => ({ ok, checks: CHECKS.map((id, at) => ({ id, ok: id === "kept" ? null : ok || at % 2 === 0, why: ok || at % 2 === 0 ? null : { what: "x", ...(at % 4 === 1 ? { n: at - 1 } : {}) }, ...(id === "deal" ? { note: "crown" } : {}) })) });
  for (const [about, checking] of Object.entries({
    waiting: { state: "waiting", share: 0, verdict: null, problem: null }, loading: { state: "loading", share: 0.254, verdict: null, problem: null }, checking: { state: "checking", share: 0.996, verdict: null, problem: null },
    failed: { state: "failed", share: 0, verdict: null, problem: Object.assign(new Error("no"), { code: "offline" }) }, verified: { state: "done", share: 1, verdict: verdict(true), problem: null }, "not verified": { state: "done", share: 1, verdict: verdict(false), problem: null },
  })) {
    kept.push(`-- ${about}`, ...(await drawn(html`<${VerifiedMark} checking=${checking} />`)));
    kept.push(...(await drawn(html`<${Verification} checking=${checking} table=${TABLE} head=${about === "waiting" ? null : { seed: "5eed", rules: 1 }} />`)));
  }
  assertKept("verification", kept);
});

test("its buttons begin, try again, and lead to the moment of a fault", async () => {
  const told = [];
  const ways = { onStart: () => told.push("start"), onRetry: () => told.push("retry"), onGo: (n) => told.push(n) };
  const press = async (checking) => {
    await drawn(html`<${Verification} checking=${{ share: 0, verdict: null, problem: null, ...checking }} table=${TABLE} head=${null} ...${ways} />`);
    box.querySelector("button").click();
  };
  await press({ state: "waiting" });
  await press({ state: "failed", problem: Object.assign(new Error("no"), { code: "offline" }) });
  await press({ state: "done", verdict: { ok: false, checks: [{ id: "deal", ok: false, why: { what: "x", n: 0 } }] } });
  assert.deepEqual(told, ["start", "retry", 0]);
});

/** A replay whose moments come when a test says so. */
function replayOf({ invite, n = 3 } = {}) {
  const loaded = signal(0);
  let come;
  let fail;
  const rest = new Promise((done, failed) => { [come, fail] = [done, failed]; });
  const course = { loaded, moments: [], rest: () => rest };
  const eyes = [];
  return { invite, head: signal({ n, rules: 1, seed: "5eed", result: { places: [[0], [1]], totals: [3, 2] } }), course: (whose) => (eyes.push(whose), course), eyes, loaded, come, fail };
}
let checking;
function Part({ replay, tries = 0, begins = true }) {
  checking = useVerification(replay, TABLE, tries, begins);
  return null;
}

test("a verification begins when it is told to, waits for all moments with all eyes, and checks them against the record", async () => {
  mock.method(console, "error", () => undefined);
  const replay = replayOf({ invite: "secret" });
  asked.length = 0;
  answers.InvitedRecord = { record: record({ n: 0, seat: 1, do: "gold" }, { result: { places: [[0], [1]], left: [] } }) };
  await drawn(html`<${Part} replay=${replay} begins=${false} />`);
  assert.deepEqual([checking, replay.eyes], [{ state: "waiting", share: 0, verdict: null, problem: null, kept: false }, []]);
  render(html`<${Part} replay=${replay} />`, box);
  await settled();
  replay.loaded.value = 2;
  await settled();
  assert.deepEqual([checking.state, checking.share, replay.eyes, asked], ["loading", 0.5, ["all"], []]);
  replay.come();
  for (let tries = 0; checking.state !== "done" && tries < 50; tries++) await settled();
  assert.deepEqual(asked, [["InvitedRecord", { table: "game_1", invite: "secret" }]]);
  assert.deepEqual([checking.state, checking.share, checking.kept, checking.verdict.ok], ["done", 1, false, false]);
  const of = (id) => checking.verdict.checks.find((one) => one.id === id);
  assert.deepEqual([of("commitment").why, of("kept").ok, of("whole").why], [{ what: "seed" }, null, { what: "gap", n: 0 }]);
  rememberCommitment({ id: "game_1", status: "RUNNING", commitment: "other" });
  const again = replayOf();
  asked.length = 0;
  render(html`<${Part} replay=${again} tries=${1} />`, box);
  await settled();
  again.come();
  for (let tries = 0; !checking.kept && tries < 50; tries++) await settled();
  assert.deepEqual([asked, checking.kept, of("kept").why], [[["InvitedRecord", { table: "game_1" }]], true, { what: "kept" }]);
});

test("what hinders a verification is told, and one that was let go says nothing more", async () => {
  const replay = replayOf();
  await drawn(html`<${Part} replay=${replay} />`);
  replay.fail(Object.assign(new Error("no"), { code: "offline" }));
  await settled();
  assert.deepEqual([checking.state, checking.problem.code], ["failed", "offline"]);
  const gone = replayOf();
  await drawn(html`<${Part} replay=${gone} />`);
  render(null, box);
  await settled();
  asked.length = 0;
  gone.come();
  gone.loaded.value = 4;
  await settled();
  assert.deepEqual(asked, []);
  const early = replayOf();
  early.head.value = null;
  await drawn(html`<${Part} replay=${early} />`);
  early.come();
  await settled();
  assert.deepEqual([asked, checking.state], [[], "waiting"]);
});
