// One rule or one card on a page of its own.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Button } from "../ui/button.mjs";
import { Empty } from "../ui/states.mjs";
import { CardSays, Face, Facts, splitRules } from "./card_entry.mjs";
import { idsIn } from "./book.mjs";
import { Linked, RuleList } from "./rule_text.mjs";

/** @typedef {import("./book.mjs").Book} Book */
/** @typedef {import("./card_entry.mjs").Entry} Entry */

/** The way back to the whole rulebook. */
function Back({ to = "" }) {
  return html`<p><a href=${`/rules${to ? `#${to}` : ""}`}>← ${t("rulebook.whole")}</a></p>`;
}

/**
 * A rule, the cards it is about, the rules it names, and those that name it.
 * @param {{ id: string, book: Book, entries: readonly Entry[] }} props
 */
export function OneRule({ id, book, entries }) {
  const rule = /** @type {import("./book.mjs").Rule} */ (book.rules.get(id));
  const section = book.sectionOf(id);
  const about = book.cardsOf(id).flatMap((card) => entries.filter((entry) => entry.id === card));
  const also = [...new Set(idsIn(rule.text))].filter((one) => one !== id);
  const named = book.namedIn(id).filter((one) => !also.includes(one));
  return html`<article class="rules-one stack">
    <${Back} to=${id} />
    <h1>${rule.title} <span class="rule-id">${id}</span></h1>
    <p class="rule-text"><${Linked} text=${rule.text} book=${book} /></p>
    ${section && html`<p class="quiet small">${t("rulebook.in_section")} <a href=${`/rules#${section}`}>${t(`rulebook.section_${section}`)}</a></p>`}
    ${about.length > 0 && html`<section class="stack tight"><h2>${t("rulebook.about_cards")}</h2>
      <ul class="plain row">${about.map((entry) => html`<li key=${entry.id}>
        <a class="card-link" href=${`/rules/${entry.id}`}><${Face} entry=${entry} /><span>${entry.name}</span></a></li>`)}</ul></section>`}
    ${also.length > 0 && html`<section class="stack tight"><h2>${t("rulebook.also")}</h2><${RuleList} ids=${also} book=${book} /></section>`}
    ${named.length > 0 && html`<section class="stack tight"><h2>${t("rulebook.refers")}</h2><${RuleList} ids=${named} book=${book} /></section>`}
  </article>`;
}

/**
 * A card with its face, its rules and what else was decided about it.
 * @param {{ entry: Entry, book: Book }} props
 */
export function OneCard({ entry, book }) {
  const { own, more } = splitRules(book, entry);
  return html`<article class="rules-one stack">
    <${Back} to=${entry.id} />
    <header class="one-head">
      <${Face} entry=${entry} class="card-face large" />
      <div class="stack tight grow"><h1>${entry.name}</h1><${Facts} entry=${entry} /><${CardSays} entry=${entry} /></div>
    </header>
    <${RuleList} ids=${own} book=${book} />
    ${more.length > 0 && html`<section class="stack tight"><h2>${t("rulebook.also")}</h2><${RuleList} ids=${more} book=${book} /></section>`}
  </article>`;
}

/**
 * An id that is none.
 * @param {{ id: string }} props
 */
export function NoRule({ id }) {
  return html`<div class="rules-one stack"><h1>${t("rulebook.title")}</h1>
    <${Empty} title=${t("rulebook.no_such", { id })} action=${html`<${Button} href=${`/rules?q=${encodeURIComponent(id)}`}>${t("rulebook.search")}<//>`}>
      ${t("rulebook.no_such_told")}<//></div>`;
}
