// The characters of a new table: a scenario, or one for each rank; and the unique districts.
import { CharacterFace } from "../art/index.mjs";
import { cardText } from "../board/card_text.mjs";
import { html } from "../core/html.mjs";
import { t } from "../core/i18n.mjs";
import { Check, Choice, Disclosure, Loading, Select } from "../ui/index.mjs";
import { castSizes } from "./order.mjs";

/** @typedef {import("./order.mjs").Wish} Wish */
/** @typedef {import("../core/catalogue.mjs").Cards} Cards */

/**
 * @param {{ wish: Wish, change: (some: Partial<Wish>) => void, cards: Cards | null }} props
 */
export function CastChoice({ wish, change, cards }) {
  if (!cards || cards.edition.toUpperCase() !== wish.edition) return html`<${Loading} />`;
  const scenarios = cards.scenarios;
  const first = scenarios.find((one) => one.scenario === wish.scenario) ?? scenarios[0];
  const usual = usualCast(first, wish, cards);
  return html`<div class="stack">
    <${Choice} label=${t("play.what_cast")} quiet value=${wish.by} onChange=${(/** @type {any} */ by) => change({ by, cast: wish.cast.length ? wish.cast : usual })}
      options=${[{ value: "scenario", label: t("play.by_scenario") }, { value: "hand", label: t("play.by_hand") }]} />
    ${wish.by === "scenario"
      ? html`<${Select} label=${t("play.scenario")} value=${wish.scenario} onChange=${(/** @type {string} */ scenario) => change({ scenario })}
          options=${scenarios.map((one) => ({ value: one.scenario, label: one.name }))} />
        <ul class="plain cast-list">${usual.filter(Boolean).map((id) => html`<li key=${id}><span class="portrait"><${CharacterFace} id=${id} /></span><span>${cards.character(id).name}</span></li>`)}</ul>`
      : html`<${ByHand} wish=${wish} change=${change} cards=${cards} />`}
  </div>`;
}

/**
 * The characters of a scenario for the number of players, as they are at first: substitutes are the service's matter.
 * @param {Cards["scenarios"][number] | undefined} scenario
 * @param {Wish} wish
 * @param {Cards} cards
 * @returns {string[]}
 */
function usualCast(scenario, wish, cards) {
  const sizes = castSizes(wish.edition, wish.players);
  const nine = sizes[0] === 9 || (sizes.includes(9) && Boolean(scenario?.rank9) && wish.players >= 5);
  return Array.from({ length: nine ? 9 : 8 }, (_, at) => {
    const wanted = at === 8 ? scenario?.rank9 : scenario?.ranks[at];
    const allowed = cards.characters.filter((card) => card.rank === at + 1 && card.minPlayers <= wish.players);
    return allowed.find((card) => card.character === wanted)?.character ?? allowed[0]?.character ?? "";
  });
}

/**
 * @param {{ wish: Wish, change: (some: Partial<Wish>) => void, cards: Cards }} props
 */
function ByHand({ wish, change, cards }) {
  const sizes = castSizes(wish.edition, wish.players);
  const uniques = cards.districts.filter((card) => card.unique);
  const chosen = wish.uniques ?? [];
  const put = (/** @type {number} */ at, /** @type {string} */ id) => change({ cast: Array.from({ length: 9 }, (_, rank) => (rank === at ? id : (wish.cast[rank] ?? ""))) });
  const ranks = Array.from({ length: Math.max(...sizes) }, (_, at) => at);
  return html`
    <div class="seat-choices">${ranks.map((at) => {
      const all = cards.characters.filter((card) => card.rank === at + 1);
      const none = at === 8 && sizes.includes(8);
      return html`<${Select} key=${at} label=${t("play.rank_choice", { n: at + 1 })} value=${wish.cast[at] ?? ""} onChange=${(/** @type {string} */ id) => put(at, id)}
        options=${[...(none || !wish.cast[at] ? [{ value: "", label: t("play.no_ninth") }] : []),
          ...all.map((card) => ({ value: card.character, label: card.name, disabled: card.minPlayers > wish.players }))]} />`;
    })}</div>
    <${Disclosure} summary=${t("play.uniques")}>
      <div class="stack">
        <${Choice} label=${t("play.uniques")} quiet value=${wish.uniques ? "hand" : "usual"}
          onChange=${(/** @type {string} */ how) => change({ uniques: how === "usual" ? null : usualUniques(cards) })}
          options=${[{ value: "usual", label: t("play.uniques_default") }, { value: "hand", label: t("play.uniques_hand", { n: chosen.length, of: usualUniques(cards).length }) }]} />
        ${wish.uniques && html`<div class="unique-choices">${uniques.map((card) => html`<${Check} key=${card.district} label=${`${card.name} (${card.cost})`} hint=${cardText(card.district, cards)}
          checked=${chosen.includes(card.district)}
          onChange=${(/** @type {boolean} */ on) => change({ uniques: on ? [...chosen, card.district] : chosen.filter((one) => one !== card.district) })} />`)}</div>`}
      </div>
    <//>`;
}

/** @param {Cards} cards */
const usualUniques = (cards) => [...(cards.scenarios[0]?.uniques ?? [])];
