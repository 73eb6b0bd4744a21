// What stands around every page, begun as the page begins: its head, its menu, its notices, and what a person likes.
import assert from "node:assert/strict";
import test, { after, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { answers, asked, serve } from "../support/service.mjs";

const ANN = { id: "acct_ann", name: "Ann", kind: "account" };
const { window, store } = makePage({ path: "/nowhere/at/all/1", kept: { theme: "dark", session: JSON.stringify({ account: ANN, secret: "s" }) } });
serve();
globalThis.KeyboardEvent = class {
  static [Symbol.hasInstance](one) { return one?.type === "keydown"; }
};
globalThis.HTMLAnchorElement = class {};
const app = document.body.appendChild(document.createElement("div"));
app.setAttribute("id", "app");
app.append("it comes");
const root = document.documentElement;
await import("../../../../web/core/first_paint.js");
const early = [root.dataset.theme, root.dataset.motion];
await import("../../../../web/main.mjs");
const { render } = await import("../../../../web/core/component.mjs");
const { connection } = await import("../../../../web/core/subscription.mjs");
const { lost, navigate, place } = await import("../../../../web/core/router.mjs");
const { account, become, credential, forget, refused } = await import("../../../../web/core/session.mjs");
const { motion, theme } = await import("../../../../web/core/shell.mjs");
const { say } = await import("../../../../web/core/toasts.mjs");
const { language, speak } = await import("../../../../web/i18n/index.mjs");
await settled();
const at = (selector) => app.querySelector(selector) ?? assert.fail(`there is no ${selector}`);
const act = async (deed) => {
  const event = deed();
  await settled();
  return event;
};
const menu = () => at(".menu button");
const isOpen = () => [menu().getAttribute("aria-expanded"), app.querySelector("#menu") !== null];
const select = async (number, value) => {
  const one = app.querySelectorAll("#menu select")[number];
  one.value = value;
  await act(() => one.fire("change"));
};
after(() => render(null, app));

test("before the first paint what was chosen stands on the page, and nothing else", () => assert.deepEqual(early, ["dark", undefined]));

test("the page stands where it was said to come, its focus where it was, and its title names it", async () => {
  assert.ok(!app.textContent.includes("it comes"));
  assert.equal(document.activeElement, document.body);
  assert.match(document.title, /^\S.* · Citadels Arena$/);
  await act(() => navigate("/nowhere/else"));
  assert.equal(document.activeElement, at("#main"));
  document.activeElement = document.body;
  const before = place.value;
  place.value = { ...before, path: "/on/its/way", page: null };
  await settled();
  assert.deepEqual([document.activeElement === document.body, at("#main").getAttribute("aria-busy"), document.title], [true, "true", "Citadels Arena"]);
  place.value = before;
  await settled();
});

test("what stands around a page is drawn as people have looked at it", async () => {
  connection.value = "live";
  await settled();
  const kept = ["-- to somebody", ...lines(app)];
  await act(() => menu().click());
  kept.push("-- the menu", ...lines(at(".menu")));
  await act(() => menu().click());
  for (const state of ["connecting", "offline"]) {
    connection.value = state;
    await settled();
    kept.push(`-- ${state}`, ...lines(at("#connection")));
  }
  refused("s");
  await settled();
  kept.push("-- refused", ...lines(at("#revoked")));
  lost.value = new Error("gone");
  await settled();
  kept.push("-- lost", ...lines(at("#main")));
  lost.value = null;
  forget();
  await act(() => menu().click());
  kept.push("-- to nobody", ...lines(at(".head")));
  await act(() => menu().click());
  become(ANN, "s");
  connection.value = "live";
  assertKept("shell", kept);
});

test("the menu opens and closes by its button, by Escape, by a press elsewhere and by a way that is taken", async () => {
  assert.deepEqual(isOpen(), ["false", false]);
  await act(() => menu().click());
  assert.deepEqual(isOpen(), ["true", true]);
  await act(() => menu().click());
  assert.deepEqual(isOpen(), ["false", false]);
  await act(() => menu().click());
  await act(() => at("#menu").fire("pointerdown"));
  await act(() => at("#main").fire("keydown", { key: "x" }));
  assert.deepEqual(isOpen(), ["true", true]);
  at("#main").focus();
  await act(() => at("#main").fire("keydown", { key: "Escape" }));
  assert.deepEqual([...isOpen(), document.activeElement === menu()], ["false", false, true]);
  at("#main").focus();
  await act(() => menu().click());
  await act(() => at("#main").fire("pointerdown"));
  assert.deepEqual([...isOpen(), document.activeElement === at("#main")], ["false", false, true]);
  await act(() => menu().click());
  await act(() => app.querySelectorAll("#menu li")[0].click());
  assert.deepEqual(isOpen(), ["false", false]);
  assert.equal(document.heard.filter((one) => one.kind === "keydown" || one.kind === "pointerdown").length, 0);
});

test("colours and motion are chosen, stand on the page, are kept, and come from another tab", async () => {
  const now = () => [root.dataset.theme, root.dataset.motion, store.get("citadels.theme") ?? null, store.get("citadels.motion") ?? null];
  assert.deepEqual(now(), ["dark", "auto", "dark", null]);
  await act(() => menu().click());
  await select(1, "light");
  await select(2, "off");
  assert.deepEqual([...now(), theme.value, motion.value], ["light", "off", "light", "off", "light", "off"]);
  await select(1, "auto");
  assert.deepEqual(now(), ["auto", "off", null, "off"]);
  window.fire("storage", { key: "citadels.theme", newValue: "dark" });
  window.fire("storage", { key: "citadels.motion", newValue: "strange" });
  assert.deepEqual(now(), ["dark", "auto", "dark", null]);
  await select(0, "fr");
  for (let tries = 0; language.value !== "fr" && tries < 100; tries++) await settled();
  assert.deepEqual([language.value, root.lang ?? root.getAttribute("lang")], ["fr", "fr"]);
  await speak("en");
  await act(() => menu().click());
});

test("who was refused may begin anew as a guest", async () => {
  become(ANN, "s");
  refused("s");
  await settled();
  answers.MakeGuest = { makeGuest: { account: { id: "acct_new", name: "Guest", kind: "guest" }, credential: { secret: "new" } } };
  await act(() => at("#revoked button").click());
  for (let tries = 0; location.reload.mock.callCount() === 0 && tries < 200; tries++) await settled();
  assert.deepEqual([account.value.id, credential.value, asked.map(([name]) => name), location.reload.mock.callCount(), app.querySelector("#revoked")], ["acct_new", "new", ["MakeGuest"], 1, null]);
});

test("a page that is lost can be loaded again", async () => {
  lost.value = new Error("gone");
  await settled();
  const before = location.reload.mock.callCount();
  at(".lost button").click();
  assert.equal(location.reload.mock.callCount(), before + 1);
  lost.value = null;
  await settled();
});

test("the last three notices stand there, each for seven seconds", async () => {
  const timers = [];
  const real = setTimeout;
  mock.method(globalThis, "setTimeout", (end, ms) => (ms === 7000 ? timers.push(end) : real(end, ms)));
  const shown = () => app.querySelectorAll(".toast").map((one) => [one.getAttribute("class"), one.textContent]);
  for (const [text, kind] of [["one"], ["two", "good"], ["three", "bad"], ["four"]]) say(text, kind);
  await settled();
  assert.deepEqual(shown(), [["toast good", "two"], ["toast bad", "three"], ["toast info", "four"]]);
  timers[0]();
  timers[2]();
  await settled();
  assert.deepEqual(shown(), [["toast good", "two"], ["toast info", "four"]]);
  mock.restoreAll();
});
