// The board, drawn and in words as people have looked at it: what lies in the middle, what each seat shows, and what may be pressed.
import assert from "node:assert/strict";
import test, { after } from "node:test";

import { lines, makePage, settled } from "../support/dom.mjs";
import { assertKept } from "../support/kept.mjs";
import { serve } from "../support/service.mjs";

makePage({ kept: { boardText: "yes" } });
serve();
const { html, render } = await import("../../../../web/core/component.mjs");
const { loadWords } = await import("../../../../web/i18n/index.mjs");
const { loadCards } = await import("../../../../web/core/card_catalogue.mjs");
const { TextToggle, asText } = await import("../../../../web/board/board_text.mjs");
const { Board } = await import("../../../../web/board/game_board.mjs");
const { cardText } = await import("../../../../web/board/card_tip.mjs");
const { CharacterCard } = await import("../../../../web/board/character_card.mjs");
const { City, HandBacks, HandCards } = await import("../../../../web/board/city.mjs");
const { DistrictCard } = await import("../../../../web/board/district_card.mjs");
const { seatNames } = await import("../../../../web/board/seat_names.mjs");
const { acting, around, cast, completed, facedown, goal, holder, signs, size } = await import("../../../../web/board/board_model.mjs");
const { tellMark, tellPhase } = await import("../../../../web/board/board_description.mjs");
await loadWords("board", "cards", "ui");
const cards = await loadCards("MODERN");
const names = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil", "Hal"];

const box = document.body.appendChild(document.createElement("main"));
/** What was drawn, without the strokes of its drawings. */
async function drawn(part) {
  render(null, box);
  render(part, box);
  await settled();
  return plain(box);
}
const plain = (element) => element.childNodes.flatMap((one) => lines(one)).filter((line) => !/^ *<(svg|path|circle|rect|g|line|use|ellipse|polygon)\b/.test(line));
after(() => render(null, box));

const seat = (more = {}) => ({ gold: 2, hand: 3, city: [], characters: [], revealed: [], ...more });
const view = (more = {}) => ({
  edition: "modern", options: {}, cast: ["thief", "assassin", "magician", "king", "bishop", "merchant", "architect", "warlord"], uniques: [], seats: [seat(), seat(), seat(), seat()],
  crown: 1, round: 2, n: 9, phase: "turns", deck: 40, faceup: [], facedown: [null], turn: null, killed: null, bewitched: null, robbed: null, warrants: null, threats: null, tax: 0,
  completed: [], decision: null, ...more,
});
const wording = (viewer, more = {}) => ({ t: (key, params) => `${key}${params ? JSON.stringify(params) : ""}`, cards, names, viewer, ...more });
const shown = (who, more = {}) => seat({ characters: [who], revealed: [who], ...more });

const VIEWS = {
  "the draft, to who picks": [view({ phase: "pick", pool: ["king", "thief"], decision: { seat: 0, kind: "pick", n: 9 }, faceup: ["bishop"], facedown: [{ character: "merchant" }, null] }), 0],
  "the draft, to another": [view({ phase: "pick", pool: 2, decision: { seat: 0, kind: "pick", n: 9 }, facedown: [] }), 2],
  "the draft, while nobody picks": [view({ phase: "pick", pool: 0 }), null],
  "a turn, to who has it": [view({ seats: [shown("king", { city: ["castle+", { id: "museum", tucked: ["tavern", "docks"] }, { id: "temple", tucked: 2, beautified: true }], hand: ["docks", "docks", "smithy"] }), seat({ hand: 0, gold: 0 }), seat({ characters: [null] }), shown("thief")], turn: { character: "king" }, decision: { seat: 0, kind: "turn", n: 9 }, crown: 0 }), 0],
  "a turn, to another": [view({ seats: [shown("king"), seat({ characters: ["warlord"], hand: ["keep"] }), seat(), seat()], turn: { character: "king" }, decision: { seat: 0, kind: "turn", n: 9 }, looks: [{ of: 2, hand: ["docks", "keep"] }, { of: 3, hand: [] }] }), 1],
  "a character that was called": [view({ turn: { character: "bishop" }, killed: "thief", robbed: { character: "merchant", by: 2 }, tax: 3 }), null],
  "a turn that goes on, to the Witch": [view({ cast: ["witch", "thief", "tax_collector"], seats: [shown("king"), shown("witch"), seat()], turn: { character: "king", resumed: true }, bewitched: { character: "king", by: 1 }, decision: { seat: 1, kind: "turn", n: 9 } }), 1],
  "a turn that goes on, to another": [view({ seats: [shown("king"), shown("witch"), seat()], turn: { character: "king", resumed: true }, bewitched: { character: "king", by: 1 } }), 0],
  "a turn that goes on, of nobody known": [view({ seats: [shown("king"), seat(), seat()], turn: { character: "king", resumed: true }, bewitched: "king" }), 0],
  "warrants and threats of one’s own": [view({ warrants: { signed: "king", blank: ["thief", "bishop"], by: 0, shown: [] }, threats: { flowered: "merchant", blank: "warlord", by: 0, shown: [] } }), 0],
  "warrants and threats of another": [view({ warrants: { on: ["king", "thief"], by: 3, shown: [] }, threats: { on: ["merchant"], by: 2, shown: [] } }), 0],
  "cities that are complete": [view({ seats: [seat({ city: ["monument", "castle", "temple", "tavern", "docks", "keep"] }), seat({ city: ["castle"] }), seat(), seat()], completed: [[0, 2], 1] }), 3],
  "the end": [view({ phase: "over", crown: 2, seats: [seat({ hand: ["castle"] }), seat({ hand: [] }), seat(), seat()], decision: { seat: 1, kind: "turn", n: 9 }, turn: { character: "king" } }), 0, { result: { totals: [1, 20, 3], places: [[1], [2], [0]] } }],
  "the classic end without points": [view({ edition: "classic", phase: "over", announced: true, seats: Array.from({ length: 8 }, () => seat()) }), null, { table: { seats: [], result: { totals: [] } } }],
};

test("the board is drawn and told as people have looked at it, at each point of a game", async () => {
  const kept = [];
  for (const [about, [position, viewer, more]] of Object.entries(VIEWS)) {
    kept.push(`-- ${about}`, ...(await drawn(html`<${Board} position=${position} cards=${cards} viewer=${viewer} names=${names} ...${more ?? {}} />`)).filter((line) => !/class=(card-scene|card-rank|card-cost|card-name|thing-face|tipped|purse)|^ +<span> /.test(line)));
  }
  assertKept("boards", kept);
});

test("what is read from a view is what it says", () => {
  const kept = [];
  for (const [about, [position, viewer]] of Object.entries(VIEWS)) {
    kept.push(`-- ${about}: phase ${tellPhase(position, wording(viewer))}; acting ${acting(position)}; goal ${goal(position)}; sizes ${position.seats.map((_, at) => size(position, at))}; completed ${position.seats.map((_, at) => completed(position, at))}; around ${around(position.seats.length, viewer)}; aside ${facedown(position)}; holders ${position.cast.map((id) => holder(position, id))}`);
    kept.push(...cast(position, cards).map((role) => `${role.id} ${role.state} ${role.seat} ${JSON.stringify(role.marks)}`));
  }
  const of = (more) => goal(view(more));
  const eight = Array.from({ length: 8 }, () => seat());
  kept.push(String([of({ edition: "classic", options: { classic_short_game: true } }), of({ edition: "classic", seats: eight }), of({ seats: eight, options: { city_size_8p: 8 } }), of({ seats: eight }), of({ seats: eight.slice(1), options: { city_size_8p: 8 } }), of({ seats: eight.slice(5) }), of({ seats: eight.slice(4) }), of({ announced: true, seats: eight.slice(5) })]));
  kept.push(String([acting(view({ phase: "pick", turn: { character: "king" }, seats: [shown("king")] })), acting(view({ turn: { character: "king", resumed: true }, decision: { seat: 2 } })), size(view({ edition: "classic", seats: [seat({ city: ["monument"] })] }), 0), size(view(), 9), completed(view({ completed: undefined }), 0), around(3, undefined)]));
  kept.push(...[...signs(view({ killed: { character: "king" }, warrants: { signed: null, blank: null, on: ["king"], by: null }, threats: { flowered: "king", blank: [null, "thief"], by: 1 } }))].map(([id, marks]) => `${id} ${JSON.stringify(marks)}`));
  for (const sign of ["killed", "warrant", "threat", "signed"]) for (const by of [null, 0, 1]) for (const blank of [true, false]) kept.push(`${sign} ${by} ${blank}: ${tellMark({ sign, by, blank }, wording(0))}`);
  assertKept("reading", kept);
});

test("things that may be pressed, are refused or stand out are drawn so, and each card tells what it is", async () => {
  const kept = [];
  const pressed = [];
  const spots = new Map([
    ["seat:1", { action: "swap 1", label: "Swap", run: () => pressed.push("seat") }], ["seat:2", { refused: "swap 2", reason: "not now" }], ["seat:3", { opens: "verb:peek" }], ["seat:0", { lit: true }],
    ["city:1:castle+", { action: "destroy 1 castle+", run: () => pressed.push("city") }], ["hand:docks", { refused: "build docks", reason: "too dear" }], ["hand:keep", { lit: true }], ["character:king", { action: "kill king", run: () => pressed.push("character") }],
  ]);
  const position = view({ seats: [seat({ hand: ["docks", "keep", "docks"] }), seat({ city: ["castle+", "castle"] }), seat(), seat()], killed: "thief" });
  kept.push("-- with spots", ...(await drawn(html`<${Board} position=${position} cards=${cards} viewer=${0} names=${names} highlights=${spots} onSeat=${(at) => pressed.push(at)} tools="tools" number=${5} />`)));
  for (const selector of ["[data-action='swap 1']", "[data-action='destroy 1 castle+']", "[data-action='kill king']"]) box.querySelector(selector).click();
  assert.deepEqual(pressed, ["seat", "city", "character"]);
  for (const selector of ["[data-refused='build docks']", "[data-card=keep]", "[data-character=thief]", "[data-refused='swap 2']"]) {
    box.querySelector(selector).click();
    await settled();
    kept.push(`-- ${selector}`, ...plain({ childNodes: box.querySelectorAll("[role=tooltip]") }));
    box.querySelector(selector).click();
    await settled();
  }
  kept.push("-- not one’s own hand", ...(await drawn(html`<${Board} position=${position} cards=${cards} viewer=${0} names=${names} hand=${false} onSeat=${(at) => pressed.push(at)} />`)).filter((line) => /seat-hand|seat-link/.test(line)));
  box.querySelectorAll(".seat-link")[0].click();
  assert.deepEqual(pressed.at(-1), 1);
  assertKept("spots", kept);
});

test("cards by themselves, and hands from behind, are drawn as people have looked at them", async () => {
  const kept = [];
  for (const [about, part] of Object.entries({
    copies: html`<${DistrictCard} id="docks" cards=${cards} count=${2} />`, "one copy": html`<${DistrictCard} id="docks" cards=${cards} count=${1} size="big" />`, tucked: html`<${DistrictCard} id="museum" cards=${cards} tucked=${1} beautified />`,
    "under it": html`<${DistrictCard} id="museum" cards=${cards} tucked=${1} under=${["docks"]} tab=${-1} />`, nobody: html`<${CharacterCard} id=${null} cards=${cards} state="s" />`, "with a caption": html`<${CharacterCard} id="king" cards=${cards} caption="c" marks=${[{ sign: "killed", text: "dead" }]} />`,
    "no city": html`<${City} city=${[]} cards=${cards} label="l" />`, "no hand": html`<${HandCards} hand=${[]} cards=${cards} label="l" />`, "a hand": html`<${HandCards} hand=${["docks", "keep"]} cards=${cards} label="l" />`, "another’s name": html`<${DistrictCard} id="haunted_quarter" cards=${cards} opens="o" label="Do" />`,
  })) {
    kept.push(`-- ${about}`, ...(await drawn(part)));
    const thing = box.querySelector("button");
    if (!thing || about === "another’s name") continue;
    thing.click();
    await settled();
    kept.push(...plain({ childNodes: box.querySelectorAll("[role=tooltip]") }));
  }
  for (const count of [0, 4, 5, 6]) {
    await drawn(html`<${HandBacks} count=${count} label=${count > 4 ? "l" : undefined} />`);
    kept.push(`-- ${count} from behind: ${box.querySelectorAll("svg").length} ${JSON.stringify(box.querySelector(".backs").attributes)}`);
  }
  assertKept("cards", kept);
});

test("a card does what its edition says, else what the catalogue does", async () => {
  const catalogue = (edition) => ({ edition, character: (id) => ({ text: id === "nobody" ? "of the character" : "" }), district: () => ({ text: "of the district" }) });
  const text = (id, edition) => cardText(id, catalogue(edition));
  assert.notEqual(text("merchant", "classic"), text("merchant", "modern"));
  assert.equal(text("assassin", "classic"), text("assassin", "modern"));
  assert.deepEqual([text("nobody", "modern"), text("nothing", "modern")], ["of the character", "of the district"]);
});

test("no two seats are called the same, and an AI by its level", () => {
  const person = (name) => ({ kind: "HUMAN", player: { name } });
  assert.deepEqual(seatNames({ seats: [person("Ann"), person("Bob"), person("Ann"), { kind: "AI", player: { level: "PLANNER", name: "x" } }, { kind: "AI", player: { name: "y" } }, person("")] }, 7).map((name) => name.replace(/\s+/g, " ")),
    ["Ann 1", "Bob", "Ann 3", seatNames({ seats: [{ kind: "AI", player: { level: "PLANNER" } }] }, 1)[0], "y", "Seat 6", "Seat 7"]);
  assert.notEqual(seatNames({ seats: [{ kind: "AI", player: { level: "PLANNER" } }] }, 1)[0], "Seat 1");
  assert.deepEqual([seatNames(null, 2), seatNames({ seats: [{ kind: "OPEN" }] }, 1)], [["Seat 1", "Seat 2"], ["Seat 1"]]);
});

test("the board in words is shown where it is asked for, and that is kept", async () => {
  asText.value = false;
  await drawn(html`<${TextToggle} />`);
  const pressed = () => box.querySelector("button").getAttribute("aria-pressed");
  assert.deepEqual([asText.value, pressed()], [false, "false"]);
  box.querySelector("button").click();
  await settled();
  assert.deepEqual([asText.value, pressed(), Boolean(localStorage.getItem("citadels.boardText") ?? localStorage.getItem("boardText"))], [true, "true", true]);
  box.querySelector("button").click();
  await settled();
  assert.deepEqual([asText.value, pressed(), localStorage.getItem("citadels.boardText") ?? localStorage.getItem("boardText")], [false, "false", null]);
});
