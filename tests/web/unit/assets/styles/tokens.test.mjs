// The colours can be read by day and by night, and nothing moves but by --quick and --slow.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const style = new URL("../../../../../web/assets/styles/", import.meta.url);
const read = (name) => readFileSync(new URL(name, style), "utf8");
const tokens = {};
for (const [, name, day, night] of read("tokens.css").matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)) {
  tokens[name] = { day, night };
}
for (const [, name, both] of read("tokens.css").matchAll(/--([\w-]+): (#\w{6});/g))
  tokens[name] = { day: both, night: both };

/** How bright a colour is, as WCAG 2 counts. */
function luminance(colour) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two tokens. */
function contrast(one, other, when) {
  const [high, low] = [luminance(tokens[one][when]), luminance(tokens[other][when])].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["surface", "surface-2", "surface-3", "accent-soft"];
const TEXTS = ["ink", "ink-2", "accent", "gold", "noble", "religious", "trade", "military", "unique", "good", "bad"];

for (const when of ["day", "night"]) {
  test(`every text can be read on every ground by ${when}`, () => {
    for (const text of TEXTS) {
      for (const ground of GROUNDS) {
        const found = contrast(text, ground, when);
        assert.ok(found >= 4.5, `${text} on ${ground}: ${found.toFixed(2)}`);
      }
    }
    assert.ok(contrast("accent-ink", "accent", when) >= 4.5);
    assert.ok(contrast("on-night", "night", when) >= 4.5);
    assert.ok(contrast("on-night", "dusk-1", when) >= 4.5);
  });

  test(`the focus and the edges of what is filled in can be seen by ${when}`, () => {
    for (const line of ["focus", "edge"]) {
      for (const ground of GROUNDS) {
        const found = contrast(line, ground, when);
        assert.ok(found >= 3, `${line} on ${ground}: ${found.toFixed(2)}`);
      }
    }
  });
}

test("nothing moves but by the tokens of motion, so that it can be switched off", () => {
  for (const file of readdirSync(style).filter((name) => name.endsWith(".css"))) {
    const rules = read(file).replace(/\/\*[^]*?\*\//g, "");
    for (const [, property, value] of rules.matchAll(/\b(animation|transition)(?:-duration)?:\s*([^;]+);/g)) {
      if (/^(none|inherit)$/.test(value.trim())) continue;
      for (const part of value.split(/,(?![^(]*\))/)) {
        assert.match(part, /var\(--(quick|slow)\)/, `${file}: ${property}: ${part.trim()}`);
        assert.doesNotMatch(part.replace(/var\([^)]*\)/g, ""), /\d(ms|s)\b/, `${file}: ${property}: ${part.trim()}`);
      }
    }
  }
});

test("no style asks anybody else for anything", () => {
  for (const file of readdirSync(style).filter((name) => name.endsWith(".css"))) {
    assert.doesNotMatch(read(file), /url\(|@import|https?:/, file);
  }
});
