// The keyboard: one tab stop for a group of buttons, arrows within it, and letters and digits as shortcuts that can be switched off.
import { signal, useEffect, useLayoutEffect } from "../core/component.mjs";
import { writeStored, readStored } from "../core/browser_storage.mjs";

/** Whether letters and digits are shortcuts. */
export const shortcuts = signal(readStored("shortcuts") !== "off");

/**
 * Use shortcuts, or not.
 * @param {boolean} on
 */
export function useShortcuts(on) {
  shortcuts.value = on;
  writeStored("shortcuts", on ? null : "off");
}

/** The letter of each verb; `ability` stands for what only one character does. */
const LETTERS = /** @type {Record<string, string>} */ ({
  gold: "g", draw: "d", end: "e", income: "t", bonus: "x", smithy: "s", laboratory: "l", museum: "m", armory: "r", pass: "p", refuse: "p",
  done: "p", bribe: "y", expose: "y", confiscate: "y", announce: "y", recover: "y", theater: "y", tithe: "q", redraw: "w",
});
const ABILITIES = new Set([
  "kill", "bewitch", "warrants", "rob", "spy", "threats", "swap", "peek", "see", "crown", "study", "destroy", "exchange", "seize",
  "beautify", "collect",
]);

/** The letters in the order in which they are told of, each with the key of its words. */
export const SHORTCUTS = /** @type {const} */ ([
  ["1–9", "digits"], ["g", "gold"], ["d", "draw"], ["a", "ability"], ["t", "income"], ["x", "bonus"], ["y", "yes"], ["p", "pass"],
  ["s", "smithy"], ["l", "laboratory"], ["m", "museum"], ["r", "armory"], ["q", "tithe"], ["w", "redraw"], ["e", "end"], ["Esc", "back"],
  ["h", "help"],
]);

/**
 * The letter of a verb; null where it has none.
 * @param {string} token such as `verb:gold`
 * @returns {string | null}
 */
export function letterOf(token) {
  const [verb, what] = token.slice("verb:".length).split(" ");
  if (verb === "bonus" && what === "cards") return "c";
  if (ABILITIES.has(verb)) return "a";
  return LETTERS[verb] ?? null;
}

const BUTTONS = "button";

/**
 * Makes the buttons of a box one stop of the tab key; arrows, Home and End go from one to the next.
 * @param {{ current: HTMLElement | null }} box
 */
export function useArrowKeys(box) {
  useLayoutEffect(() => {
    const all = buttons(box.current);
    const stop = all.find((one) => one === document.activeElement) ?? all.find((one) => one.tabIndex === 0 && one.dataset.stop) ?? all[0];
    for (const one of all) setStop(one, one === stop);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const all = buttons(element);
      const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      const to = at < 0 ? -1 : nextAt(event.key, at, all.length);
      if (to < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      for (const one of all) setStop(one, one === all[to]);
      all[to].focus();
    };
    /** @param {FocusEvent} event */
    const focused = (event) => {
      const all = buttons(element);
      if (all.includes(/** @type {HTMLButtonElement} */ (event.target))) for (const one of all) setStop(one, one === event.target);
    };
    element.addEventListener("keydown", pressed);
    element.addEventListener("focusin", focused);
    return () => {
      element.removeEventListener("keydown", pressed);
      element.removeEventListener("focusin", focused);
    };
  }, []);
}

/**
 * @param {HTMLElement | null} box
 * @returns {HTMLButtonElement[]}
 */
const buttons = (box) => (box ? /** @type {HTMLButtonElement[]} */ ([...box.querySelectorAll(BUTTONS)]) : []);

/**
 * @param {HTMLButtonElement} button
 * @param {boolean} stop
 */
function setStop(button, stop) {
  button.tabIndex = stop ? 0 : -1;
  if (stop) button.dataset.stop = "";
  else delete button.dataset.stop;
}

/**
 * @param {string} key
 * @param {number} at
 * @param {number} count
 */
function nextAt(key, at, count) {
  if (key === "ArrowRight" || key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowLeft" || key === "ArrowUp") return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : -1;
}

/**
 * Whether a key that was pressed is meant for the game: not typed into a field, not in a dialog, not with a modifier.
 * @param {KeyboardEvent} event
 */
export function isForTheGame(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  const on = event.target;
  if (!(on instanceof Element)) return true;
  return !on.closest("input, select, textarea, dialog, [contenteditable], .menu, [popover]");
}

/** What takes an action, or goes a step on or back. */
const CHOICE = "[data-action], [data-opens], [data-back]";

/**
 * Lets one press make one choice: the second click of a double click and a key that is held choose nothing, for another choice stands there by then.
 */
export const onePress = {
  onClickCapture: (/** @type {MouseEvent} */ event) => {
    if (event.detail > 1 && event.target instanceof Element && event.target.closest(CHOICE)) event.stopPropagation();
  },
  onKeyDownCapture: (/** @type {KeyboardEvent} */ event) => {
    if (event.repeat && event.key === "Enter" && event.target instanceof Element && event.target.closest(CHOICE)) event.preventDefault();
  },
};
