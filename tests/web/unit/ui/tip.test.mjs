// When the tip of a thing opens and closes, under a pointer, a finger and the focus, and where it stands.
import assert from "node:assert/strict";
import test, { afterEach, mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";

makePage();
const { html, render } = await import("../../../../web/core/component.mjs");
const { Tip, useTip } = await import("../../../../web/ui/tip.mjs");

/** What waits, as the pair of its deed and its time; what is cleared waits no more. */
let waiting = new Map();
const real = { setTimeout, clearTimeout };
let serial = 1e9;
const TIMES = [0, 160, 220, 420];
const boxes = [];
async function drawn(part) {
  const box = document.body.appendChild(document.createElement("div"));
  boxes.push(box);
  render(part, box);
  await settled();
  waiting = new Map();
  mock.method(globalThis, "setTimeout", (act, ms) => {
    if (!TIMES.includes(ms) || !new Error().stack.includes("tip.mjs")) return real.setTimeout(act, ms);
    waiting.set(++serial, [act, ms]);
    return serial;
  });
  mock.method(globalThis, "clearTimeout", (id) => waiting.delete(id) || real.clearTimeout(id));
  return box;
}
afterEach(() => {
  mock.restoreAll();
  boxes.splice(0).forEach((box) => render(null, box));
});
const waits = () => [...waiting.values()].map(([, ms]) => ms);
const elapse = async () => {
  const all = [...waiting.values()];
  waiting.clear();
  all.forEach(([act]) => act());
  await settled();
};
const tipOf = (box) => box.querySelector("[role=tooltip]");
const isOpen = (box) => tipOf(box)?.getAttribute("data-pinned") ?? null;
/** A thing that does something else when it is pressed: what it says of itself. */
function Other({ done }) {
  const told = useTip(false);
  const press = (event) => { if (!told.taken(event)) done.push("pressed"); };
  return html`<span class="other" ...${told.around}><button type="button" ...${told.thing} onClick=${press}>b</button>${told.draw("told")}</span>`;
}

test("a mouse that moves over a thing opens its tip after a while, and closes it a while after it has gone", async () => {
  const box = await drawn(html`<${Tip} tip="told">in<//>`);
  const around = box.querySelector(".tipped");
  around.fire("pointermove", { pointerType: "touch" });
  assert.deepEqual(waits(), []);
  around.fire("pointermove", { pointerType: "mouse" });
  assert.deepEqual(waits(), [220]);
  around.fire("pointermove", { pointerType: "mouse" });
  assert.deepEqual(waits(), [220]);
  await elapse();
  assert.equal(isOpen(box), "false");
  around.fire("pointermove", { pointerType: "mouse" });
  assert.deepEqual(waits(), []);
  around.fire("pointerleave", { pointerType: "touch" });
  assert.deepEqual(waits(), []);
  around.fire("pointerleave", { pointerType: "mouse" });
  assert.deepEqual(waits(), [160]);
  around.fire("pointermove", { pointerType: "mouse" });
  assert.deepEqual(waits(), [220]);
  await elapse();
  assert.equal(isOpen(box), "false");
  around.fire("pointerleave", { pointerType: "mouse" });
  await elapse();
  assert.equal(isOpen(box), null);
});

test("a tip that a press has opened stays when the mouse comes and goes", async () => {
  const box = await drawn(html`<${Tip} tip="told">in<//>`);
  const around = box.querySelector(".tipped");
  around.fire("pointermove", { pointerType: "mouse" });
  box.querySelector("button").click();
  await settled();
  assert.deepEqual([isOpen(box), waits()], ["true", []]);
  around.fire("pointerleave", { pointerType: "mouse" });
  assert.deepEqual(waits(), []);
  around.fire("pointermove", { pointerType: "mouse" });
  await elapse();
  assert.equal(isOpen(box), "true");
  const other = await drawn(html`<${Tip} tip="told">in<//>`);
  other.querySelector(".tipped").fire("pointermove", { pointerType: "mouse" });
  await elapse();
  assert.equal(isOpen(other), "false");
  other.querySelector("button").click();
  await settled();
  assert.equal(isOpen(other), "true");
});

test("a press says whether it was for the tip", async () => {
  let told;
  function Part({ opens }) {
    told = useTip(opens);
    return null;
  }
  const box = await drawn(html`<${Part} opens=${true} />`);
  assert.equal(told.taken(), true);
  render(null, box);
  render(html`<${Part} opens=${false} />`, box);
  assert.equal(told.taken(), false);
});

test("a finger that is held opens the tip, and its press means nothing else then", async () => {
  const done = [];
  const box = await drawn(html`<${Other} done=${done} />`);
  const thing = box.querySelector("button");
  assert.equal(thing.hasAttribute("aria-expanded"), false);
  thing.fire("pointerdown", { pointerType: "mouse" });
  assert.deepEqual(waits(), []);
  thing.fire("pointerdown", { pointerType: "touch" });
  assert.deepEqual(waits(), [420]);
  assert.equal(thing.fire("contextmenu").defaultPrevented, false);
  thing.fire("pointerup", { pointerType: "touch" });
  assert.deepEqual(waits(), []);
  box.querySelector(".other").fire("pointermove", { pointerType: "mouse" });
  thing.fire("pointerdown", { pointerType: "touch" });
  assert.deepEqual(waits(), [420]);
  thing.fire("pointercancel");
  assert.deepEqual(waits(), []);
  assert.equal(thing.click().defaultPrevented, false);
  assert.deepEqual(done, ["pressed"]);
  thing.fire("pointerdown", { pointerType: "touch" });
  await elapse();
  assert.equal(isOpen(box), "true");
  assert.equal(thing.fire("contextmenu").defaultPrevented, true);
  thing.fire("pointerup", { pointerType: "touch" });
  assert.deepEqual([thing.click().defaultPrevented, done], [true, ["pressed"]]);
  assert.deepEqual([thing.click().defaultPrevented, done], [false, ["pressed", "pressed"]]);
  thing.fire("pointerdown", { pointerType: "touch" });
  await elapse();
  thing.fire("pointerdown", { pointerType: "mouse" });
  thing.click();
  assert.equal(done.length, 3);
});

test("what waits to open is given up when a thing is pressed for something else, or goes", async () => {
  const done = [];
  const box = await drawn(html`<${Other} done=${done} />`);
  const around = box.querySelector(".other");
  around.fire("pointermove", { pointerType: "mouse" });
  around.querySelector("button").click();
  assert.deepEqual([done, waits()], [["pressed"], []]);
  around.fire("pointerleave", { pointerType: "mouse" });
  around.fire("pointermove", { pointerType: "mouse" });
  assert.deepEqual(waits(), [220]);
  render(null, box);
  await settled();
  assert.deepEqual(waits(), []);
});

test("the mouse lifted from a thing lets what waits go on", async () => {
  const box = await drawn(html`<${Other} done=${[]} />`);
  box.querySelector(".other").fire("pointermove", { pointerType: "mouse" });
  box.querySelector("button").fire("pointerup", { pointerType: "mouse" });
  assert.deepEqual(waits(), [220]);
});

test("the focus opens a tip where it is seen, and not when it comes into the tip itself", async () => {
  const box = await drawn(html`<${Tip} tip=${html`<a href="/x">x</a>`}>in<//>`);
  const thing = box.querySelector("button");
  thing.fire("focusin");
  assert.deepEqual(waits(), []);
  thing.states.add("focus-visible");
  thing.fire("focusin");
  assert.deepEqual(waits(), [0]);
  await elapse();
  assert.deepEqual([isOpen(box), tipOf(box).querySelector("a").tabIndex], ["false", -1]);
  const link = tipOf(box).querySelector("a");
  link.states.add("focus-visible");
  link.fire("focusin");
  assert.deepEqual(waits(), []);
  thing.fire("focusout", { relatedTarget: link });
  await settled();
  assert.equal(isOpen(box), "false");
  thing.fire("focusout", { relatedTarget: null });
  await settled();
  assert.equal(isOpen(box), null);
});

test("one tip is open at a time, and it goes with Escape, a press elsewhere, a turn of the page and another size of it", async () => {
  const box = await drawn(html`<div><${Tip} tip="one" class="a">a<//><${Tip} tip="two" class="b">b<//></div>`);
  const [a, b] = box.querySelectorAll("button");
  const open = () => box.querySelectorAll("[role=tooltip]").map((one) => one.textContent.trim());
  const after = async (act) => {
    const event = act();
    await settled();
    return [open(), event?.stopped ?? null];
  };
  assert.deepEqual((await after(() => a.click()))[0], ["one"]);
  assert.ok(tipOf(box).matches(":popover-open"));
  assert.deepEqual((await after(() => b.click()))[0], ["two"]);
  assert.deepEqual(await after(() => document.body.fire("keydown", { key: "x" })), [["two"], false]);
  assert.deepEqual(await after(() => document.body.fire("keydown", { key: "Escape" })), [[], true]);
  for (const kind of ["scroll", "resize"]) {
    await after(() => a.click());
    assert.deepEqual((await after(() => window.fire(kind)))[0], [], kind);
  }
  await after(() => a.click());
  assert.deepEqual((await after(() => b.fire("pointerdown", { pointerType: "mouse" })))[0], []);
  assert.deepEqual(window.heard.map((one) => one.kind), []);
  const [first, second, third] = (await drawn(html`<div>${["x", "y", "z"].map((tip) => html`<${Tip} key=${tip} tip=${tip}>${tip}<//>`)}</div>`)).querySelectorAll("button");
  for (const one of [first, second, third]) await after(() => one.fire("keydown", { key: "?" }));
  assert.deepEqual(document.body.querySelectorAll("[role=tooltip]").map((one) => one.textContent.trim()), ["z"]);
  const asked = await after(() => a.fire("keydown", { key: "?" }));
  assert.deepEqual([asked, isOpen(box)], [[["one"], true], "true"]);
});

test("a tip stands above its thing in the middle, below where there is no room, and always inside the window", async () => {
  const box = await drawn(html`<${Tip} tip="told">in<//>`);
  const thing = box.querySelector("button");
  /** Where the tip stands, its thing being there and itself of that size. */
  const place = async ({ left, top, width = 40, height = 20 }, size = [100, 50]) => {
    thing.box = { left, top, width, height, right: left + width, bottom: top + height };
    const made = mock.method(document, "createElementNS", (_, name) => Object.assign(document.createElement(name), name === "span" ? { offsetWidth: size[0], offsetHeight: size[1] } : {}));
    thing.click();
    await settled();
    made.mock.restore();
    const { style } = tipOf(box);
    const found = [style.left, style.top];
    thing.click();
    await settled();
    return found;
  };
  assert.deepEqual(await place({ left: 500, top: 300 }), ["470px", "242px"]);
  assert.deepEqual(await place({ left: 500, top: 66 }), ["470px", "8px"]);
  assert.deepEqual(await place({ left: 500, top: 65 }), ["470px", "93px"]);
  assert.deepEqual(await place({ left: 10, top: 300 }), ["8px", "242px"]);
  assert.deepEqual(await place({ left: 980, top: 300 }), ["892px", "242px"]);
  assert.deepEqual(await place({ left: 500, top: 300 }, [2000, 50]), ["8px", "242px"]);
  assert.deepEqual(await place({ left: 500, top: 30, height: 740 }), ["470px", "742px"]);
  assert.deepEqual(await place({ left: 500, top: 30, height: 740 }, [100, 900]), ["470px", "8px"]);
  assert.ok(lines(box).length);
});
