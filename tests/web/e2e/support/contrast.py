"""How well the words on buttons can be read: contrasts as WCAG 2 counts them, from the styles that the browser has computed, in every state."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Error

if TYPE_CHECKING:
    from playwright.sync_api import Page


Contrast = tuple[float, str]
"""The contrast of some words, and where they stand in which state."""
LEAST: Final = 4.5
STATES: Final = {
    "at rest": (),
    "under the pointer": ("hover",),
    "focused": ("focus", "focus-visible"),
    "focused under the pointer": ("hover", "focus", "focus-visible"),
    "pressed": ("hover", "active"),
}
"""What a browser holds for true of a button in each state of the pointer and the keyboard."""

MARK: Final = """() => {
  const seen = new Set();
  let number = 0;
  for (const one of document.querySelectorAll("button, .button")) {
    delete one.dataset.probe;
    const around = [one.parentElement?.parentElement, one.parentElement, one, ...one.querySelectorAll(":not(svg, svg *)")];
    const kind = around.map((each) => `${each?.tagName}.${each?.className}`).join(" ");
    if (!one.checkVisibility() || seen.has(kind)) continue;
    seen.add(kind);
    one.dataset.probe = number++;
  }
}"""
"""Marks each kind of button once: what it is, what it is in, and what is in it."""

MEASURE: Final = """state => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const colour = (text) => {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(text, [r, g, b, a / 255]);
    }
    return known.get(text);
  };
  const mix = (from, to, share) => from.map((part, at) => part + (to[at] - part) * share);
  const over = (ground, [r, g, b, a]) => mix(ground, [r, g, b], a);
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // The colours that a gradient may have where the words are: one from top to bottom at their height, any other all that it goes through.
  const gradient = (image, box, y) => {
    const stops = [...image.matchAll(/((?:rgba?|color|oklab|oklch)\\([^()]*\\))(?: ([\\d.]+)%)?/g)].map(([, one, at]) => ({ colour: colour(one), at: at && at / 100 }));
    stops[0].at ??= 0;
    stops[stops.length - 1].at ??= 1;
    if (!/^linear-gradient\\((?:rgba?|color|oklab|oklch)\\(/.test(image) || stops.some((one) => one.at === undefined)) return stops.map((one) => one.colour);
    const at = Math.min(1, Math.max(0, (y - box.top) / box.height));
    const after = Math.max(1, stops.findIndex((one) => one.at >= at));
    const [from, to] = [stops[after - 1], stops[after]];
    return [mix(from.colour, to.colour, (at - from.at) / (to.at - from.at))];
  };
  // What may stand where the words are, from the back to the front; with the words, or without them.
  const painted = (line, at, ground, words, y) => {
    if (at === line.length) return [ground];
    const style = getComputedStyle(line[at]);
    const plain = over(ground, colour(style.backgroundColor));
    const image = style.backgroundImage;
    const own = image.includes("gradient") ? gradient(image, line[at].getBoundingClientRect(), y).map((one) => over(plain, one)) : [plain];
    return own.flatMap((one) => painted(line, at + 1, one, words, y))
      .map((one) => (words && at === line.length - 1 ? over(one, colour(style.color)) : one))
      .map((one) => mix(ground, one, Number(style.opacity)));
  };
  const paper = colour(getComputedStyle(document.documentElement).colorScheme.startsWith("dark") ? "black" : "white").slice(0, 3);
  const contrast = (element, y) => {
    const line = [];
    for (let one = element; one; one = one.parentElement) line.unshift(one);
    const [read, behind] = [true, false].map((words) => painted(line, 0, paper, words, y).map(luminance));
    return Math.min(...read.map((one, at) => (Math.max(one, behind[at]) + 0.05) / (Math.min(one, behind[at]) + 0.05)));
  };
  const found = [];
  const measure = (button, how) => {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const around = text.parentElement;
      const box = around.getBoundingClientRect();
      if (!text.data.trim() || box.width < 2 || box.height < 2 || around.closest(".hidden, .unseen")) continue;
      const about = [...button.classList].filter((one) => one !== "busy").join(".") || button.parentElement.className;
      found.push([contrast(around, (box.top + box.bottom) / 2), `${about} ${around === button ? "" : around.tagName.toLowerCase()} "${text.data.trim()}" ${how}`]);
    }
  };
  const all = [...document.querySelectorAll("[data-probe]")];
  // All of some kind with another attribute for a moment, and then as they were.
  const as = (some, name, value, busy, how) => {
    const before = some.map((button) => button.getAttribute(name));
    const waiting = busy ? some.map((button) => button.closest(".button, .play-card")).filter((one) => !one.classList.contains("busy")) : [];
    for (const button of some) button.setAttribute(name, value);
    for (const one of waiting) one.classList.add("busy");
    for (const button of some) measure(button, how);
    for (const one of waiting) one.classList.remove("busy");
    some.forEach((button, at) => (before[at] === null ? button.removeAttribute(name) : button.setAttribute(name, before[at])));
  };
  for (const button of all) measure(button, state);
  const buttons = all.filter((one) => one.matches("button.button"));
  as(buttons, "aria-disabled", "true", false, `${state}, disabled`);
  as(buttons, "aria-disabled", "true", true, `${state}, waiting`);
  as(all.filter((one) => one.matches(".play-card button")), "aria-busy", "true", true, `${state}, waiting`);
  for (const name of ["aria-pressed", "aria-expanded", "aria-selected"]) {
    for (const value of ["true", "false"]) as(all.filter((one) => one.hasAttribute(name)), name, value, false, `${state}, ${name}=${value}`);
  }
  return found;
}"""


def contrasts(page: Page) -> list[Contrast]:
    """The contrasts of the words on every kind of button that a page has: at rest, pointed at, focused, pressed, waiting and disabled."""
    page.evaluate(MARK)
    browser = page.context.new_cdp_session(page)
    try:
        browser.send("DOM.enable")
        browser.send("CSS.enable")
        root = browser.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        asked = {"nodeId": root, "selector": "[data-probe]"}
        nodes: list[int] = browser.send("DOM.querySelectorAll", asked)["nodeIds"]
        found: list[Any] = []
        for state, classes in STATES.items():
            for node in nodes:
                with contextlib.suppress(Error):  # a button that is gone by now
                    browser.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": list(classes)})
            found += page.evaluate(MEASURE, state)
    finally:
        browser.detach()
    return [(round(contrast, 2), about) for contrast, about in found]
