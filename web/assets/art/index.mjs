// The drawings, from one place. All are decoration unless `label` says what they stand for.
import { html } from "../../core/component.mjs";
import { RANKS, house, person } from "./faces.mjs";
import { BACK, COIN, CROWN, MARKS, SIGNS, SOMEBODY } from "./symbols.mjs";

export { Logo } from "./logo.mjs";
export { CHARACTERS, DISTRICTS, RANKS } from "./faces.mjs";

/**
 * @param {string} box
 * @param {string} words
 * @param {string | undefined} more
 * @param {string} inside
 * @param {string | undefined} label
 */
function art(box, words, more, inside, label) {
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const all = `art ${words}${more ? ` ${more}` : ""}`;
  return html`<svg class=${all} viewBox=${box} ...${said} dangerouslySetInnerHTML=${{ __html: inside }}></svg>`;
}

/**
 * The face of a character, in the colour of its rank.
 * @param {{ id: string, label?: string, class?: string }} props
 */
export function CharacterFace({ id, label, class: more }) {
  return art("0 0 64 64", `face rank-${RANKS[id] ?? 0}`, more, person(id) ?? SOMEBODY, label);
}

/**
 * A character that is not known.
 * @param {{ label?: string, class?: string }} props
 */
export function Hidden({ label, class: more }) {
  return art("0 0 64 64", "face rank-0", more, SOMEBODY, label);
}

/**
 * A district as a house.
 * @param {{ id: string, type?: string, cost?: number, label?: string, class?: string }} props
 */
export function DistrictFace({ id, type = "unique", label, class: more }) {
  return art("0 0 80 72", `house type-${type}`, more, house(id), label);
}

/**
 * The mark of a type.
 * @param {{ type: string, label?: string, class?: string }} props
 */
export function TypeMark({ type, label, class: more }) {
  return art(
    "0 0 24 24",
    `mark type-${type}`,
    more,
    `<path fill-rule="evenodd" d="${MARKS[type] ?? MARKS.unique}"/>`,
    label,
  );
}

/**
 * The crown.
 * @param {{ label?: string, class?: string }} props
 */
export function Crown({ label, class: more }) {
  return art("0 0 24 24", "crown", more, CROWN, label);
}

/**
 * A coin.
 * @param {{ label?: string, class?: string }} props
 */
export function Coin({ label, class: more }) {
  return art("0 0 24 24", "coin", more, COIN, label);
}

/**
 * A card from behind.
 * @param {{ label?: string, class?: string }} props
 */
export function Card({ label, class: more }) {
  return art("0 0 20 24", "back", more, BACK, label);
}

/**
 * A marker: killed, robbed, bewitched, warrant, signed, threat, flowered, tucked, beautified, aside, pool.
 * @param {{ sign: string, label?: string, class?: string }} props
 */
export function Sign({ sign, label, class: more }) {
  return art("0 0 24 24", `sign ${sign}`, more, SIGNS[sign] ?? "", label);
}
