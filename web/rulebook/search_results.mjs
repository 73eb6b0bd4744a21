// What a search in the rulebook has found.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Empty } from "../ui/states.mjs";
import { Face } from "./card_entry.mjs";
import { fold, wordsOf } from "./book.mjs";
import { Marked } from "./rule_text.mjs";

const MOST = 60;

/**
 * The cards and rules that hold all the words.
 * @param {{ text: string, book: import("./book.mjs").Book, entries: readonly import("./card_entry.mjs").Entry[], here: ReadonlySet<string> }} props
 */
export function Results({ text, book, entries, here }) {
  const words = wordsOf(text);
  const cards = entries.filter((entry) => words.every((word) => fold(entry.name).includes(word)));
  const rules = book.search(text).filter((rule) => here.has(rule.id));
  if (!cards.length && !rules.length) {
    return html`<div role="status"><${Empty} title=${t("rulebook.found_none", { text })}>${t("rulebook.found_none_told")}<//></div>`;
  }
  return html`<div class="rules-results stack">
    <p class="quiet" role="status">${[cards.length && t("rulebook.found_cards", { n: cards.length }), rules.length && t("rulebook.found", { n: rules.length })].filter(Boolean).join(" · ")}</p>
    ${cards.length > 0 && html`<ul class="plain row">${cards.map((entry) => html`<li key=${entry.id}>
      <a class="card-link" href=${`/rules/${entry.id}`}><${Face} entry=${entry} /><span><${Marked} text=${entry.name} words=${words} /></span></a></li>`)}</ul>`}
    <ul class="plain rules-list">${rules.slice(0, MOST).map((rule) => html`<li key=${rule.id} class="rule">
      <p class="rule-title"><a href=${`/rules/${rule.id}`}><strong><${Marked} text=${rule.title} words=${words} /></strong></a>
        ${" "}<span class="rule-id"><${Marked} text=${rule.id} words=${words} /></span></p>
      <p><${Marked} text=${rule.text} words=${words} /></p>
    </li>`)}</ul>
  </div>`;
}
