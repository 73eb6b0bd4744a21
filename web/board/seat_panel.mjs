// A seat: who sits there, what they have, their city, and their hand where it is known.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Card, Coin, Crown } from "../assets/art/index.mjs";
import { CharacterCard } from "./character_card.mjs";
import { City, HandBacks, HandCards } from "./city.mjs";
import { acting, completed, count, goal, list, signs, size } from "./board_model.mjs";
import { tellMark } from "./board_description.mjs";
import { BoardItem } from "./board_item.mjs";

/** @typedef {import("./game_board.mjs").Scene} Scene */

/**
 * A seat with its city.
 * @param {{ seat: number, scene: Scene, big?: boolean, hand?: boolean }} props `big`: the viewer's own; `hand`:
 *   whether a known hand
 *   is drawn
 */
export function SeatPanel({ seat: at, scene, big = false, hand = true }) {
  const { view, cards, names, viewer, spots, onSeat, result } = scene;
  const seat = view.seats[at];
  if (!seat) return null;
  const own = at === viewer;
  const name = names[at] ?? t("board.seat", { n: at + 1 });
  const deciding = view.decision?.seat === at && view.phase !== "over";
  const crowned = view.crown === at;
  const place = completed(view, at);
  const known = list(seat.hand);
  const total = result?.totals[at];
  const held = count(seat.hand);
  const words = [
    "seat",
    big ? "big" : "",
    own ? "own" : "",
    acting(view) === at ? "acting" : "",
    deciding ? "deciding" : "",
    spots?.get(`seat:${at}`)?.lit ? "lit" : "",
  ];
  const full = { n: seat.city.length, of: goal(view) };
  const label = own ? t("board.seat_you", { name }) : name;
  const whose = own ? t("board.hand") : t("board.hand_of", { name });
  return html`<article class=${words.filter(Boolean).join(" ")} data-seat=${at} aria-label=${label}>
    <header class="seat-head">
      <span class="seat-people">${people(seat, scene)}</span>
      <div class="seat-who">
        <h3 class="seat-title">
          <${SeatName} seat=${at} name=${name} scene=${scene} />
          ${crowned && html`<span class="seat-crown"><${Crown} label=${t("board.crown")} /></span>`}
        </h3>
        <p class="seat-facts">
          <${Purse} amount=${seat.gold} label=${t("board.gold", { n: seat.gold })} art=${html`<${Coin} />`} />
          <${Purse} amount=${held} label=${t("board.cards", { n: held })}
            art=${big || held === 0 ? html`<${Card} />` : html`<${HandBacks} count=${held} />`} />
          <span class=${`seat-size figure${place ? " complete" : ""}`} title=${t("board.city_size_long", full)}>
            ${t("board.city_size", { size: size(view, at), of: goal(view) })}
          </span>
          ${total !== undefined && html`<strong class="seat-score">${t("board.points", { n: total })}</strong>`}
        </p>
      </div>
      <div class="seat-signs">
        ${deciding && html`<span class="seat-deciding">${t(own ? "board.thinking_you" : "board.thinking")}</span>`}
        ${place > 0 && html`<span class="seat-complete">${t(`board.complete${place === 1 ? "_first" : ""}`)}</span>`}
      </div>
    </header>
    <${City} city=${seat.city} cards=${cards} seat=${at} spots=${spots} size=${big ? "normal" : "small"}
      label=${t("board.city_of", { name })} />
    ${hand && known && (own || known.length > 0) && html`<div class="seat-hand">
      <h4 class="seat-hand-title">${whose}</h4>
      <${HandCards} hand=${known} cards=${cards} spots=${own ? spots : undefined} size=${big ? "big" : "small"}
        label=${whose} />
    </div>`}
    ${(view.looks ?? []).map((look) => look.of === at && html`<div class="seat-hand looked">
      <h4 class="seat-hand-title">${t("board.looked", { name })}</h4>
      <${HandCards} hand=${look.hand} cards=${cards} size="small" label=${t("board.looked", { name })} />
    </div>`)}
  </article>`;
}

/**
 * The name of a seat: what can be pressed where something can be done to it.
 * @param {{ seat: number, name: string, scene: Scene }} props
 */
function SeatName({ seat, name, scene: { spots, onSeat } }) {
  const chip = html`<span class="seat-name">${name}</span>`;
  const spot = spots?.get(`seat:${seat}`);
  if (spot?.action !== undefined || spot?.opens !== undefined || spot?.refused !== undefined) {
    const tip = (/** @type {any} */ why) => why ?? spot.label ?? name;
    return html`<${BoardItem} class="seat-target button small" name=${name} spot=${spot} tip=${tip}>${chip}<//>`;
  }
  return onSeat ? html`<button type="button" class="seat-link" onClick=${() => onSeat(seat)}>${chip}</button>` : chip;
}

/**
 * An amount beside its drawing.
 * @param {{ amount: number, label: string, art: any }} props
 */
function Purse({ amount, label, art }) {
  return html`<span class="purse" title=${label}>
    ${art}<span key=${amount} class="changed figure" aria-hidden="true">${amount}</span>
    <span class="hidden">${label}</span>
  </span>`;
}

/**
 * The characters of a seat: shown ones, those that the viewer knows, and the others from behind.
 * @param {import("../core/notation").SeatView} seat
 * @param {Scene} scene
 */
function people(seat, scene) {
  const { view, cards } = scene;
  if (!seat.characters.length) return null;
  const lying = signs(view);
  return seat.characters.map((id, at) => {
    if (id === null) return html`<${CharacterCard} key=${`hidden.${at}`} id=${null} cards=${cards} size="small" />`;
    const shown = seat.revealed.includes(id);
    const marks = (lying.get(id) ?? []).map((mark) => ({ sign: mark.sign, text: tellMark(mark, scene.wording) }));
    return html`<${CharacterCard} key=${id} id=${id} cards=${cards} size="small" marks=${marks}
      state=${shown ? "shown" : "secret"} caption=${shown ? undefined : t("board.role_hidden")} />`;
  });
}
