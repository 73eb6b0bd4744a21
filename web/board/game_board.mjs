// The board: from a view to what is on the table, for a player and for a spectator, with two to eight seats.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { BoardText } from "./board_text.mjs";
import { Centre } from "./centre.mjs";
import { seatNames } from "./seat_names.mjs";
import { around } from "./board_model.mjs";
import { SeatPanel } from "./seat_panel.mjs";

/** @typedef {import("../core/notation").View} View */
/** @typedef {import("../core/card_catalogue.mjs").Cards} Cards */
/** @typedef {import("./board_item.mjs").Spot} Spot */
/**
 * What every part of the board is drawn from.
 * @typedef {object} Scene
 * @property {View} view
 * @property {Cards} cards
 * @property {readonly string[]} names
 * @property {number | null} viewer
 * @property {ReadonlyMap<string, Spot> | undefined} spots
 * @property {((seat: number) => void) | undefined} onSeat
 * @property {{ totals: readonly number[], places?: readonly (readonly number[])[] } | null} result
 * @property {import("./board_description.mjs").Wording} wording
 */

/**
 * The board.
 * @param {{
 *   position: View, cards: Cards, viewer?: number | null, number?: number, names?: readonly string[], hand?: boolean,
 *   table?: { seats: readonly any[], result?: any } | null, result?: any,
 *   highlights?: ReadonlyMap<string, Spot>, onSeat?: (seat: number) => void, tools?: any,
 * }} props `position`: the NOTATION view; `viewer`: the seat that looks on, null for a spectator; `number`: of the
 *   last event in it;
 *   `hand`: whether the viewer's own hand is drawn; `highlights`: what may be done and what stands out, by
 *   `seat:<seat>`,
 *   `city:<seat>:<district>`, `hand:<district>` and `character:<id>`; `tools`: buttons beside the toggle of the text
 *   form
 */
export function Board({
  position: view,
  cards,
  viewer = null,
  number = 0,
  names,
  hand = true,
  table = null,
  result,
  highlights,
  onSeat,
  tools,
}) {
  const called = names ?? seatNames(table, view.seats.length);
  const told = result ?? table?.result ?? null;
  /** @type {Scene} */
  const scene = {
    view,
    cards,
    names: called,
    viewer,
    spots: highlights,
    onSeat,
    result: view.phase === "over" && told?.totals?.length ? told : null,
    wording: {
      t: (key, params) => t(`board.${key}`, params),
      cards,
      names: called,
      viewer,
      result: view.phase === "over" ? told : null,
    },
  };
  const seats = around(view.seats.length, viewer);
  const own = viewer === null ? null : (seats.pop() ?? null);
  return html`<section id="board" class=${`board seats-${view.seats.length}`} aria-label=${t("board.board")}
    data-number=${number} data-n=${view.n} data-round=${view.round} data-phase=${view.phase}>
    <h2 class="hidden">${t("board.board")}</h2>
    <${Centre} scene=${scene} tools=${tools} />
    <div class=${`seats of-${seats.length}`}>
      ${seats.map((seat) => html`<${SeatPanel} key=${seat} seat=${seat} scene=${scene} />`)}
    </div>
    ${own !== null && html`<${SeatPanel} key=${own} seat=${own} scene=${scene} big hand=${hand} />`}
    <${BoardText} scene=${scene} />
  </section>`;
}
