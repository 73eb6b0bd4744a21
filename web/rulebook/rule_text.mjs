// A rule on the page: its text with links in it, its place, what was looked for in it.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { cut, marked } from "./book.mjs";

/** @typedef {import("./book.mjs").Book} Book */

/**
 * A text with its ids as links: within the page where `here` holds them, else to their own page.
 * @param {{ text: string, book: Book, here?: ReadonlySet<string> | null }} props
 */
export function Linked({ text, book, here = null }) {
  return cut(text).map(({ text: part, id }, at) => {
    if (!id || !book.rules.has(id)) return part;
    return html`<a key=${at} class="rule-id" href=${here?.has(id) ? `#${id}` : `/rules/${id}`} title=${book.rules.get(id)?.title}>${id}</a>`;
  });
}

/**
 * A text with what was looked for made visible.
 * @param {{ text: string, words: readonly string[] }} props
 */
export function Marked({ text, words }) {
  return marked(text, words).map(({ text: part, hit }, at) => (hit ? html`<mark key=${at}>${part}</mark>` : part));
}

/**
 * A rule with its title, its id and its text.
 * @param {{ id: string, book: Book, here?: ReadonlySet<string> | null, anchor?: boolean }} props `anchor`: this is its place on the page
 */
export function RuleItem({ id, book, here = null, anchor = false }) {
  const rule = book.rules.get(id);
  if (!rule) return null;
  return html`<li class="rule" id=${anchor ? id : undefined}>
    <p class="rule-title"><strong>${rule.title}</strong> <a class="rule-id" href=${`/rules/${id}`} aria-label=${t("rulebook.link", { id })}>${id}</a></p>
    <p><${Linked} text=${rule.text} book=${book} here=${here} /></p>
  </li>`;
}

/**
 * Rules, one below the other.
 * @param {{ ids: readonly string[], book: Book, here?: ReadonlySet<string> | null, anchor?: boolean }} props
 */
export function RuleList({ ids, book, here = null, anchor = false }) {
  if (!ids.length) return null;
  return html`<ul class="plain rules-list">
    ${ids.map((id) => html`<${RuleItem} key=${id} id=${id} book=${book} here=${here} anchor=${anchor} />`)}
  </ul>`;
}
