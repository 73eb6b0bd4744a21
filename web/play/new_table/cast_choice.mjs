// The characters of a new table: a scenario, or one for each rank; and the unique districts.
import { CharacterFace } from "../../assets/art/index.mjs";
import { cardText } from "../../board/card_tip.mjs";
import { html } from "../../core/component.mjs";
import { t } from "../../i18n/index.mjs";
import { useQuery } from "../../core/query.mjs";
import { Check, Choice, Disclosure, Loading, Problem, Select } from "../../ui/index.mjs";
import { castSizes, compositionOf, setupOf } from "./table_order.mjs";

/** @typedef {import("./table_order.mjs").Wish} Wish */
/** @typedef {import("../../core/card_catalogue.mjs").Cards} Cards */
/** @typedef {import("../../core/api").Operations} Operations */

/**
 * @param {{ wish: Wish, change: (some: Partial<Wish>) => void, cards: Cards | null }} props
 */
export function CastChoice({ wish, change, cards }) {
  const { data, problem } = useQuery("PreviewTable", { input: setupOf(wish) });
  if (!cards || cards.edition.toUpperCase() !== wish.edition) return html`<${Loading} />`;
  const byHand = (/** @type {any} */ by) => change({ by, rank9: false, substitutes: [], cast: wish.cast.length ? wish.cast : (data?.previewTable?.cast ?? []).slice() });
  return html`<div class="stack">
    <${Choice} label=${t("play.what_cast")} quiet value=${wish.by} onChange=${byHand}
      options=${[{ value: "scenario", label: t("play.by_scenario") }, { value: "hand", label: t("play.by_hand") }]} />
    ${wish.by === "scenario"
      ? html`<${Select} label=${t("play.scenario")} value=${wish.scenario} onChange=${(/** @type {string} */ scenario) => change({ scenario, rank9: false, substitutes: [] })}
          options=${cards.scenarios.map((one) => ({ value: one.scenario, label: one.title }))} />
        <${Dealt} wish=${wish} change=${change} cards=${cards} setup=${data?.previewTable ?? null} />`
      : html`<${ByHand} wish=${wish} change=${change} cards=${cards} />`}
    ${problem && html`<${Problem} problem=${problem} />`}
  </div>`;
}

/**
 * What the service would deal, and where whoever makes the table may choose.
 * @param {{ wish: Wish, change: (some: Partial<Wish>) => void, cards: Cards, setup: NonNullable<Operations["PreviewTable"]["data"]["previewTable"]> | null }} props
 */
function Dealt({ wish, change, cards, setup }) {
  if (!setup) return null;
  const name = (/** @type {string} */ id) => cards.character(id).name;
  const put = (/** @type {readonly string[]} */ choices, /** @type {string} */ id) =>
    change({ substitutes: [...wish.substitutes.filter((one) => !choices.includes(one)), id] });
  return html`
    ${setup.rank9 === "CHOICE" && html`<${Check} label=${t("play.ninth")} checked=${wish.rank9} data-ninth
      onChange=${(/** @type {boolean} */ rank9) => change({ rank9, substitutes: [] })} />`}
    ${setup.places.map((place) => html`<${Select} key=${place.rank} data-place=${place.rank} value=${place.chosen}
      label=${place.wanted ? t("play.in_place_of", { name: name(place.wanted) }) : t("play.rank_choice", { n: place.rank })}
      onChange=${(/** @type {string} */ id) => put(place.choices, id)} options=${place.choices.map((id) => ({ value: id, label: name(id) }))} />`)}
    <ul class="plain cast-list" data-dealt>${setup.cast.map((id) => html`<li key=${id} data-character=${id}><span class="portrait"><${CharacterFace} id=${id} /></span><span>${name(id)}</span></li>`)}</ul>
    <p class="small quiet">${t("play.uniques")}: ${setup.uniques.map((id) => cards.district(id).name).join(", ")}</p>`;
}

/**
 * @param {{ wish: Wish, change: (some: Partial<Wish>) => void, cards: Cards }} props
 */
function ByHand({ wish, change, cards }) {
  const sizes = castSizes(wish.edition, wish.players);
  const uniques = cards.districts.filter((card) => card.unique);
  const chosen = wish.uniques ?? [];
  const usual = usualUniques(cards).filter((id) => !(id === "graveyard" && wish.cast.includes("diplomat")));
  const deck = wish.edition === "CLASSIC" && wish.uniques ? compositionOf(cards.districts, wish) : null;
  const byHand = deck ? t("play.uniques_hand_classic", deck) : t("play.uniques_hand", { n: chosen.length, of: usual.length });
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
          onChange=${(/** @type {string} */ how) => change({ uniques: how === "usual" ? null : usual })}
          options=${[{ value: "usual", label: t("play.uniques_default") }, { value: "hand", label: byHand }]} />
        ${deck && (deck.removed < deck.least || deck.removed > deck.most) && html`<p class="small quiet" role="status">${t("play.uniques_removed", deck)}</p>`}
        ${wish.uniques && html`<div class="unique-choices">${uniques.map((card) => html`<${Check} key=${card.district} label=${`${card.name} (${card.cost})`} hint=${cardText(card.district, cards)}
          checked=${chosen.includes(card.district)}
          onChange=${(/** @type {boolean} */ on) => change({ uniques: on ? [...chosen, card.district] : chosen.filter((one) => one !== card.district) })} />`)}</div>`}
      </div>
    <//>`;
}

/** @param {Cards} cards */
const usualUniques = (cards) => [...(cards.scenarios[0]?.uniques ?? [])];
