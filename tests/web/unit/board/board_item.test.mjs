// Arrows go from card to card in a list, and stop at its ends.
import assert from "node:assert/strict";
import test from "node:test";

import { makePage } from "../support/dom.mjs";

makePage();
const { moveFocus } = await import("../../../../web/board/board_item.mjs");

const list = document.body.appendChild(document.createElement("ul"));
const things = Array.from({ length: 6 }, (_, at) => {
  const one = list.appendChild(document.createElement("li")).appendChild(document.createElement("button"));
  one.className = at === 5 ? "other" : "thing";
  return one;
});
/** Which thing has the focus after a key at one of them, and whether the key has done something. */
function after(at, key) {
  things[at].focus();
  let prevented = false;
  moveFocus({ key, currentTarget: list, target: things[at], preventDefault: () => { prevented = true; } });
  return [things.indexOf(document.activeElement), prevented];
}

test("arrows go one card on or back, Home and End to the first and the last", () => {
  assert.deepEqual(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Home", "End"].map((key) => after(2, key)), [[3, true], [3, true], [1, true], [1, true], [0, true], [4, true]]);
});

test("at its ends the focus stays", () => {
  assert.deepEqual([after(0, "ArrowLeft"), after(0, "ArrowUp"), after(4, "ArrowRight"), after(4, "ArrowDown")], [[0, true], [0, true], [4, true], [4, true]]);
});

test("other keys, and keys on what is no card, do nothing", () => {
  assert.deepEqual([after(2, "x"), after(2, "Enter"), after(5, "ArrowLeft")], [[2, false], [2, false], [5, false]]);
});
