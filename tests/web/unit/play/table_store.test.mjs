// A table is asked for once, followed by its stream, moved at, and asked for again where something happened to it.
import assert from "node:assert/strict";
import test, { afterEach, mock } from "node:test";

import { makePage, settled } from "../support/dom.mjs";
import { Socket, answers, asked, serve } from "../support/service.mjs";

const ANN = { id: "account_1", name: "Ann", kind: "guest" };
makePage({ path: "/table/game_1", kept: { session: JSON.stringify({ account: ANN, secret: "s" }) } });
serve();
const { html, render } = await import("../../../../web/core/component.mjs");
const { connection } = await import("../../../../web/core/subscription.mjs");
const { Problem } = await import("../../../../web/core/graphql.mjs");
const { become } = await import("../../../../web/core/session.mjs");
const { useTableStore, whyNot } = await import("../../../../web/play/table_store.mjs");
const { rememberCommitment, rememberedCommitment } = await import("../../../../web/verify/commitments.mjs");

let store;
let box;
function Part({ id, invite }) {
  store = useTableStore(id, invite);
  return null;
}
let serial = 0;
const table = (more = {}) => ({ id: "game_1", status: "RUNNING", commitment: "c0ffee", clock: { kind: "DECISION" }, seats: [], ...more });
/** Follow a new table; what was asked before is forgotten. */
async function open({ invite, answer = () => ({ table: table() }) } = {}) {
  if (box) render(null, box);
  asked.length = 0;
  answers.PlayTable = answer;
  answers.PlayLog = { frames: [] };
  box = document.body.appendChild(document.createElement("main"));
  render(html`<${Part} id=${`game_${++serial}`} invite=${invite} />`, box);
  await settled();
  return `game_${serial}`;
}
afterEach(() => {
  if (box) render(null, box);
  box = null;
  mock.restoreAll();
});
const count = (name) => asked.filter(([one]) => one === name).length;
const variables = (name) => asked.filter(([one]) => one === name).map(([, given]) => given);
const socket = () => Socket.opened.at(-1);
const subscribed = () => socket().sent.filter((one) => one.type === "subscribe").at(-1);
const view = (seat, more = {}) => ({ n: 7, decision: { seat, kind: "turn", actions: ["gold", "draw"] }, ...more });
const frame = (number, events = [], more = {}) => ({ type: "EVENTS", number, at: Date.now(), events, position: { number, seat: 0, status: "RUNNING", notation: view(0), decision: { seat: 0, kind: "turn", n: 7, asked: 0 }, result: null }, ...more });
const event = (number, kind = "gain") => ({ number, kind, seat: 0, facts: { json: {} } });
const tell = async (one) => {
  socket().tell({ events: one });
  await settled();
};

test("a table is asked for with the invitation that leads to it, and followed from what is known", async () => {
  const id = await open();
  assert.deepEqual([variables("PlayTable"), subscribed().payload.variables], [[{ id }], { table: id }]);
  assert.equal(store.table.value.status, "RUNNING");
  await tell(frame(5, [event(5)]));
  socket().say({ type: "next", id: subscribed().id, payload: { errors: [{ message: "a moment", extensions: { code: "unavailable" } }] } });
  for (let tries = 0; subscribed().payload.variables.after === undefined && tries < 100; tries++) await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(subscribed().payload.variables, { table: id, after: 5 });
  const other = await open({ invite: "secret" });
  await tell(frame(5, [event(5)]));
  assert.deepEqual([variables("PlayTable")[0], subscribed().payload.variables, variables("PlayLog")], [{ id: other, invite: "secret" }, { table: other, invite: "secret" }, [{ table: other, after: 0, invite: "secret" }]]);
});

test("the commitment of a game that goes on is remembered as it was first seen", async () => {
  const one = table({ id: "game_kept" });
  await open({ answer: () => ({ table: one }) });
  assert.equal(rememberedCommitment("game_kept"), "c0ffee");
  rememberCommitment({ ...one, commitment: "another" });
  assert.equal(rememberedCommitment("game_kept"), "c0ffee");
  rememberCommitment({ id: "game_open", status: "open", commitment: "abc" });
  for (const [id, status, commitment] of [["game_over", "OVER", "c"], ["game_none", "RUNNING", ""]]) {
    rememberCommitment({ id, status, commitment });
    assert.equal(rememberedCommitment(id), null);
  }
  assert.equal(rememberedCommitment("game_open"), "abc");
  for (let at = 0; at < 299; at++) rememberCommitment({ id: `many_${at}`, status: "OPEN", commitment: "c" });
  assert.deepEqual([rememberedCommitment("game_kept"), rememberedCommitment("game_open"), JSON.parse(localStorage.getItem("citadels.commitments")).length], [null, "abc", 300]);
  for (const odd of ["{", "7"]) {
    localStorage.setItem("citadels.commitments", odd);
    assert.equal(rememberedCommitment("game_open"), null);
  }
});

test("what happens to the table itself has it asked for again, and what happens in the game does not", async () => {
  await open();
  await tell(frame(5, [event(5)]));
  assert.equal(count("PlayTable"), 1);
  await tell(frame(6, [event(6, "join")]));
  assert.equal(count("PlayTable"), 2);
  await tell(frame(7, [event(7)]));
  assert.equal(count("PlayTable"), 2);
});

test("what is left in banks is asked for again, at most every four seconds", async () => {
  let now = 1_000_000;
  mock.method(Date, "now", () => now);
  await open({ answer: () => ({ table: table({ clock: { kind: "BANK" } }) }) });
  const counts = [];
  for (const [number, later] of [[5, 0], [6, 3999], [7, 1], [8, 3999]]) {
    now += later;
    await tell(frame(number, [event(number)]));
    counts.push(count("PlayTable"));
  }
  assert.deepEqual(counts, [2, 2, 3, 3]);
});

test("what was before is asked for in parts up to where the stream begins, and no more once it is let go", async () => {
  await open();
  answers.PlayLog = ({ after }) => ({ frames: after < 6 ? [{ number: after + 2, events: [event(after + 1), event(after + 2)] }, { number: after + 3, events: [event(after + 3)] }] : [] });
  await tell(frame(6, [event(6)]));
  assert.deepEqual([variables("PlayLog").map((one) => one.after), store.known.value.log.map((one) => one.number)], [[0, 3], [1, 2, 3, 4, 5, 6]]);
  await open();
  answers.PlayLog = { frames: null };
  await tell(frame(6, [event(6)]));
  assert.deepEqual([count("PlayLog"), store.known.value.log.length], [1, 1]);
  await open();
  answers.PlayLog = ({ after }) => ({ frames: [{ number: after, events: [] }] });
  await tell(frame(6, [event(6)]));
  assert.equal(count("PlayLog"), 1);
  await open();
  let answer;
  answers.PlayLog = () => new Promise((done) => { answer = done; });
  await tell(frame(6, [event(6)]));
  const held = store;
  render(null, box);
  await settled();
  answer({ frames: [{ number: 3, events: [event(1)] }] });
  await settled();
  assert.deepEqual([count("PlayLog"), held.known.value.log.map((one) => one.number)], [1, [6]]);
});

test("of two answers about the table the later question counts", async () => {
  const waiting = [];
  await open({ answer: () => new Promise((done) => waiting.push(done)) });
  void store.refresh();
  await settled();
  waiting[1]({ table: table({ name: "new" }) });
  await settled();
  waiting[0]({ table: table({ name: "old" }) });
  await settled();
  assert.equal(store.table.value.name, "new");
});

test("a table that is not there, or no more for the viewer, is told; what was seen stays where it cannot be asked again", async () => {
  await open({ answer: () => ({ table: null }) });
  assert.equal(store.problem.value.code, "not_found");
  await open({ answer: { fault: "forbidden" } });
  assert.equal(store.problem.value.code, "forbidden");
  await open();
  answers.PlayTable = { fault: "forbidden" };
  await store.refresh();
  assert.deepEqual([store.problem.value, store.table.value.status], [null, "RUNNING"]);
  socket().say({ type: "error", id: subscribed().id, payload: [{ message: "no", extensions: { code: "FORBIDDEN" } }] });
  await settled();
  assert.equal(store.problem.value.code, "forbidden");
  await open();
  const before = count("PlayTable");
  socket().say({ type: "complete", id: subscribed().id });
  await settled();
  assert.equal(count("PlayTable"), before + 1);
});

test("another credential begins anew, and a table that is let go listens no more", async () => {
  await open();
  await tell(frame(5, [event(5)]));
  assert.equal(store.known.value.read, 5);
  become(ANN, "other");
  await settled();
  assert.deepEqual([count("PlayTable"), store.known.value.read, store.known.value.log], [2, 0, []]);
  const held = store;
  let answer;
  answers.PlayTable = () => new Promise((done) => { answer = done; });
  void held.refresh();
  await settled();
  const left = () => socket().sent.filter((one) => one.type === "complete").length + (socket().closed ? 1 : 0);
  const before = left();
  render(null, box);
  await settled();
  assert.ok(left() > before);
  answer({ table: table({ name: "late" }) });
  await settled();
  assert.equal(held.table.value.name, undefined);
  held.refusal.value = new Problem("offline", "");
  connection.value = "connecting";
  connection.value = "live";
  assert.equal(held.refusal.value.code, "offline");
});

test("a move is sent once, with what it answers to, and shows what became of it", async () => {
  const id = await open();
  await store.act("gold");
  assert.equal(count("PlayPricedMove"), 0);
  await tell(frame(5, [event(5)]));
  let answer;
  answers.PlayPricedMove = () => new Promise((done) => { answer = done; });
  void store.act("gold");
  void store.act("draw");
  await settled();
  assert.equal(store.going.value, "gold");
  const [{ input }] = variables("PlayPricedMove");
  assert.deepEqual([count("PlayPricedMove"), { ...input, key: input.key.slice(0, 7) }], [1, { table: id, n: 7, actions: [{ text: "gold" }], key: "page-7-" }]);
  answer({ submit: { events: [event(6)], position: { number: 6, seat: 0, status: "RUNNING", notation: view(1), decision: null, result: null }, stopped: null } });
  await settled();
  assert.deepEqual([store.going.value, store.refusal.value, store.known.value.log.map((one) => one.number), store.known.value.stand.number], [null, null, [5, 6], 6]);
  await store.act("draw");
  assert.equal(count("PlayPricedMove"), 1);
});

test("a move that was not taken leaves its reason, until the next or until the service is back", async () => {
  await open();
  await tell(frame(5, [event(5)]));
  answers.PlayPricedMove = { submit: { events: [], position: null, stopped: { code: "ILLEGAL_ACTION", message: "no" } } };
  await store.act("gold");
  assert.deepEqual([store.refusal.value.code, store.refusal.value.message, store.going.value], ["illegal_action", "no", null]);
  answers.PlayPricedMove = { fault: "conflict" };
  const going = store.act("gold");
  assert.equal(store.refusal.value, null);
  await going;
  assert.deepEqual([store.refusal.value.code, store.going.value], ["conflict", null]);
  connection.value = "offline";
  connection.value = "live";
  assert.equal(store.refusal.value.code, "conflict");
  store.refusal.value = new Problem("offline", "");
  connection.value = "live";
  assert.equal(store.refusal.value.code, "offline");
  connection.value = "connecting";
  assert.equal(store.refusal.value.code, "offline");
  connection.value = "live";
  assert.equal(store.refusal.value, null);
});

test("what is done to the table is shown as it then stands, and asked for again", async () => {
  const id = await open();
  let given;
  const payload = await store.change(async (input) => (given = input, { table: { status: "ABORTED" } }));
  assert.deepEqual([given, payload, store.table.peek().status, store.table.peek().commitment], [{ table: id }, { table: { status: "ABORTED" } }, "ABORTED", "c0ffee"]);
  await settled();
  assert.deepEqual([count("PlayTable"), store.table.value.status], [2, "RUNNING"]);
  assert.equal(await store.change(async () => null), null);
});

test("why actions are not legal is asked only where there are some, and with the invitation", async () => {
  asked.length = 0;
  answers.WhyNot = ({ actions }) => ({ whyNot: actions[0] === "none" ? null : [{ text: actions[0], legal: false }] });
  assert.deepEqual([await whyNot({ id: "game_1" }, []), asked], [[], []]);
  assert.deepEqual(await whyNot({ id: "game_1" }, ["gold"]), [{ text: "gold", legal: false }]);
  assert.deepEqual(await whyNot({ id: "game_1", invite: "secret" }, ["none"]), []);
  assert.deepEqual(variables("WhyNot"), [{ table: "game_1", actions: ["gold"] }, { table: "game_1", actions: ["none"], invite: "secret" }]);
});

test("a move is sent again while the service is away, as it can be taken only once", async () => {
  await open();
  await tell(frame(5, [event(5)]));
  let times = 0;
  answers.PlayPricedMove = () => (times++ === 0 ? { fault: "unavailable" } : { submit: { events: [], position: null, stopped: null } });
  await store.act("gold");
  assert.deepEqual([times, store.refusal.value, new Set(variables("PlayPricedMove").map(({ input }) => input.key)).size], [2, null, 1]);
});
