// The list of games on a tournament's page, and a game that is stepped through: what is shown, and what buttons and keys do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { mock } from "node:test";
import { deflateRawSync } from "node:zlib";

import { makePage } from "../../../web/unit/support/dom.mjs";

const { document, history, window } = makePage({ path: "/page.html" });
const script = readFileSync(new URL("../../../../sdk/citadels_sdk/tournaments/page/player.js", import.meta.url), "utf8");

const NAMES = ["Ann", "Bob", "greedy"];
const IDS = ["who", "round", "inlined", "rows", "count", "back", "more", "player", "title", "slider", "story", "facts", "board", "where", "now",
  "first", "before", "next", "last", "roundback", "roundon", "run", "close", "hands"];
const TAGS = { who: "select", round: "select", inlined: "input", slider: "input", hands: "input", player: "dialog" };

/** Thirty games of two, the first two with a record; one is void, one was forfeited. */
const games = Array.from({ length: 30 }, (_, at) => {
  const round = 1 + Math.floor(at / 20);
  return [`${round}.${at}`, at % 3 === 2 ? [2, 2] : [at % 2, 2], at === 3 ? [] : [1 + (at % 2), 2 - (at % 2)], at === 3 ? [] : [20 + at, 10], at === 4 ? [1] : [], at === 5 ? "a fault" : ""];
});
const all = (more) => ({ r: 1, k: 50, t: 0, c: 0, n: 7, x: [], w: [0], g0: 2, g1: 4, h0: ["card:a", "card:b"], h1: [], s0: 0, s1: 1, f0: [["shield:1", "", false]], f1: [["shield:2", "King", true], ["shield:3", "Thief", false]], b0: [], b1: ["house:docks"], ...more });
const game = {
  sheet: [["Districts", "Bonus"], [8, 0], [7, 3]].map((row, at) => (at ? [...row, row[0] + row[1]] : row)),
  steps: [
    [all(), []],
    [{ k: 49, w: [1] }, ["\u00020\u0003 took 2 gold."], 0, "gold", ""],
    [{ r: 2, t: 3, x: ["Aside: one card.", "\u00021\u0003 is robbed."] }, [], 1, "end", "default"],
    [{ w: [0] }, ["\u00021\u0003 and \u00020\u0003."], 1, "build docks", "ai"],
    [{ r: 3, c: -1 }, ["The end."], 0, "end", ""],
  ],
};
const twins = { sheet: [], steps: [[all({ h0: [] }), ["Dealt."]], [{}, [], 1, "end", ""]] };
const rounds = { sheet: [], steps: [1, 1, 1, 2, 2, 3].map((r, step) => (step ? [{ r }, [], 0, "gold", ""] : [all(), []])) };
const blocks = {
  book: { names: NAMES, games, chunks: { "1.0": 1, "1.2": 2, "1.3": 2 } },
  "games-1": { "1.0": game }, "games-2": { "1.2": twins, "1.3": rounds },
  art: { crown: "<svg crown/>", "g:2": "two", "g:3": "many", "h:2": "cards", "h:0": "none", "house:docks": "docks" },
};

const make = document.createElement;
document.createElement = (name) => {
  const made = make(name);
  if (name === "template") made.content = { cloneNode: () => Object.assign(make("svg"), { textContent: `[${made.innerHTML}]` }) };
  return made;
};
for (const id of IDS) document.body.append(Object.assign(make(TAGS[id] ?? "div"), { attributes: { id } }));
for (const [id, told] of Object.entries(blocks)) {
  const block = Object.assign(make("script"), { attributes: { id } });
  block.textContent = `${deflateRawSync(JSON.stringify(told)).toString("base64")}\n`;
  document.body.append(block);
}
const $ = (id) => document.getElementById(id);
Object.assign(HTMLElement.prototype, { checked: false });
$("who").value = $("round").value = "";
new Function(script)();
const until = async (holds, what) => {
  for (let tries = 0; tries < 500; tries++) {
    if (holds()) return;
    await new Promise((done) => setTimeout(done, 2));
  }
  assert.fail(`it did not come to be: ${what}`);
};
await until(() => document.documentElement.dataset.ready === "yes", "the page is ready");

const rows = () => $("rows").children.map((one) => one.querySelector("h3").textContent.replace("Game ", ""));
const change = (id, value) => {
  if (typeof value === "boolean") $(id).checked = value;
  else $(id).value = value;
  $(id).fire("change");
};
const visit = async (hash, holds) => {
  location.hash = hash;
  window.fire("hashchange");
  await until(holds, hash);
};
const at = () => $("where").textContent;
const press = (key, more = {}) => $("player").fire("keydown", { key, ...more });

test("games are listed a page at a time", () => {
  assert.deepEqual([rows().length, rows()[0], $("count").textContent, $("back").disabled, $("more").disabled], [24, "1.0", "Games 1 to 24 of 30", true, false]);
  $("more").click();
  assert.deepEqual([rows().length, rows()[0], $("count").textContent, $("back").disabled, $("more").disabled], [6, "2.24", "Games 25 to 30 of 30", false, true]);
  $("more").click();
  assert.equal(rows()[0], "2.24");
  $("back").click();
  assert.deepEqual([rows()[0], $("back").disabled], ["1.0", true]);
  $("back").click();
  assert.equal(rows()[0], "1.0");
});

test("games are those of an entrant, of a round, and those that can be stepped through", () => {
  change("who", "1");
  assert.deepEqual(rows(), games.filter((one) => one[1].includes(1)).map((one) => one[0]));
  change("round", "2");
  assert.deepEqual(rows(), games.filter((one) => one[1].includes(1) && one[0].startsWith("2.")).map((one) => one[0]));
  assert.deepEqual([$("count").textContent, $("more").disabled], [`Games 1 to ${rows().length} of ${rows().length}`, true]);
  change("who", "0");
  change("round", "");
  change("inlined", true);
  assert.deepEqual(rows(), ["1.0"]);
  change("round", "2");
  assert.deepEqual([rows(), $("count").textContent, $("more").disabled, $("back").disabled], [[], "No game is like that.", true, true]);
  change("who", "");
  change("round", "");
  assert.deepEqual(rows(), ["1.0", "1.2", "1.3"]);
  change("inlined", false);
});

test("a game is listed with its seats, places, points, and what became of it", () => {
  const told = (id) => $("rows").children[id].querySelectorAll("li").map((one) => one.children.map((each) => `${each.className}:${each.textContent}`));
  assert.deepEqual(told(0), [["place p1:1st", "name:Ann", "num soft:20"], ["place p2:2nd", "name:greedy", "num soft:10"]]);
  assert.deepEqual(told(3), [["place:–", "name:Bob"], ["place:–", "name:greedy"]]);
  assert.deepEqual(told(4)[1], ["place p2:2nd", "name:greedy", "num soft:10", "left:forfeited"]);
  assert.equal($("rows").children[5].querySelector("p").textContent, "Void: a fault");
  assert.ok([...$("rows").querySelectorAll("button")].every((one) => one.type === "button"));
  assert.deepEqual([$("rows").children[0].querySelector("button") !== null, $("rows").children[1].querySelector("button") === null, $("rows").children[0].querySelector("p")], [true, true, null]);
});

test("a press on a game opens it at its deal, and an address at its step", async () => {
  $("rows").querySelector("button").click();
  assert.equal(location.hash, "#game=1.0&step=0");
  await visit("#game=1.0&step=0", () => at() === "Step 0 of 4");
  assert.deepEqual([$("player").open, $("title").textContent, $("slider").max, $("slider").value], [true, "Game 1.0: Ann, greedy", "4", "0"]);
  await visit("#game=1.0&step=3", () => at() === "Step 3 of 4");
  await visit("#game=1.0&step=99", () => at() === "Step 4 of 4");
  await visit("#game=1.0", () => at() === "Step 0 of 4");
  await visit("#game=9.9&step=1", () => !$("player").open);
});

test("each step shows the table, what was done and what came of it", async () => {
  await visit("#game=1.0&step=2", () => at() === "Step 2 of 4");
  assert.equal($("facts").textContent, "Round 2, 49 cards in the deck, 3 gold of taxes");
  assert.deepEqual($("now").children.map((one) => one.textContent), ["2. greedy (left to the default) end"]);
  assert.deepEqual($("board").querySelectorAll("p").map((one) => one.textContent), ["Aside: one card.", "greedy is robbed."]);
  const [ann, other] = $("board").querySelector(".seats").children;
  assert.deepEqual([ann.className, other.className], ["seat", "seat waits"]);
  assert.equal(ann.querySelector(".head").textContent, "Ann[<svg crown/>][two]2[cards]20 of 7 built[]");
  assert.equal(other.querySelector(".head").textContent, "greedy[many]4[none]01 of 7 built[]King[](Thief)");
  assert.deepEqual([ann.querySelector(".none").textContent, other.querySelector(".row").textContent, ann.querySelector("details").open, other.querySelector("details")], ["no district yet", "[docks]", false, null]);
  assert.deepEqual(other.querySelectorAll(".who").map((one) => one.className), ["who", "who"]);
  assert.equal(ann.querySelectorAll(".who")[0].className, "who soft");
  change("hands", true);
  assert.equal($("board").querySelector("details").open, true);
  change("hands", false);
  assert.deepEqual([$("slider").getAttribute("aria-valuetext"), $("slider").value], ["step 2 of 4, round 2", "2"]);
  assert.equal($("board").querySelector("table"), null);
  await visit("#game=1.0&step=3", () => at() === "Step 3 of 4");
  assert.deepEqual($("now").children.map((one) => one.textContent), ["3. greedy (a bot of the house) build docks", "greedy and Ann."]);
  await visit("#game=1.0&step=0", () => at() === "Step 0 of 4");
  assert.deepEqual([$("now").textContent, $("facts").textContent], ["The cards are dealt.", "Round 1, 50 cards in the deck"]);
  assert.ok([...$("story").querySelectorAll("button")].every((one) => one.type === "button"));
  assert.deepEqual($("story").children.map((one) => [one.className, one.textContent, one.hasAttribute("data-now")]), [
    ["rounded", "Round 1", false], ["", "The cards are dealt.", true], ["", "1. Ann goldAnn took 2 gold.", false], ["rounded", "Round 2", false],
    ["", "2. greedy (left to the default) end", false], ["", "3. greedy (a bot of the house) build docksgreedy and Ann.", false], ["rounded", "Round 3", false], ["", "4. Ann endThe end.", false],
  ]);
});

test("at the end stands the score, and nobody is waited for", async () => {
  await visit("#game=1.0&step=4", () => at() === "Step 4 of 4");
  assert.deepEqual($("board").querySelectorAll("tr").map((row) => row.children.map((one) => one.textContent)),
    [["Seat", "Districts", "Bonus", "Total"], ["Ann", "8", "", "8"], ["greedy", "7", "3", "10"]]);
  assert.deepEqual($("board").querySelectorAll("th").map((one) => one.getAttribute("scope")), ["col", "col", "col", "col", "row", "row"]);
  assert.equal($("board").querySelector(".waits"), null);
  assert.deepEqual(["first", "before", "next", "last", "roundback", "roundon"].map((id) => $(id).disabled), [false, false, true, true, false, true]);
  press("Home");
  assert.deepEqual(["first", "before", "next", "last", "roundback", "roundon"].map((id) => $(id).disabled), [true, true, false, false, true, false]);
});

test("buttons, keys, the slider and the story lead from step to step", async () => {
  await visit("#game=1.0&step=1", () => at() === "Step 1 of 4");
  const steps = [];
  for (const id of ["next", "before", "before", "before", "last", "next", "first", "roundon", "roundon", "roundon", "roundback", "before", "roundback", "roundback"]) {
    $(id).click();
    steps.push(Number(at().split(" ")[1]));
  }
  assert.deepEqual(steps, [2, 1, 0, 0, 4, 4, 0, 2, 4, 4, 2, 1, 0, 0]);
  const keys = ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "PageUp", "PageUp", "PageDown", "Home"].map((key) => [press(key).defaultPrevented, Number(at().split(" ")[1])]);
  assert.deepEqual(keys, [[true, 1], [true, 2], [true, 1], [true, 4], [true, 2], [true, 0], [true, 2], [true, 0]]);
  for (const more of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) assert.equal(press("ArrowRight", more).defaultPrevented, false);
  assert.deepEqual([press("x").defaultPrevented, at()], [false, "Step 0 of 4"]);
  $("slider").value = "3";
  $("slider").fire("input");
  assert.deepEqual([at(), history.went.at(-1)], ["Step 3 of 4", ["replace", "#game=1.0&step=3"]]);
  location.hash = "";
  $("story").querySelectorAll("button")[1].click();
  assert.equal(location.hash, "#game=1.0&step=1");
  await visit("#game=1.0&step=3", () => at() === "Step 3 of 4");
  press("PageUp");
  assert.equal(at(), "Step 2 of 4");
});

test("a game plays by itself, stops at its end, and begins again from there", async () => {
  await visit("#game=1.0&step=2", () => at() === "Step 2 of 4");
  const beats = new Map();
  mock.method(globalThis, "setInterval", (act, ms) => beats.set(beats.size + 1, [act, ms]) && beats.size);
  mock.method(globalThis, "clearInterval", (id) => beats.delete(id));
  const tick = () => [...beats.values()].forEach(([act, ms]) => {
    assert.equal(ms, 900);
    act();
  });
  const playing = () => [$("run").textContent, $("run").getAttribute("aria-pressed"), Number(at().split(" ")[1])];
  $("run").click();
  assert.deepEqual(playing(), ["Pause", "true", 2]);
  tick();
  assert.deepEqual(playing(), ["Pause", "true", 3]);
  tick();
  assert.deepEqual(playing(), ["Play", "false", 4]);
  tick();
  assert.equal(press(" ").defaultPrevented, true);
  assert.deepEqual(playing(), ["Pause", "true", 0]);
  $("run").click();
  assert.deepEqual(playing(), ["Play", "false", 0]);
  tick();
  assert.equal(playing()[2], 0);
  for (const tag of ["button", "summary", "input"]) {
    const on = $("player").appendChild(make(tag));
    assert.equal(on.fire("keydown", { key: " " }).defaultPrevented, false, tag);
    assert.equal(on.fire("keydown", { key: "ArrowRight" }).defaultPrevented, true, tag);
    on.remove();
  }
  press("Home");
  $("run").click();
  history.went.length = 0;
  location.hash = "#game=1.0&step=0";
  $("close").click();
  assert.deepEqual([$("player").open, playing()[0], history.went], [false, "Play", [["replace", "#games"]]]);
  mock.restoreAll();
});

test("a round is left by its own steps, however many it has", async () => {
  await visit("#game=1.3&step=0", () => at() === "Step 0 of 5");
  const steps = ["roundon", "roundon", "next", "roundback", "roundback", "roundon", "before", "roundon"].map((id) => {
    $(id).click();
    return Number(at().split(" ")[1]);
  });
  assert.deepEqual(steps, [3, 5, 5, 3, 0, 3, 2, 3]);
});

test("who plays twice is told apart by the seat, and a game without a sheet has none", async () => {
  await visit("#game=1.2&step=1", () => at() === "Step 1 of 1");
  assert.deepEqual([$("title").textContent, $("board").querySelector("table"), $("now").textContent], ["Game 1.2: greedy (seat 0), greedy (seat 1)", null, "1. greedy (seat 1) end"]);
  await visit("#game=1.2&step=0", () => at() === "Step 0 of 1");
  assert.deepEqual([$("now").textContent, $("facts").textContent], ["Dealt.", "Round 1, 50 cards in the deck"]);
});

test("the story is brought to the step that is shown", async () => {
  await visit("#game=1.0&step=0", () => at() === "Step 0 of 4");
  const story = $("story");
  Object.assign(story, { offsetTop: 100, clientHeight: 200, scrollTop: 0 });
  story.children.forEach((one, number) => Object.assign(one, { offsetTop: 100 + 60 * number, offsetHeight: 20 }));
  press("ArrowRight");
  assert.equal(story.scrollTop, 0);
  press("End");
  assert.equal(story.scrollTop, 60 * 7 - 100);
  press("Home");
  assert.equal(story.scrollTop, 60 - 100);
});
