// A question of a component: when it is asked, asked again, and let go.
import assert from "node:assert/strict";
import test, { afterEach, mock } from "node:test";

import { makePage, settled } from "../support/dom.mjs";
import { answers, asked, serve } from "../support/service.mjs";

const ANN = { id: "acct_ann", name: "Ann", kind: "account" };
makePage({ path: "/tournaments/cup_1", kept: { session: JSON.stringify({ account: ANN, secret: "ctd_live_00000000001secret" }) } });
serve();
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const { become } = await import("../../../../web/core/session.mjs");
const { useQuery, useTick, useTitle } = await import("../../../../web/core/query.mjs");
const { clear, drawn } = await import("../support/forms.mjs");
await loadWords("ui");

afterEach(() => {
  clear();
  mock.restoreAll();
  become(ANN, "ctd_live_00000000001secret");
});

test("a question is asked again by the clock while one looks, and when one asks; its answer stays until the next", async () => {
  let beat;
  mock.method(globalThis, "setInterval", (act, ms) => (beat = [act, ms], 77));
  const cleared = mock.method(globalThis, "clearInterval", () => undefined);
  const seen = [];
  let again;
  function Part({ of, every }) {
    const found = useQuery("MyBots", of, { every });
    again = found.again;
    seen.push([found.data?.bots ?? null, found.problem?.code ?? null, found.asking]);
    return null;
  }
  const draw = (box, of, every) => (render(html`<${Part} of=${of} every=${every} />`, box), settled());
  answers.MyBots = { bots: 1 };
  const box = await drawn(html`<${Part} of=${null} />`);
  assert.deepEqual([asked, seen.at(-1)], [[], [null, null, true]]);
  await draw(box, { first: 1 }, 5000);
  assert.deepEqual([asked.length, seen.at(-1), beat[1]], [1, [1, null, false], 5000]);
  seen.length = 0;
  answers.MyBots = { bots: 2 };
  beat[0]();
  await settled();
  assert.deepEqual([asked.length, seen.some(([, , asking]) => asking), seen.at(-1)], [2, false, [2, null, false]]);
  document.visibilityState = "hidden";
  beat[0]();
  await settled();
  document.visibilityState = "visible";
  assert.equal(asked.length, 2);
  answers.MyBots = { fault: "forbidden" };
  again();
  await settled();
  assert.deepEqual([asked.length, seen.at(-1)], [3, [2, "forbidden", false]]);
  answers.MyBots = { bots: 3 };
  seen.length = 0;
  await draw(box, { first: 2 }, 5000);
  assert.deepEqual([seen.some(([, , asking]) => asking), seen.at(-1)], [true, [3, null, false]]);
  await draw(box, { first: 2 }, null);
  assert.deepEqual(cleared.mock.calls.map((one) => one.arguments[0]).includes(77), true);
});

test("what is shown names the page once its name is known, and is drawn again by the clock", async () => {
  let beat;
  mock.method(globalThis, "setInterval", (act, ms) => (beat = [act, ms], 78));
  const cleared = mock.method(globalThis, "clearInterval", () => undefined);
  document.title = "before";
  let count = 0;
  function Part({ name, ms }) {
    useTitle(name);
    useTick(ms);
    count++;
    return null;
  }
  const box = await drawn(html`<${Part} name=${null} ms=${null} />`);
  assert.deepEqual([document.title, beat], ["before", undefined]);
  render(html`<${Part} name="The cup" ms=${1000} />`, box);
  await settled();
  assert.deepEqual([document.title, beat[1]], ["The cup · Citadels Arena", 1000]);
  const before = count;
  beat[0]();
  await settled();
  assert.equal(count, before + 1);
  render(null, box);
  await settled();
  assert.deepEqual(cleared.mock.calls.map((one) => one.arguments[0]), [78]);
});
