"""What of a decision can be reached on the screen: every button that takes an action, step after step, as a person would open them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page


Ways = dict[str, list[str]]

WALK: Final = """async () => {
  const soon = () => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(0); });
  const until = async (holds, what) => {
    for (let i = 0; i < 5000; i++) { if (holds()) return; await soon(); }
    throw new Error(`the screen does not show ${what}`);
  };
  const box = document.querySelector("#decision");
  const usable = (one) => one.checkVisibility() && one.getAttribute("aria-disabled") !== "true" && !one.disabled && one.textContent.trim() !== "";
  const all = (root, what) => [...root.querySelectorAll(`button[${what}]`)].filter(usable);
  const step = () => box.querySelector("[data-step]")?.dataset.step ?? "";
  const find = (root, key) => all(root, "data-opens").find((one) => one.dataset.opens === key);
  const board = document.querySelector("#board");
  const found = { main: {}, board: {}, unarmed: {}, listed: {} };
  const open = async (root, key) => {
    const button = find(root, key);
    if (!button) throw new Error(`nothing opens ${key}`);
    button.click();
    await until(() => step() === key, `the step ${key}`);
  };
  const back = async () => {
    const before = step();
    box.querySelector("[data-back]").click();
    await until(() => step() !== before, `what was before ${before}`);
  };
  const inside = async (into, way) => {
    for (const one of all(box, "data-action")) if (!("listed" in one.dataset)) into[one.dataset.action] ??= way;
    const places = way.length ? found.board : found.unarmed;
    for (const what of ["action", "opens"]) for (const one of all(board, `data-${what}`)) places[one.dataset[what]] ??= way;
    for (const key of all(box, "data-opens").map((one) => one.dataset.opens)) {
      await open(box, key);
      await inside(into, [...way, key]);
      await back();
    }
  };
  await inside(found.main, []);
  const list = box.querySelector(".all-actions summary");
  list.click();
  await until(() => box.querySelector("[data-listed]"), "all actions");
  for (const one of all(box, "data-listed")) found.listed[one.dataset.action] = [];
  list.click();
  await until(() => !box.querySelector("[data-listed]"), "the list folded again");
  return found;
}"""


def reached(page: Page) -> dict[str, Ways]:
    """The actions that the decision's own cards and verbs lead to (`main`), and those of the list of all, each with what is to be opened before it.

    `board` holds what a press on a place of the board takes or opens once something was opened, `unarmed` what it does without.
    """
    found: dict[str, Ways] = page.evaluate(WALK)
    return found
