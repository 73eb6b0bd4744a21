import assert from "node:assert/strict";
import test from "node:test";

import { events, results } from "../../../../../web/pages/consoles/events.mjs";

const SENT = ':\n\nevent: next\ndata: {"n":1}\n\n:\n\nevent: next\ndata: {"n":2}\n\nevent: complete\ndata: \n\nevent: next\ndata: {"n":3}\n\n';

/** @param {string} text @param {number} size */
async function* cut(text, size) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

test("events are the same however the stream is cut, and heartbeats are none", async () => {
  for (const size of [1, 2, 7, 1000]) {
    const found = [];
    for await (const one of events(cut(SENT, size))) found.push(`${one.event} ${one.data}`);
    assert.deepEqual(found, ['next {"n":1}', 'next {"n":2}', "complete ", 'next {"n":3}']);
  }
});

test("results end with the subscription, and the request with them", async () => {
  const stop = new AbortController();
  const found = [];
  for await (const one of results(new Blob([SENT]).stream(), stop)) found.push(one.n);
  assert.deepEqual(found, [1, 2]);
  assert.equal(stop.signal.aborted, true);
});

test("who wants no more results ends the request", async () => {
  const stop = new AbortController();
  for await (const one of results(new Blob([SENT]).stream(), stop)) {
    assert.equal(one.n, 1);
    break;
  }
  assert.equal(stop.signal.aborted, true);
});
