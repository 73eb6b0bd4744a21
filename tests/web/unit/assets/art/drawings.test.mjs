// Every drawing is as people have last looked at it. Who changes one looks at it in the page, and writes `kept/drawings.txt` anew.
import { createHash } from "node:crypto";
import assert from "node:assert/strict";
import test from "node:test";

import { lines, makePage } from "../../support/dom.mjs";
import { assertKept } from "../../support/kept.mjs";

makePage();
const { CHARACTERS, DISTRICTS, house, person } = await import("../../../../../web/assets/art/faces.mjs");
const { PAINTS, disc, drawn, line, rect, ring, star } = await import("../../../../../web/assets/art/shapes.mjs");
const { BACK, COIN, CROWN, MARKS, SIGNS, SOMEBODY } = await import("../../../../../web/assets/art/symbols.mjs");
const art = await import("../../../../../web/assets/art/index.mjs");
const { html, render } = await import("../../../../../web/core/component.mjs");
const { DuskSkyline: Dusk } = await import("../../../../../web/assets/art/dusk_skyline.mjs");
const { TownSkyline: Town } = await import("../../../../../web/assets/art/town_skyline.mjs");

/** A drawing by a short name that no other has. */
const short = (text) => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** A part of the page as lines. */
function shown(part) {
  const box = document.createElement("div");
  render(part, box);
  return box.childNodes.flatMap((one) => [...lines(one), ...(one.innerHTML ? [`  ${short(one.innerHTML)}`] : [])]);
}

test("the drawings are those that people have looked at", () => {
  const all = [
    ...CHARACTERS.map((id) => [id, person(id)]), ...DISTRICTS.map((id) => [id, house(id)]), ["no such house", house("nothing")],
    ...Object.entries(SIGNS), ...Object.entries(MARKS), ...Object.entries({ BACK, COIN, CROWN, SOMEBODY }),
    ...Object.entries({ Dusk, Town, Logo: art.Logo }).map(([name, part]) => [name, shown(html`<${part} />`).join("\n")]),
  ];
  assertKept("drawings", all.map(([name, text]) => `${name} ${short(text)}`));
});

test("a drawing is decoration unless it says what it stands for", () => {
  const { Card, CharacterFace, Coin, Crown, DistrictFace, Hidden, Sign, TypeMark } = art;
  assertKept("art", [
    html`<${CharacterFace} id="queen" />`, html`<${CharacterFace} id="queen" label="Queen" class="big" />`, html`<${CharacterFace} id="nobody" />`,
    html`<${Hidden} />`, html`<${Hidden} label="Somebody" class="small" />`, html`<${DistrictFace} id="docks" type="trade" />`,
    html`<${DistrictFace} id="keep" label="Keep" class="x" />`, html`<${TypeMark} type="trade" label="trade" />`, html`<${TypeMark} type="none" class="y" />`,
    html`<${Crown} label="crown" />`, html`<${Crown} class="z" />`, html`<${Coin} label="coin" class="w" />`, html`<${Card} label="card" class="v" />`,
    html`<${Sign} sign="killed" label="killed" class="u" />`, html`<${Sign} sign="none" />`,
  ].flatMap(shown));
});

test("shapes are written with one digit after the point", () => {
  assert.deepEqual(rect("gold", 1.26, 2, 3, 4), ["gold", "M1.3 2h3v4h-3z"]);
  assert.deepEqual(disc("gold", 10, 10, 2), ["gold", "M8 10a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z".replace(" -4", "-4").replace("0-4", "0 -4")]);
  assert.deepEqual(disc("gold", 10, 10, 2, 3)[1], "M8 10a2 3 0 1 0 4 0a2 3 0 1 0 -4 0z");
  assert.deepEqual(ring("gold", 10, 10, 2, 0.5), ["gold", disc("gold", 10, 10, 2)[1], 0.5]);
  assert.deepEqual(line("ink", 2, "M0 0h1"), ["ink", "M0 0h1", 2]);
  assert.equal(star("gold", 0, 0, 10)[1].split("L").length, 10);
  assert.equal(drawn([["gold", "M0 0h1"], [line("ink", 2, "M1 1h1")]]),
    `<path d="M0 0h1" fill="${PAINTS.gold}"/><path d="M1 1h1" fill="none" stroke="${PAINTS.ink}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`);
});
