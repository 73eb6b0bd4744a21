// What is followed goes on by itself: after a passing error, after a break, after silence, and as another viewer with another credential.
import assert from "node:assert/strict";
import { beforeEach, mock } from "node:test";
import test from "node:test";

const heard = {};
const listen = (kind, hear) => (heard[kind] ??= []).push(hear);
const fire = (kind, event = {}) => heard[kind].forEach((hear) => hear(event));
globalThis.addEventListener = listen;
globalThis.document = { documentElement: {}, addEventListener: listen, visibilityState: "visible" };
globalThis.location = { protocol: "https:", host: "arena.example" };
globalThis.localStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** A socket of a service that says what a test has it say. */
class Socket {
  /** @type {Socket[]} */
  static opened = [];
  static CONNECTING = 0;
  sent = [];
  closed = null;
  readyState = Socket.CONNECTING;

  constructor(address, protocol) {
    Object.assign(this, { address, protocol });
    Socket.opened.push(this);
  }

  send(text) {
    assert.equal(this.closed, null, "nothing is said into a socket that was closed");
    this.sent.push(JSON.parse(text));
  }

  /** As a browser does, it says later that it is closed; a test lets that be said with `gone`. */
  close(code) {
    this.closed ??= code ?? 0;
  }

  gone(code = 1006) {
    this.closed ??= code;
    this.onclose({ code });
  }

  opens() {
    this.readyState = 1;
    this.onopen();
  }

  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  /** It is open, and the service has greeted. */
  greet() {
    this.opens();
    this.say({ type: "connection_ack" });
  }

  /** What it was asked to follow, and to stop. */
  get asked() {
    return this.sent.filter((one) => one.type === "subscribe");
  }

  get stopped() {
    return this.sent.filter((one) => one.type === "complete").map((one) => one.id);
  }

  get pings() {
    return this.sent.filter((one) => one.type === "ping").length;
  }
}
globalThis.WebSocket = Socket;
mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
const random = mock.method(Math, "random", () => 1);

const { become, credential, forget, revoked } = await import("../../../../web/core/session.mjs");
const { connection, follow } = await import("../../../../web/core/subscription.mjs");
const { OPERATIONS } = await import("../../../../web/core/operations.mjs");
const ANN = { id: "account_1", name: "Ann", kind: "guest" };
const last = () => Socket.opened[Socket.opened.length - 1];
const fault = (code, more = {}) => ({ message: "no", extensions: { code, ...more } });

/** Follow a table; what came of it. */
function table(variables = { table: "game_1" }) {
  const came = { next: [], failed: [], done: 0 };
  came.stop = follow("WatchPricedTable", variables, { next: (data) => came.next.push(data), failed: (problem) => came.failed.push(problem.code), done: () => came.done++ });
  return came;
}

/** What is left by a test is ended. */
let following = [];
const followed = (variables) => {
  const one = table(variables);
  following.push(one);
  return one;
};
beforeEach(() => {
  following.forEach((one) => one.stop());
  following = [];
  mock.timers.tick(60_000);
  forget();
  random.mock.mockImplementation(() => 1);
  Socket.opened = [];
});

test("one socket is opened for all that is followed, and let go with the last of it", () => {
  const first = followed(), second = followed({ table: "game_2" });
  assert.equal(Socket.opened.length, 1);
  assert.deepEqual([last().address, last().protocol, connection.value], ["wss://arena.example/graphql", "graphql-transport-ws", "connecting"]);
  last().greet();
  assert.equal(connection.value, "live");
  assert.deepEqual(last().sent[0], { type: "connection_init", payload: {} });
  assert.deepEqual(last().asked.map((one) => one.payload), ["game_1", "game_2"].map((id) => ({
    documentId: `sha256:${OPERATIONS.WatchPricedTable.hash}`, operationName: "WatchPricedTable", variables: { table: id },
  })));
  const [one, other] = last().asked;
  assert.notEqual(one.id, other.id);
  last().say({ type: "next", id: other.id, payload: { data: { events: 7 } } });
  last().say({ type: "next", id: "no such", payload: { data: { events: 8 } } });
  assert.deepEqual([first.next, second.next], [[], [{ events: 7 }]]);
  first.stop();
  assert.deepEqual([last().stopped, last().closed], [[one.id], null]);
  second.stop();
  assert.deepEqual([last().stopped, last().closed, connection.value], [[one.id, other.id], 1000, "live"]);
  mock.timers.tick(60_000);
  assert.equal(Socket.opened.length, 1);
});

test("what the service has ended is over, and is not asked for again", () => {
  const first = followed(), second = followed();
  last().greet();
  last().say({ type: "complete", id: last().asked[0].id });
  assert.deepEqual([first.done, second.done, last().closed], [1, 0, null]);
  last().say({ type: "complete", id: last().asked[1].id });
  assert.deepEqual([first.done, second.done, last().closed], [1, 1, 1000]);
});

for (const code of ["unavailable", "offline", "internal", "rate_limited", "slow", "unknown_outcome", "UNAVAILABLE"]) {
  test(`after the passing error ${code} it is followed again on the same socket, from where it stands then`, () => {
    let after = 3;
    const one = followed(() => ({ table: "game_1", after }));
    last().greet();
    last().say({ type: "error", id: last().asked[0].id, payload: [fault(code)] });
    after = 9;
    mock.timers.tick(499);
    assert.equal(last().asked.length, 1);
    mock.timers.tick(1);
    assert.equal(Socket.opened.length, 1);
    assert.deepEqual(last().asked.map((asked) => asked.payload.variables.after), [3, 9]);
    assert.notEqual(last().asked[0].id, last().asked[1].id);
    last().say({ type: "next", id: last().asked[0].id, payload: { data: { events: "of before" } } });
    last().say({ type: "next", id: last().asked[1].id, payload: { data: { events: "again" } } });
    assert.deepEqual([one.next, one.failed], [[{ events: "again" }], []]);
  });
}

test("it waits as long as the service says, and asks in vain for nothing that was stopped meanwhile", () => {
  const one = followed(), other = followed();
  last().greet();
  const [first, second] = last().asked.map((asked) => asked.id);
  last().say({ type: "next", id: first, payload: { errors: [fault("rate_limited", { retryAfter: 4 })] } });
  last().say({ type: "error", id: second, payload: [fault("slow")] });
  other.stop();
  mock.timers.tick(4499);
  assert.equal(last().asked.length, 2);
  mock.timers.tick(1);
  assert.equal(last().asked.length, 3);
  assert.deepEqual(one.failed, []);
  assert.deepEqual(last().stopped, []);
});

test("a passing error just before a break asks once more, not twice", () => {
  followed();
  last().greet();
  last().say({ type: "error", id: last().asked[0].id, payload: [fault("slow")] });
  last().gone();
  mock.timers.tick(200);
  last().greet();
  assert.equal(last().asked.length, 1);
  mock.timers.tick(2000);
  assert.equal(last().asked.length, 1);
});

test("any other error is told, and nothing is followed any more", () => {
  const one = followed(), other = followed();
  last().greet();
  last().say({ type: "error", id: last().asked[0].id, payload: [fault("NOT_FOUND")] });
  assert.deepEqual([one.failed, other.failed, last().closed], [["not_found"], [], null]);
  last().say({ type: "next", id: last().asked[1].id, payload: { errors: [fault("forbidden")] } });
  assert.deepEqual([one.failed, other.failed, last().closed], [["not_found"], ["forbidden"], 1000]);
  assert.equal(revoked.value, false);
  mock.timers.tick(60_000);
  assert.equal(Socket.opened.length, 1);
});

for (const code of ["expired", "unauthenticated"]) {
  test(`a stream that ends as ${code} says that the credential is no longer good`, () => {
    become(ANN, "secret");
    const one = followed();
    last().greet();
    last().say({ type: "error", id: last().asked[0].id, payload: [fault(code)] });
    assert.deepEqual([one.failed, revoked.value], [[code], true]);
  });
}

test("who is nobody has no credential that could be refused", () => {
  followed();
  last().greet();
  last().say({ type: "error", id: last().asked[0].id, payload: [fault("unauthenticated")] });
  assert.equal(revoked.value, false);
});

test("a socket that is refused for its credential says so, and one that is lost does not", () => {
  become(ANN, "secret");
  followed();
  last().gone(1006);
  assert.equal(revoked.value, false);
  mock.timers.tick(200);
  last().gone(4403);
  assert.equal(revoked.value, true);
});

test("another credential is another viewer: all is followed anew, on another socket, and what the old one says is not heard", () => {
  become(ANN, "one");
  const one = followed(), other = followed({ table: "game_2" });
  last().greet();
  const old = last();
  assert.deepEqual(old.sent[0].payload, { authorization: "Bearer one" });
  become(ANN, "two");
  assert.deepEqual([Socket.opened.length, old.closed, connection.value], [2, 1000, "connecting"]);
  old.say({ type: "next", id: old.asked[0].id, payload: { data: { events: "for one" } } });
  old.gone(4403);
  assert.deepEqual([one.next, revoked.value, Socket.opened.length], [[], false, 2]);
  last().greet();
  assert.deepEqual(last().sent[0].payload, { authorization: "Bearer two" });
  assert.deepEqual(last().asked.map((asked) => asked.payload.variables.table), ["game_1", "game_2"]);
  last().say({ type: "next", id: last().asked[0].id, payload: { data: { events: "for two" } } });
  assert.deepEqual([one.next, other.next], [[{ events: "for two" }], []]);
  mock.timers.tick(8000);
  assert.deepEqual([old.pings, last().pings], [0, 1]);
  forget();
  last().greet();
  assert.deepEqual([Socket.opened.length, last().sent[0].payload], [3, {}]);
});

test("the same credential, told again by another tab, disturbs nothing", () => {
  become(ANN, "one");
  followed();
  last().greet();
  fire("storage", { key: "citadels.session", newValue: JSON.stringify({ account: ANN, secret: "one" }) });
  assert.equal(Socket.opened.length, 1);
  fire("storage", { key: "citadels.session", newValue: JSON.stringify({ account: ANN, secret: "two" }) });
  assert.deepEqual([Socket.opened.length, credential.value], [2, "two"]);
});

test("a credential that changes while nothing is open opens nothing twice, and counts from then on", () => {
  become(ANN, "one");
  followed();
  last().greet();
  last().gone();
  become(ANN, "two");
  assert.equal(Socket.opened.length, 1);
  mock.timers.tick(200);
  assert.equal(Socket.opened.length, 2);
  last().greet();
  assert.deepEqual(last().sent[0].payload, { authorization: "Bearer two" });
});

test("after a break it goes on from where it stands then, sooner at first and later at last", () => {
  let after = 1;
  followed(() => ({ table: "game_1", after }));
  last().greet();
  after = 5;
  const waits = [];
  const stands = [];
  for (let broken = 0; broken < 7; broken++) {
    last().gone();
    stands.push(connection.value);
    const before = Socket.opened.length;
    let ms = 0;
    while (Socket.opened.length === before) {
      mock.timers.tick(100);
      ms += 100;
    }
    waits.push(ms);
  }
  assert.deepEqual(waits, [200, 400, 800, 1600, 3000, 3000, 3000]);
  assert.deepEqual(stands, ["connecting", "connecting", "offline", "offline", "offline", "offline", "offline"]);
  assert.equal(connection.value, "offline");
  last().greet();
  assert.deepEqual([connection.value, last().asked.map((asked) => asked.payload.variables.after)], ["live", [5]]);
  last().gone();
  random.mock.mockImplementation(() => 0);
  mock.timers.tick(200);
  last().gone();
  const count = Socket.opened.length;
  mock.timers.tick(199);
  assert.equal(Socket.opened.length, count);
  mock.timers.tick(1);
  assert.equal(Socket.opened.length, count + 1); // by lot up to half as long, so that not all come back at once
});

test("a socket that is let go on its way is closed once it is there: a browser warns of one that is closed before", () => {
  followed().stop();
  become(ANN, "one");
  followed();
  become(ANN, "two");
  const [left, old, now] = Socket.opened;
  assert.deepEqual([left.closed, old.closed, now.closed], [null, null, null]);
  for (const one of [left, old]) one.opens();
  assert.deepEqual([left.closed, old.closed, left.sent, old.sent], [1000, 1000, [], []]);
  now.greet();
  assert.deepEqual([Socket.opened.length, now.closed, now.asked.length], [3, null, 1]);
});

test("what is begun while a socket is on its way waits for it", () => {
  followed();
  const socket = last();
  socket.opens();
  followed({ table: "game_2" });
  assert.deepEqual([Socket.opened.length, socket.asked.length], [1, 0]);
  socket.say({ type: "connection_ack" });
  assert.equal(socket.asked.length, 2);
  followed({ table: "game_3" });
  assert.equal(socket.asked.length, 3);
});

test("a service that never greets is left after six seconds, one that has greeted is not", () => {
  followed();
  last().onopen();
  mock.timers.tick(5999);
  assert.equal(last().closed, null);
  mock.timers.tick(1);
  assert.equal(Socket.opened[0].closed, 0);
  mock.timers.tick(200);
  assert.equal(Socket.opened.length, 2);
  last().greet();
  mock.timers.tick(6000);
  assert.equal(last().closed, null);
});

test("a service that has gone silent is left, one that answers pings is kept", () => {
  followed();
  last().greet();
  for (let beat = 1; beat <= 6; beat++) {
    mock.timers.tick(8000);
    last().say({ type: "pong" });
    assert.equal(last().pings, beat);
  }
  assert.equal(Socket.opened.length, 1);
  mock.timers.tick(16_000);
  assert.equal(last().closed, null);
  mock.timers.tick(8000);
  assert.equal(last().closed, 0);
  mock.timers.tick(200);
  assert.equal(Socket.opened.length, 2);
});

test("a ping of the service is answered", () => {
  followed();
  last().greet();
  last().say({ type: "ping" });
  assert.deepEqual(last().sent.slice(-1), [{ type: "pong" }]);
});

for (const [when, event] of [["the network goes", "offline"], ["the network is back", "online"], ["the page is seen again", "visibilitychange"]]) {
  test(`when ${when} the socket is tried, and left where nothing comes back`, () => {
    followed();
    last().greet();
    fire(event);
    assert.equal(last().pings, 1);
    mock.timers.tick(1000);
    last().say({ type: "pong" });
    mock.timers.tick(5000);
    assert.equal(last().closed, null);
    fire(event);
    mock.timers.tick(2499);
    assert.equal(last().closed, null);
    mock.timers.tick(1);
    assert.equal(last().closed, 0);
  });
}

test("a page that goes out of sight tries nothing", () => {
  followed();
  last().greet();
  document.visibilityState = "hidden";
  fire("visibilitychange");
  document.visibilityState = "visible";
  assert.equal(last().pings, 0);
});

test("with the network back another socket is opened at once, and none where one is open or nothing is followed", () => {
  const one = followed();
  for (let broken = 0; broken < 5; broken++) {
    last().gone();
    mock.timers.tick(3000);
  }
  last().gone();
  const count = Socket.opened.length;
  fire("online");
  assert.deepEqual([Socket.opened.length, connection.value], [count + 1, "connecting"]);
  mock.timers.tick(3000);
  last().greet();
  fire("online");
  last().say({ type: "pong" });
  assert.equal(Socket.opened.length, count + 1);
  one.stop();
  fire("online");
  mock.timers.tick(60_000);
  assert.equal(Socket.opened.length, count + 1);
});

test("where nothing is followed any more, no socket is opened after a break", () => {
  const one = followed();
  last().greet();
  last().gone();
  one.stop();
  mock.timers.tick(60_000);
  assert.deepEqual([Socket.opened.length, connection.value], [1, "live"]);
  followed();
  assert.equal(Socket.opened.length, 2);
});
