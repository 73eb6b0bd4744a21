// Long lists, a page at a time.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { Button } from "./button.mjs";

/**
 * The buttons under a list: more of it, or the page before and the page after.
 * @param {{
 *   more?: boolean, onMore?: () => void, busy?: boolean,
 *   page?: number, pages?: number, onPage?: (page: number) => void,
 * }} props either `more` and `onMore` (a list that grows), or `page` (from 0), `pages` and `onPage`
 */
export function Pager({ more, onMore, busy, page, pages, onPage }) {
  if (onMore) {
    return more ? html`<div class="pager"><${Button} busy=${busy} onClick=${onMore}>${t("ui.more")}<//></div>` : null;
  }
  if (page === undefined || pages === undefined || pages < 2) return null;
  const first = page <= 0;
  const last = page >= pages - 1;
  return html`<nav class="pager" aria-label=${t("ui.pages")}>
    <${Button} size="small" aria-disabled=${first ? "true" : undefined} onClick=${() => !first && onPage?.(page - 1)}>
      ${t("ui.previous")}
    <//>
    <span class="figure small" aria-current="page">${t("ui.page", { page: page + 1, pages })}</span>
    <${Button} size="small" aria-disabled=${last ? "true" : undefined} onClick=${() => !last && onPage?.(page + 1)}>
      ${t("ui.next")}
    <//>
  </nav>`;
}
