// A new table: who plays, with which characters, and on which terms.
import { useCards } from "../core/card_catalogue.mjs";
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { navigate } from "../core/router.mjs";
import { ensureAccount } from "../core/session.mjs";
import { CastChoice } from "../play/new_table/cast_choice.mjs";
import { useButtonAction } from "../play/button_action.mjs";
import { FIRST, orderOf, withPlayers, withSeat } from "../play/new_table/table_order.mjs";
import { LEVELS } from "../play/waiting_room.mjs";
import { Button, Check, Choice, Disclosure, Field, Panel, Problem, Select } from "../ui/index.mjs";

/** The areas of words that this page needs. */
export const words = ["ui", "cards", "play"];
/** The files of style that this page needs. */
export const styles = ["art", "play"];

/** The title of the page. */
export function title() {
  return t("play.new_title");
}

/** The page. */
export default function NewTable() {
  const [wish, setWish] = useState(FIRST);
  const cards = useCards(wish.edition);
  const deed = useButtonAction();
  const change = (/** @type {Partial<import("../play/new_table/table_order.mjs").Wish>} */ some) => setWish((now) => ({ ...now, ...some }));
  const full = wish.seats.every((who) => who !== "open");
  const make = () =>
    deed.run(async () => {
      await ensureAccount();
      const { createTable } = await ask("CreateTable", { input: orderOf(wish) });
      void navigate(`/table/${createTable.table.id}`);
    });
  return html`<form class="new-table stack" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void make(); }}>
    <header><h1>${t("play.new_title")}</h1><p class="lead">${t("play.new_lead")}</p></header>
    <${Panel}>
      <div class="stack">
        <${Choice} label=${t("ui.edition")} value=${wish.edition} onChange=${(/** @type {any} */ edition) => change({ edition, scenario: "", by: "scenario", rank9: false, substitutes: [], options: {}, uniques: null })}
          options=${["MODERN", "CLASSIC"].map((value) => ({ value, label: t(`ui.edition_${value.toLowerCase()}`) }))} />
        <${Choice} label=${t("play.how_many")} value=${String(wish.players)} onChange=${(/** @type {string} */ value) => setWish((now) => withPlayers(now, Number(value)))}
          options=${[2, 3, 4, 5, 6, 7, 8].map((value) => ({ value: String(value), label: String(value) }))} />
      </div>
    <//>
    <${Panel} title=${t("play.who_plays")}>
      <div class="seat-choices">
        ${wish.seats.map((who, at) => html`<${Select} key=${at} label=${t("play.seat", { n: at + 1 })} value=${who} data-wish=${at}
          onChange=${(/** @type {string} */ value) => setWish((now) => withSeat(now, at, value))}
          options=${[{ value: "you", label: t("play.seat_you") }, { value: "open", label: t("play.wish_OPEN") },
            ...LEVELS.map((level) => ({ value: level, label: t("play.wish_AI", { level: t(`ui.level.${level.toLowerCase()}`) }) }))]} />`)}
      </div>
    <//>
    <${Panel} title=${t("play.what_cast")}><${CastChoice} wish=${wish} change=${change} cards=${cards} /><//>
    <${Disclosure} summary=${t("play.more_options")}><${Terms} wish=${wish} change=${change} cards=${cards} /><//>
    <${Problem} problem=${deed.problem} />
    <p><${Button} kind="primary" size="big" type="submit" busy=${deed.busy} data-make>${t(full && !wish.demand ? "play.make_now" : "play.make")}<//></p>
  </form>`;
}

/**
 * @param {{ wish: import("../play/new_table/table_order.mjs").Wish, change: (some: Partial<import("../play/new_table/table_order.mjs").Wish>) => void,
 *   cards: import("../core/card_catalogue.mjs").Cards | null }} props
 */
function Terms({ wish, change, cards }) {
  const amount = (/** @type {"limit" | "bank" | "increment" | "days" | "delay"} */ name, /** @type {string} */ key, least = 1) => html`<${Field}
    label=${t(key)} type="number" min=${least} value=${wish[name]} onInput=${(/** @type {string} */ value) => change({ [name]: Math.max(0, Number(value)) })} />`;
  return html`<div class="stack">
    <${Field} label=${t("play.name")} hint=${t("play.name_hint")} value=${wish.name} maxlength="60" onInput=${(/** @type {string} */ name) => change({ name })} />
    <${Choice} label=${t("play.clock")} value=${wish.clock} onChange=${(/** @type {any} */ clock) => change({ clock })}
      options=${["NONE", "DECISION", "BANK", "CORRESPONDENCE"].map((value) => ({ value, label: t(`play.clock_kind_${value}`) }))} />
    ${wish.clock === "DECISION" && amount("limit", "play.clock_limit")}
    ${wish.clock === "BANK" && html`<div class="seat-choices">${amount("bank", "play.clock_bank_minutes")}${amount("increment", "play.clock_increment", 0)}</div>`}
    ${wish.clock === "CORRESPONDENCE" && amount("days", "play.clock_days")}
    ${wish.clock !== "NONE" && html`<${Select} label=${t("play.when_late")} value=${wish.timeout} onChange=${(/** @type {any} */ timeout) => change({ timeout })}
      options=${["DEFAULT_ACTION", "AI_TAKES_OVER", "FORFEIT"].map((value) => ({ value, label: t(`play.late_${value}`) }))} />`}
    <${Select} label=${t("play.visibility")} value=${wish.visibility} onChange=${(/** @type {any} */ visibility) => change({ visibility })}
      options=${["PUBLIC", "UNLISTED", "PRIVATE"].map((value) => ({ value, label: t(`play.visible_${value}`) }))} />
    ${wish.visibility !== "PRIVATE" && amount("delay", "play.delay", 0)}
    <${Check} label=${t("play.rated_check")} hint=${t("play.rated_hint")} checked=${wish.rated} onChange=${(/** @type {boolean} */ rated) => change({ rated })} />
    <${Check} label=${t("play.start_demand")} checked=${wish.demand} onChange=${(/** @type {boolean} */ demand) => change({ demand })} />
    ${(cards?.options ?? []).map(({ option, values }) => html`<${Select} key=${option} label=${t(`play.option_${option}`)}
      value=${JSON.stringify(wish.options[option] ?? values[0])}
      onChange=${(/** @type {string} */ value) => change({ options: { ...wish.options, [option]: JSON.parse(value) } })}
      options=${values.map((value) => ({ value: JSON.stringify(value), label: typeof value === "number" ? String(value) : t(`play.value_${value}`) }))} />`)}
  </div>`;
}
