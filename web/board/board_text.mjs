// The board in words: always there for a screen reader, and for all who ask.
import { html, signal } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { writeStored, readStored } from "../core/browser_storage.mjs";
import { tellBoard } from "./board_description.mjs";

/** @typedef {import("./game_board.mjs").Scene} Scene */

/** Whether the board's text form is drawn. */
export const asText = signal(readStored("boardText") === "yes");

/** The button that shows and hides the text form. */
export function TextToggle() {
  const turn = () => {
    asText.value = !asText.value;
    writeStored("boardText", asText.value ? "yes" : null);
  };
  const pressed = asText.value ? "true" : "false";
  return html`<button type="button" class="button quiet small" aria-pressed=${pressed} data-text-toggle onClick=${turn}>
    ${t("board.text_show")}
  </button>`;
}

/**
 * The board in words, drawn for all where that is asked for.
 * @param {{ scene: Scene }} props
 */
export function BoardText({ scene }) {
  return html`<section class=${asText.value ? "board-text" : "board-text hidden"} aria-label=${t("board.text_title")}>
    <h2 class="board-text-title">${t("board.text_title")}</h2>
    ${tellBoard(scene.view, scene.wording).map((part) => html`<div key=${part.key} class="board-text-part">
      <h3>${part.title}</h3>
      <${Lines} lines=${part.lines} last=${part.city} />
    </div>`)}
  </section>`;
}

/**
 * A list of lines; what belongs to the last one stands under it.
 * @param {{ lines: readonly string[], last?: readonly string[] }} props
 */
function Lines({ lines, last = [] }) {
  const under = last.length > 0 && html`<${Lines} lines=${last} />`;
  return html`<ul>${lines.map((line, at) => html`<li key=${at}>${line}${at === lines.length - 1 && under}</li>`)}</ul>`;
}
