// The terms of a table in words: edition, players, clock, who may see it.
import { html } from "../core/component.mjs";
import { duration, t } from "../i18n/index.mjs";
import { Badge } from "../ui/index.mjs";

/** @typedef {import("./table_store.mjs").Table} Table */

/**
 * A clock in words.
 * @param {{ kind: string, limitMs?: number | null, bankMs?: number | null, incrementMs?: number | null }} clock
 * @returns {string}
 */
export function clockText(clock) {
  switch (clock.kind) {
    case "DECISION":
      return t("play.clock_decision", { time: duration(clock.limitMs ?? 0) });
    case "BANK":
      return t("play.clock_bank", { time: duration(clock.bankMs ?? 0), n: Math.round((clock.incrementMs ?? 0) / 1000) });
    case "CORRESPONDENCE":
      return t("play.clock_correspondence", { n: Math.round((clock.limitMs ?? 0) / 86_400_000) });
    default:
      return t("play.clock_none");
  }
}

/**
 * The terms as a row of badges.
 * @param {{ table: Table }} props
 */
export function TableTerms({ table }) {
  return html`<p class="row tight terms">
    <${Badge} kind="accent">${t(`ui.edition_${table.edition.toLowerCase()}`)}<//>
    <${Badge}>${t("play.players", { n: table.players })}<//>
    <${Badge}>${clockText(table.clock)}<//>
    ${table.rated && html`<${Badge} kind="gold">${t("play.rated")}<//>`}
    ${table.visibility !== "PUBLIC" && html`<${Badge}>${t(`play.visibility_${table.visibility}`)}<//>`}
    ${table.tournament && html`<a class="badge plain" href=${`/tournaments/${table.tournament}`}>${t("play.of_tournament")}</a>`}
  </p>`;
}
