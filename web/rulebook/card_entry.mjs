// A card in the rulebook: its face, what it says, its rules, and what else was decided about it.
import { CharacterFace, DistrictFace, TypeMark } from "../assets/art/index.mjs";
import { html } from "../core/component.mjs";
import { has, t } from "../i18n/index.mjs";
import { Badge } from "../ui/badge.mjs";
import { Disclosure } from "../ui/disclosure.mjs";
import { RuleList } from "./rule_text.mjs";

/** @typedef {import("../core/card_catalogue.mjs").Character} Character */
/** @typedef {import("../core/card_catalogue.mjs").District} District */
/**
 * A card as the editions have it.
 * @typedef {object} Entry
 * @property {string} id
 * @property {"character" | "district"} kind
 * @property {string} name
 * @property {Character | District | null} modern
 * @property {Character | District | null} classic
 * @property {boolean} only whether it is in the classic box alone, as far as the catalogues here tell
 */

/**
 * All cards of the catalogues that are there, by rank, type and cost.
 * @param {ReadonlyArray<import("../core/card_catalogue.mjs").Cards | null>} catalogues the modern one and the classic one
 * @returns {Entry[]}
 */
export function entriesOf([modern, classic]) {
  /** @type {Map<string, Entry>} */
  const found = new Map();
  for (const [edition, cards] of /** @type {const} */ ([["modern", modern], ["classic", classic]])) {
    for (const kind of /** @type {const} */ (["character", "district"])) {
      for (const card of (kind === "character" ? cards?.characters : cards?.districts) ?? []) {
        const id = /** @type {any} */ (card)[kind];
        const entry = found.get(id) ?? { id, kind, name: card.name, modern: null, classic: null, only: modern !== null && edition === "classic" };
        found.set(id, { ...entry, [edition]: card });
      }
    }
  }
  const entries = [...found.values()];
  const place = (/** @type {Entry} */ entry) => /** @type {any} */ (entry.modern ?? entry.classic).rank ?? 0;
  return entries.sort((one, other) => place(one) - place(other));
}

/**
 * The small facts of a card, as the editions have them.
 * @param {{ entry: Entry }} props
 */
export function Facts({ entry }) {
  const { modern, classic } = /** @type {any} */ (entry);
  const card = modern ?? classic;
  const facts = entry.kind === "character"
    ? [t("rulebook.rank", { n: card.rank }), card.minPlayers > 2 && t("rulebook.min_players", { n: card.minPlayers })]
    : [t("rulebook.cost", { n: card.cost }), card.copies > 1 && t("rulebook.copies", { n: card.copies }), card.bonus && t("rulebook.bonus")];
  const differs = modern && classic && (entry.kind === "character"
    ? modern.rank !== classic.rank && t("rulebook.rank", { n: classic.rank })
    : modern.cost !== classic.cost && t("rulebook.cost", { n: classic.cost }));
  return html`<p class="row tight card-facts">
    ${entry.kind === "district" && html`<span class="row tight"><${TypeMark} type=${card.type} />${t(`rulebook.type_${card.type}`)}</span>`}
    ${facts.filter(Boolean).map((fact) => html`<span key=${fact}>${fact}</span>`)}
    ${differs && html`<${Badge}>${t("ui.edition_classic")}: ${differs}<//>`}
    ${entry.only && html`<${Badge} kind="accent">${t("rulebook.classic_only")}<//>`}
  </p>`;
}

/**
 * The face of a card.
 * @param {{ entry: Entry, class?: string }} props
 */
export function Face({ entry, class: more }) {
  const type = /** @type {any} */ (entry.modern ?? entry.classic).type;
  return entry.kind === "character" ? html`<${CharacterFace} id=${entry.id} class=${more} />` : html`<${DistrictFace} id=${entry.id} type=${type} class=${more} />`;
}

/**
 * What a card says in short in an edition; nothing where it is an ordinary district.
 * @param {string} id
 * @param {"modern" | "classic"} edition
 */
function says(id, edition) {
  const own = `cards.classic_${id}`;
  if (edition === "classic" && has(own)) return t(own);
  return has(`cards.${id}`) ? t(`cards.${id}`) : "";
}

/**
 * What a card says in short, in each edition where they differ.
 * @param {{ entry: Entry }} props
 */
export function CardSays({ entry }) {
  const modern = entry.modern && says(entry.id, "modern");
  const classic = entry.classic && says(entry.id, "classic");
  return html`<div class="card-says">
    <p>${modern || classic}</p>
    ${modern && classic && modern !== classic && html`<p><${Badge}>${t("ui.edition_classic")}<//> ${classic}</p>`}
  </div>`;
}

/**
 * Its rules, split into its own and the others.
 * @param {import("./book.mjs").Book} book
 * @param {Entry} entry
 */
export function splitRules(book, entry) {
  const edition = entry.classic ? undefined : "modern";
  const ids = book.rulesOf(entry.id, edition);
  const own = ids.filter((id) => /^(?:K-)?[CD]-/.test(id) && !id.startsWith("C-RANK"));
  return { own, more: ids.filter((id) => !own.includes(id)) };
}

/**
 * A card with its rules in their place on the page.
 * @param {{ entry: Entry, book: import("./book.mjs").Book, here: ReadonlySet<string> }} props
 */
export function CardEntry({ entry, book, here }) {
  const { own, more } = splitRules(book, entry);
  const related = more.filter((id) => here.has(id));
  return html`<article class="card-entry" id=${entry.id} aria-labelledby=${`${entry.id}-name`}>
    <${Face} entry=${entry} class="card-face" />
    <div class="stack tight grow">
      <h4 id=${`${entry.id}-name`}><a href=${`/rules/${entry.id}`}>${entry.name}</a></h4>
      <${Facts} entry=${entry} />
      <${CardSays} entry=${entry} />
      <${RuleList} ids=${own.filter((id) => here.has(id))} book=${book} here=${here} anchor />
      ${related.length > 0 && html`<${Disclosure} class="card-more" summary=${t("rulebook.rulings_of", { n: related.length })}>
        <${RuleList} ids=${related} book=${book} here=${here} />
      <//>`}
    </div>
  </article>`;
}

