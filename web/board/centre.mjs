// The middle of the table: the cast in the order of rank, what was named and done, and what lies there.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Card, Coin, Sign } from "../assets/art/index.mjs";
import { TextToggle } from "./board_text.mjs";
import { CharacterCard } from "./character_card.mjs";
import { cast, count } from "./board_model.mjs";
import { moveFocus } from "./board_item.mjs";
import { TownSkyline } from "../assets/art/town_skyline.mjs";
import { tellAwaited, tellMark, tellPhase } from "./board_description.mjs";

/** @typedef {import("./game_board.mjs").Scene} Scene */

/**
 * The middle of the table: round and phase, cast with markers, deck, characters aside, tax.
 * @param {{ scene: Scene, tools?: any }} props `tools`: buttons beside the toggle of the text form
 */
export function Centre({ scene, tools }) {
  const { view, cards, wording } = scene;
  return html`<section class="centre" aria-label=${t("board.middle")}>
    <${TownSkyline} />
    <header class="centre-head">
      <p class="centre-round">${t("board.round", { n: view.round })}</p>
      <p class="centre-phase">${tellPhase(view, wording)}</p>
      <p class="centre-awaited">${view.phase === "turns" ? tellAwaited(view, wording) : ""}</p>
      <div class="centre-tools row tight">${tools}<${TextToggle} /></div>
    </header>
    <div class=${`centre-table of-${view.cast.length}`}>
      <ol class="cast plain" aria-label=${t("board.cast")} onKeyDown=${moveFocus}>
        ${cast(view, cards).map(
          (role, at) => html`<${RoleCard} key=${role.id} role=${role} first=${at === 0} scene=${scene} />`,
        )}
      </ol>
      <${Piles} scene=${scene} />
    </div>
    ${view.announced && html`<p class="centre-note">${t("board.short_game")}</p>`}
  </section>`;
}

/**
 * A character of the cast, with its markers.
 * @param {{ role: import("./board_model.mjs").Role, first: boolean, scene: Scene }} props
 */
function RoleCard({ role, first, scene }) {
  const { cards, spots, wording } = scene;
  const marks = role.marks.map((mark) => ({ sign: mark.sign, text: tellMark(mark, wording) }));
  return html`<li class=${`role ${role.state}`} aria-current=${role.state === "acting" ? "true" : undefined}>
    <${CharacterCard} id=${role.id} cards=${cards} state=${role.state} caption=${caption(role, scene)} marks=${marks}
      tab=${first ? 0 : -1} spot=${spots?.get(`character:${role.id}`)} />
  </li>`;
}

/**
 * Who holds a character, or what became of it.
 * @param {import("./board_model.mjs").Role} role
 * @param {Scene} scene
 */
function caption(role, { names, viewer }) {
  if (role.state === "acting" || role.state === "shown" || role.state === "own") {
    if (role.seat === viewer) return t("board.role_own");
    return role.seat === null ? "" : (names[role.seat] ?? "");
  }
  if (role.state === "absent" && role.marks.some((mark) => mark.sign === "killed")) return t("board.mark_killed");
  return role.state === "open" ? "" : t(`board.role_${role.state}`);
}

/**
 * Deck, characters aside and passed on, tax.
 * @param {{ scene: Scene }} props
 */
function Piles({ scene }) {
  const { view } = scene;
  const aside = view.facedown.length;
  const pool = view.phase === "pick" ? count(view.pool) : 0;
  const deck = count(view.deck);
  const tax = view.tax ?? 0;
  /** @param {string} key @param {any} art @param {number} n */
  const pile = (key, art, n) => html`<li key=${key} class="pile" title=${t(`board.${key}_long`, { n })}>
    <span class="pile-art">${art}</span><span class="pile-name">${t(`board.${key}`)}</span>
    <span key=${n} class="changed figure pile-count">${n}</span>
  </li>`;
  return html`<ul class="piles plain">
    ${pile("deck", html`<${Card} />`, deck)}
    ${aside > 0 && pile("aside", html`<${Sign} sign="aside" />`, aside)}
    ${pool > 0 && pile("pool", html`<${Sign} sign="pool" />`, pool)}
    ${(tax > 0 || view.cast.includes("tax_collector")) && pile("tax", html`<${Coin} />`, tax)}
  </ul>`;
}
