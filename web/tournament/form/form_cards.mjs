/** Choosing what is played: scenarios, or a cast and unique districts of one's own. */
import { html } from "../../core/component.mjs";
import { t } from "../../i18n/index.mjs";
import { Check, Disclosure, Loading, Select } from "../../ui/index.mjs";

/**
 * Scenarios, as many as one likes: they are taken in turn.
 * @param {{ cards: any, chosen: string[], onChange: (chosen: string[]) => void }} props
 */
export function Scenarios({ cards, chosen, onChange }) {
  if (cards === null) return html`<${Loading} />`;
  return html`<fieldset class="tournament-set"><legend>${t("organizer.form.scenarios")}</legend>
    ${cards.scenarios.map((/** @type {any} */ one) => html`<${Check} key=${one.scenario} label=${one.title}
      hint=${one.ranks.map((/** @type {string} */ id) => cards.character(id).name).join(", ")}
        checked=${chosen.includes(one.scenario)}
      onChange=${(/** @type {boolean} */ on) =>
        onChange(on ? [...chosen, one.scenario] : chosen.filter((id) => id !== one.scenario))} />`)}
  </fieldset>`;
}

/**
 * One character for each rank, and unique districts where one likes to choose them.
 * @param {{ cards: any, seats: number, cast: string[], uniques: string[], onCast: (cast: string[]) => void,
 *   onUniques: (uniques: string[]) => void }} props
 */
export function OwnCast({ cards, seats, cast, uniques, onCast, onUniques }) {
  if (cards === null) return html`<${Loading} />`;
  const ranks = [...new Set(cards.characters.map((/** @type {any} */ one) => one.rank))].sort((one, other) =>
    one - other);
  const fits = (/** @type {any} */ one) => one.minPlayers <= seats;
  const chosen = (/** @type {number} */ rank) => cast.find((id) => cards.character(id).rank === rank) ?? "";
  const put = (/** @type {number} */ rank, /** @type {string} */ id) =>
    onCast([...cast.filter((one) => cards.character(one).rank !== rank),
      ...(id ? [id] : [])].sort((one, other) => cards.character(one).rank - cards.character(other).rank));
  return html`<div class="stack">
    <p class="small quiet">${t("organizer.form.cast_hint")}</p>
    <div class="tournament-fields">
      ${ranks.map((rank) => html`<${Select} key=${rank} label=${t("organizer.rank_n", { rank })} value=${chosen(rank)}
        onChange=${(/** @type {string} */ id) => put(rank, id)}
        options=${[{ value: "", label: t("organizer.nobody") },
          ...cards.characters.filter((/** @type {any} */ one) => one.rank === rank
            && fits(one)).map((/** @type {any} */ one) => ({ value: one.character, label: one.name }))]} />`)}
    </div>
    <${Disclosure} summary=${t("organizer.form.uniques", { n: uniques.length })}>
      <p class="small quiet">${t("organizer.form.uniques_hint")}</p>
      <div class="tournament-checks">
        ${cards.districts.filter((/** @type {any} */ one) => one.unique).map((/** @type {any} */ one) =>
          html`<${Check} key=${one.district} label=${one.name} checked=${uniques.includes(one.district)}
          onChange=${(/** @type {boolean} */ on) =>
            onUniques(on ? [...uniques, one.district] : uniques.filter((id) => id !== one.district))} />`)}
      </div>
    <//>
  </div>`;
}
