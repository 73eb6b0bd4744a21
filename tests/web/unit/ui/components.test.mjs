// What all pages are made of, drawn in node as people have looked at it, and what a press, a key or a typed word does.
import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";

makePage();
const { html, render, useState } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const { Problem: Fault } = await import("../../../../web/core/graphql.mjs");
const { Badge, Bar, Button, Check, Choice, Confirm, Copy, Dialog, Disclosure, Empty, Field, Loading, Panel, Pager, Problem, Scroll, Select, Stat, Tabs, Tip } = {
  ...(await import("../../../../web/ui/index.mjs")), ...(await import("../../../../web/ui/bar.mjs")), ...(await import("../../../../web/ui/dialog.mjs")), ...(await import("../../../../web/ui/pager.mjs")), ...(await import("../../../../web/ui/tip.mjs")),
};
const { detailOf, mayPass } = await import("../../../../web/ui/states.mjs");
const { useButtonAction } = await import("../../../../web/play/button_action.mjs");
const { drawn } = await import("../support/forms.mjs");
await loadWords("ui");

const none = () => undefined;
const fault = (code, message = "no", more = {}) => new Fault(code, message, more);

test("what pages are made of is drawn as people have looked at it", async () => {
  const parts = {
    badge: [html`<${Badge}>plain<//>`, html`<${Badge} kind="good" icon="i" class="more" title="t">good<//>`],
    bar: [[0.5], [-1], [2], [0.5, 0.2, 0.7], [0.5, 0.2], [0.5, undefined, 0.7], [0.5, 0, 1, 0.25]].map(([value, low, high, mark]) => html`<${Bar} value=${value} label="l" low=${low} high=${high} mark=${mark} />`).concat(html`<${Bar} value=${1} label="l" kind="gold" />`),
    button: [html`<${Button}>b<//>`, html`<${Button} kind="primary" size="big" icon="i" class="more" data-x="1">b<//>`, html`<${Button} busy>b<//>`, html`<${Button} refused="why not">b<//>`, html`<${Button} href="/to" busy>b<//>`],
    field: [html`<${Field} label="l" value="v" onInput=${none} />`, html`<${Field} label="l" value="" onInput=${none} hint="h" />`, html`<${Field} label="l" value="" onInput=${none} error="e" class="more" />`, html`<${Field} label="l" value="" onInput=${none} hint="h" error="e" rows=${3} maxlength="9" />`, html`<${Field} label="l" value="" type="password" onInput=${none} />`],
    select: [html`<${Select} label="l" value=${2} onChange=${none} options=${[{ value: 1, label: "one" }, { value: "2", label: "two", disabled: true }]} />`, html`<${Select} label="l" value="x" onChange=${none} options=${[]} hint="h" class="more" />`],
    check: [html`<${Check} label="l" checked onChange=${none} />`, html`<${Check} label="l" checked=${false} onChange=${none} hint="h" />`],
    choice: [html`<${Choice} label="l" value="a" onChange=${none} options=${[{ value: "a", label: "A", icon: "i" }, { value: "b", label: "B" }]} />`, html`<${Choice} label="l" value="c" onChange=${none} options=${[]} quiet />`],
    disclosure: [html`<${Disclosure} summary="s">in<//>`, html`<${Disclosure} summary="s" open class="more" id="i">in<//>`],
    panel: [html`<${Panel}>in<//>`, html`<${Panel} title="t" level=${3} aside="a" class="more">in<//>`, html`<${Panel} aside="a">in<//>`],
    stat: [html`<${Stat} label="l" value=${3} />`, html`<${Stat} label="l" value=${3} more="m" />`, html`<${Scroll} label="l">in<//>`],
    states: [html`<${Loading} />`, html`<${Loading} label="l" lines=${1} />`, html`<${Empty} title="t" />`, html`<${Empty} title="t" art="a" action="b">in<//>`],
    problem: [
      null, fault("not_found"), fault("offline", "no", { retryAfter: 1.2 }), fault("strange", "what is this"), fault("strange", ""), fault("invalid", "name: a text of the form ^x is needed"), fault("invalid", "name: too long"), new Error("plain"),
    ].flatMap((problem) => [html`<${Problem} problem=${problem} onRetry=${none} />`, html`<${Problem} problem=${problem}>in<//>`]),
    pager: [html`<${Pager} more onMore=${none} />`, html`<${Pager} more=${false} onMore=${none} />`, html`<${Pager} more onMore=${none} busy />`, ...[[0, 3], [1, 3], [2, 3], [0, 1], [0, 2], [undefined, 3], [1, undefined]].map(([page, pages]) => html`<${Pager} page=${page} pages=${pages} onPage=${none} />`)],
    copy: [html`<${Copy} text="text" />`, html`<${Copy} text=${"long".repeat(9)} label="l" secret />`, html`<${Copy} text="text" short secret />`],
    dialog: [html`<${Dialog} open title="t" onClose=${none}>in<//>`, html`<${Dialog} open=${false} title="t" onClose=${none}>in<//>`, html`<${Dialog} open title="t" onClose=${none} actions="a" wide held>in<//>`, html`<${Confirm} open title="t" yes="y" danger confirm="c" onYes=${none} onClose=${none}>in<//>`, html`<${Confirm} open title="t" yes="y" onYes=${none} onClose=${none} />`],
    tabs: [html`<${Tabs} label="l" tabs=${[{ id: "a", label: "A", badge: 0, panel: () => "in a" }, { id: "b", label: "B", panel: () => "in b" }]} />`, html`<${Tabs} label="l" chosen="b" tabs=${[{ id: "a", label: "A", panel: () => "in a" }, { id: "b", label: "B", badge: 3, panel: () => "in b" }]} />`, html`<${Tabs} label="l" tabs=${[]} />`],
    tip: [html`<${Tip} tip="told">in<//>`, html`<${Tip} tip="told" label="l" class="more">in<//>`, html`<${Tip} tip="told" bare><button>b</button><//>`],
  };
  const kept = [];
  for (const [name, all] of Object.entries(parts)) {
    for (const [at, part] of all.entries()) {
      const box = await drawn(part);
      kept.push(`-- ${name} ${at}`, ...box.childNodes.flatMap((one) => lines(one)));
      render(null, box);
    }
  }
  assertKept("ui", kept);
});

test("what is typed, chosen or pressed is told, and nothing is pressed that is held", async () => {
  const told = [];
  const tell = (name) => (value) => void told.push([name, value?.type ?? value]);
  const box = await drawn(html`<div><${Field} label="l" value="" onInput=${tell("field")} /><${Select} label="l" value="" onChange=${tell("select")} options=${[]} />
    <${Check} label="l" checked=${false} onChange=${tell("check")} /><${Choice} label="l" value="a" onChange=${tell("choice")} options=${[{ value: "a", label: "A" }, { value: "b", label: "B" }]} />
    <${Button} onClick=${tell("button")}>b<//><${Button} busy onClick=${tell("busy")}>b<//><${Button} refused="no" onClick=${tell("refused")}>b<//>
    <${Disclosure} summary="s" onToggle=${tell("toggle")}>in<//></div>`);
  const [text, box2, radio, other] = box.querySelectorAll("input");
  text.value = "typed";
  text.fire("input");
  box.querySelector("select").value = "picked";
  box.querySelector("select").fire("change");
  box2.checked = true;
  box2.fire("change");
  assert.ok(radio);
  other.fire("change");
  const held = box.querySelectorAll("button").map((one) => one.click().defaultPrevented);
  const details = box.querySelector("details");
  details.open = true;
  details.fire("toggle");
  assert.deepEqual(told, [["field", "typed"], ["select", "picked"], ["check", true], ["choice", "b"], ["button", "click"], ["toggle", true]]);
  assert.deepEqual(held, [false, true, true]);
});

test("pages are turned within their bounds", async () => {
  const asked = [];
  for (const page of [0, 1, 2]) {
    const box = await drawn(html`<${Pager} page=${page} pages=${3} onPage=${(to) => asked.push(to)} />`);
    box.querySelectorAll("button").forEach((one) => one.click());
  }
  assert.deepEqual(asked, [1, 0, 2, 1]);
});

test("a dialog opens, closes by its sign and its ground, and not where it is held", async () => {
  let closed = 0;
  const box = await drawn(html`<${Dialog} open title="t" onClose=${() => closed++}>in<//>`);
  const dialog = box.querySelector("dialog");
  assert.equal(dialog.open, true);
  dialog.querySelector("button").click();
  assert.deepEqual([dialog.open, closed], [false, 1]);
  dialog.showModal();
  dialog.querySelector("h2").click();
  assert.equal(dialog.open, true);
  dialog.click();
  assert.deepEqual([dialog.open, closed], [false, 2]);
  assert.equal(dialog.fire("cancel").defaultPrevented, false);
  render(html`<${Dialog} open=${false} title="t" onClose=${() => closed++}>in<//>`, box);
  await settled();
  assert.deepEqual([dialog.open, dialog.textContent.trim()], [false, ""]);
  const held = (await drawn(html`<${Dialog} open held title="t" onClose=${() => closed++}>in<//>`)).querySelector("dialog");
  held.click();
  assert.equal(held.open, true);
  assert.equal(held.fire("cancel").defaultPrevented, true);
  held.close();
  assert.deepEqual([held.open, closed], [true, 2]);
  const said = [];
  const sure = await drawn(html`<${Confirm} open title="t" yes="y" confirm="c" onYes=${() => said.push("yes")} onClose=${() => said.push("close")} />`);
  sure.querySelector("[data-confirm=c]").click();
  sure.querySelectorAll("button").find((one) => one.textContent.trim() === "Back")?.click();
  assert.deepEqual(said.slice(0, 2), ["yes", "close"]);
});

test("tabs are chosen by a press and by keys, round and round", async () => {
  const chosen = [];
  const tabs = ["a", "b", "c"].map((id) => ({ id, label: id, panel: () => `in ${id}` }));
  const box = await drawn(html`<${Tabs} label="l" tabs=${tabs} onChoose=${(id) => chosen.push(id)} />`);
  const list = box.querySelector("[role=tablist]");
  const key = async (name) => {
    const { defaultPrevented } = list.fire("keydown", { key: name });
    await settled();
    return [defaultPrevented, box.querySelector("[aria-selected=true]").getAttribute("data-tab"), box.querySelector("[role=tabpanel]").textContent, document.activeElement.getAttribute("data-tab")];
  };
  assert.deepEqual(await key("ArrowRight"), [true, "b", "in b", "b"]);
  assert.deepEqual(await key("End"), [true, "c", "in c", "c"]);
  assert.deepEqual(await key("ArrowRight"), [true, "a", "in a", "a"]);
  assert.deepEqual(await key("ArrowLeft"), [true, "c", "in c", "c"]);
  assert.deepEqual(await key("Home"), [true, "a", "in a", "a"]);
  assert.equal((await key("x"))[0], false);
  box.querySelector("[data-tab=b]").click();
  await settled();
  assert.deepEqual([box.querySelector("[aria-selected=true]").getAttribute("data-tab"), chosen], ["b", ["b", "c", "a", "c", "a", "b"]]);
  assert.deepEqual(box.querySelectorAll("[role=tab]").map((one) => one.getAttribute("tabindex")), ["-1", "0", "-1"]);
});

test("a text is copied, and shown where it cannot be; a secret is shown where one asks", async () => {
  const box = await drawn(html`<${Copy} text="secret" secret />`);
  const shown = () => box.querySelector("code").textContent;
  assert.equal(shown(), "••••••");
  const [show, copy] = box.querySelectorAll("button");
  show.click();
  await settled();
  assert.deepEqual([shown(), show.getAttribute("aria-pressed")], ["secret", "true"]);
  show.click();
  await settled();
  assert.equal(shown(), "••••••");
  copy.click();
  await settled();
  assert.deepEqual([navigator.clipboard.texts, copy.textContent.trim(), box.querySelector("[role=status]").textContent], [["secret"], "Copied", "Copied"]);
  mock.method(navigator.clipboard, "writeText", async () => { throw new Error("not allowed"); });
  copy.click();
  await settled();
  assert.equal(shown(), "secret");
  mock.restoreAll();
});

test("a tip opens on a press and with its key, stays, and goes with Escape or a press elsewhere", async () => {
  const box = await drawn(html`<div><${Tip} tip=${html`told <a href="/x">x</a>`}>thing<//></div>`);
  const thing = box.querySelector("button");
  const tip = () => box.querySelector("[role=tooltip]");
  const after = async (act) => {
    const event = act();
    await settled();
    return [Boolean(tip()), thing.getAttribute("aria-expanded"), event?.defaultPrevented ?? null];
  };
  assert.deepEqual(await after(() => thing.click()), [true, "true", false]);
  assert.deepEqual([tip().getAttribute("data-pinned"), tip().querySelector("a").tabIndex, thing.getAttribute("aria-describedby") === tip().getAttribute("id")], ["true", 0, true]);
  assert.deepEqual(await after(() => thing.click()), [false, "false", false]);
  assert.deepEqual(await after(() => thing.fire("keydown", { key: "x" })), [false, "false", false]);
  assert.deepEqual(await after(() => thing.fire("keydown", { key: "?" })), [true, "true", true]);
  assert.deepEqual((await after(() => document.body.fire("keydown", { key: "Tab" })))[0], true);
  assert.deepEqual((await after(() => document.body.fire("keydown", { key: "Escape" })))[0], false);
  await after(() => thing.click());
  assert.equal((await after(() => tip().fire("pointerdown")))[0], true);
  assert.equal((await after(() => document.body.fire("pointerdown")))[0], false);
  thing.states.add("focus-visible");
  await after(() => thing.fire("focusin"));
  await settled();
  assert.deepEqual([Boolean(tip()), tip()?.getAttribute("data-pinned")], [true, "false"]);
  assert.equal((await after(() => thing.fire("focusout", { relatedTarget: document.body })))[0], false);
});

test("a deed is done one at a time, and its problem stands until the next", async () => {
  const seen = [];
  let run;
  function Part() {
    const deed = useButtonAction();
    run = deed.run;
    seen.push([deed.busy, deed.problem?.code ?? null]);
    return null;
  }
  await drawn(html`<${Part} />`);
  let done;
  const going = run(() => new Promise((finish) => { done = finish; }));
  await settled();
  assert.deepEqual(seen.at(-1), [true, null]);
  done();
  assert.equal(await going, true);
  await settled();
  assert.deepEqual(seen.at(-1), [false, null]);
  assert.equal(await run(async () => { throw fault("conflict"); }), false);
  await settled();
  assert.deepEqual(seen.at(-1), [false, "conflict"]);
  await assert.rejects(run(async () => { throw new TypeError("odd"); }), TypeError);
  await settled();
  assert.deepEqual(seen.at(-1), [false, null]);
  assert.ok(useState);
});

test("a tab that is not there stands for the first one", async () => {
  const tabs = ["a", "b"].map((id) => ({ id, label: id, panel: () => `in ${id}` }));
  const box = await drawn(html`<${Tabs} label="l" tabs=${tabs} chosen="z" />`);
  assert.deepEqual([box.querySelector("[aria-selected=true]").getAttribute("data-tab"), box.querySelector("[role=tabpanel]").textContent], ["a", "in a"]);
});

test("what the service says in English stands there only where it says more than the words", () => {
  assert.equal(detailOf("offline", "the service cannot be reached", "Le service est injoignable."), null);
  assert.equal(detailOf("not_found", "there is no such table, or none that you may see", "Il n’y a rien ici."), null);
  assert.equal(detailOf("invalid", "name: at most 60 characters", "Quelque chose manque."), "name: at most 60 characters");
  assert.equal(detailOf("invalid", "name: a text of the form ^[a-z]+$ is needed", "Quelque chose manque."), null);
  assert.equal(detailOf("strange", "no words for it", "no words for it"), null);
  assert.equal(detailOf(undefined, "", "Erreur."), null);
});

test("nobody is asked to try again where it would be the same", () => {
  assert.deepEqual(["not_found", "forbidden", "offline", "internal", undefined].map(mayPass), [false, false, true, true, true]);
});
