/** The rules: the whole rulebook with its search, and every rule and card at an address of its own. */
import { useCards } from "../core/card_catalogue.mjs";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../core/component.mjs";
import { language, t } from "../i18n/index.mjs";
import { navigate, setQuery } from "../core/router.mjs";
import { Button } from "../ui/button.mjs";
import { Choice, Field } from "../ui/field.mjs";
import { Loading, Problem } from "../ui/states.mjs";
import { entriesOf } from "../rulebook/card_entry.mjs";
import { loadRules, ruleTitle, useRules } from "../rulebook/index.mjs";
import { NoRule, OneCard, OneRule } from "../rulebook/single_rule.mjs";
import { Results } from "../rulebook/search_results.mjs";
import { Contents, FullBook, sectionsShown, shownRules } from "../rulebook/full_book.mjs";

export const words = ["ui", "cards", "rulebook"];
export const styles = ["art", "rulebook"];

const EDITIONS = ["modern", "classic", "both"];
const PAUSE_MS = 400;

/**
 * The head's title: of a rule or a card once it is known.
 * @param {Record<string, string>} params
 */
export function title({ id }) {
  if (!id) return t("rulebook.title");
  const rule = ruleTitle(id.toUpperCase());
  if (rule) return t("rulebook.one_title", { title: rule, id: id.toUpperCase() });
  const entries = entriesOf([useCards("modern"), useCards("classic")]);
  return entries.find((entry) => entry.id === id.toLowerCase())?.name ?? t("rulebook.title");
}

/**
 * The page.
 * @param {import("../core/router.mjs").PageProps} props
 */
export default function Rules({ params, query }) {
  const [fault, fail] = useState(/** @type {any} */ (null));
  const [turn, again] = useState(0);
  const book = useRules();
  useEffect(() => {
    fail(null);
    loadRules(language.value).catch(fail);
  }, [language.value, turn]);
  const asked = params.id ? "both" : query.get("edition") ?? "modern";
  const edition = EDITIONS.includes(asked) ? asked : "modern";
  const modern = useCards(edition === "classic" ? null : "modern");
  const classic = useCards(edition === "modern" ? null : "classic");
  const entries = useMemo(() => entriesOf([modern, classic]), [modern, classic]);
  const ready = book && (modern || edition === "classic") && (classic || edition === "modern");
  if (fault) return html`<div class="rules stack"><h1>${t("rulebook.title")}</h1><${Problem} problem=${fault} onRetry=${() => again(turn + 1)}>${t("rulebook.failed")}<//></div>`;
  if (!ready) return html`<div class="rules stack"><h1>${t("rulebook.title")}</h1><p class="lead">${t("rulebook.lead")}</p><${Loading} lines=${16} /></div>`;
  if (params.id) return html`<div class="rules"><${One} id=${params.id} book=${book} entries=${entries} /></div>`;
  return html`<${Book} book=${book} entries=${entries} edition=${edition} query=${query} />`;
}

/**
 * What stands at an address of its own: a rule, a card, or a section, which is gone to.
 * @param {{ id: string, book: import("../rulebook/book.mjs").Book, entries: readonly import("../rulebook/card_entry.mjs").Entry[] }} props
 */
function One({ id, book, entries }) {
  const rule = id.toUpperCase();
  const entry = entries.find((one) => one.id === id.toLowerCase());
  const first = book.sections.find((one) => one.id === id.toLowerCase() || one.ids[0]?.startsWith(`${rule}.`));
  useEffect(() => {
    if (first && !entry && !book.rules.has(rule)) void navigate(`/rules#${first.id}`, { replace: true });
  }, [id]);
  if (book.rules.has(rule)) return html`<${OneRule} id=${rule} book=${book} entries=${entries} />`;
  if (entry && book.rulesOf(entry.id).length) return html`<${OneCard} entry=${entry} book=${book} />`;
  return first ? null : html`<${NoRule} id=${id} />`;
}

/**
 * The whole rulebook, or what is found in it.
 * @param {{ book: import("../rulebook/book.mjs").Book, entries: readonly import("../rulebook/card_entry.mjs").Entry[], edition: string, query: URLSearchParams }} props
 */
function Book({ book, entries, edition, query }) {
  const [text, say] = useState(query.get("q") ?? "");
  const soon = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => () => clearTimeout(soon.current), []);
  const here = useMemo(() => shownRules(book, edition, entries), [book, edition, entries]);
  const sections = useMemo(() => sectionsShown(book, here), [book, here]);
  useArrival(text === "");
  const look = (/** @type {string} */ next) => {
    say(next);
    clearTimeout(soon.current);
    soon.current = setTimeout(() => void setQuery({ q: next.trim() || null }), PAUSE_MS);
  };
  const whole = useMemo(() => html`<${FullBook} book=${book} entries=${entries} here=${here} sections=${sections} />`, [book, entries, here, sections]);
  return html`<div class="rules">
    <header class="rules-head stack">
      <h1>${t("rulebook.title")}</h1>
      <p class="lead">${t("rulebook.lead")}</p>
      <div class="rules-tools" role="search">
        <${Field} label=${t("rulebook.search")} type="search" value=${text} onInput=${look} hint=${t("rulebook.search_hint")} autocomplete="off" />
        <${Choice} label=${t("ui.edition")} value=${edition} onChange=${(/** @type {string} */ one) => void setQuery({ edition: one === "modern" ? null : one })}
          options=${EDITIONS.map((one) => ({ value: one, label: t(one === "both" ? "rulebook.edition_both" : `ui.edition_${one}`) }))} />
        <${Button} onClick=${() => print()} class="rules-print">${t("rulebook.print")}<//>
      </div>
    </header>
    ${text.trim()
      ? html`<${Results} text=${text.trim()} book=${book} entries=${entries} here=${here} />`
      : html`<div class="rules-body">
          <details class="rules-aside" open=${matchMedia("(min-width: 62rem)").matches}><summary>${t("rulebook.contents")}</summary><${Contents} sections=${sections} /></details>
          ${whole}
        </div>`}
    <p class="quiet small rules-own">${t("rulebook.own_words")}</p>
  </div>`;
}

/**
 * Go to what the address names, now that it stands on the page.
 * @param {boolean} whole whether the whole rulebook is shown
 */
function useArrival(whole) {
  useLayoutEffect(() => {
    const name = decodeURIComponent(location.hash.slice(1));
    if (whole && name && document.getElementById(name)) location.replace(location.hash);
  }, [whole]);
}
