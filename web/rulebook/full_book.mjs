// The whole rulebook, section by section, and its contents.
import { html } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { TypeMark } from "../assets/art/index.mjs";
import { Scroll } from "../ui/panel.mjs";
import { CardEntry } from "./card_entry.mjs";
import { holdsIn } from "./book.mjs";
import { RuleList } from "./rule_text.mjs";

/** @typedef {import("./book.mjs").Book} Book */
/** @typedef {import("./card_entry.mjs").Entry} Entry */

const INTRO = [1, 2, 3, 4, 5];
const CARDS = new Set(["characters", "witch_table", "districts", "ordinary", "meetings"]);

/**
 * The rules that are shown for an edition: in the classic one, none that speak of cards it has not.
 * @param {Book} book
 * @param {string} edition `modern`, `classic` or `both`
 * @param {readonly Entry[]} entries those of the edition
 * @returns {Set<string>}
 */
export function shownRules(book, edition, entries) {
  const cards = new Set(entries.map((entry) => entry.id));
  const wanted = edition === "both" ? undefined : edition;
  const shown = [...book.rules.keys()].filter((id) => {
    if (!holdsIn(id, wanted)) return false;
    const about = book.cardsOf(id);
    return about.length === 0 || about.some((card) => cards.has(card));
  });
  return new Set(shown);
}

/**
 * The sections that hold something, in order; the ordinary districts come after the unique ones.
 * @param {Book} book
 * @param {ReadonlySet<string>} here
 */
export function sectionsShown(book, here) {
  const ids = book.sections.filter((section) => section.ids.some((id) => here.has(id))).map((section) => section.id);
  const at = ids.indexOf("districts");
  if (at >= 0) ids.splice(at + 1, 0, "ordinary");
  return ids;
}

/** @param {string} section */
const partOf = (section) => (section.startsWith("r_") ? "rulings" : CARDS.has(section) ? "cards" : "course");

/**
 * The contents: links to the sections.
 * @param {{ sections: readonly string[] }} props
 */
export function Contents({ sections }) {
  return html`<nav class="rules-contents" aria-label=${t("rulebook.contents")}>
    <ul class="plain">
      <li><a href="#intro">${t("rulebook.intro_title")}</a></li>
      <li><a href="#glossary">${t("rulebook.glossary")}</a></li>
    </ul>
    ${["course", "cards", "rulings"].map((part) => html`<div key=${part}>
      <p class="contents-part">${t(`rulebook.part_${part}`)}</p>
      <ul class="plain">
        ${sections.filter((section) => partOf(section) === part).map((section) => html`<li key=${section}>
          <a href=${`#${section}`}>${t(`rulebook.section_${section}`)}</a></li>`)}
      </ul>
    </div>`)}
  </nav>`;
}

/**
 * The whole rulebook.
 * @param {{ book: Book, entries: readonly Entry[], here: ReadonlySet<string>, sections: readonly string[] }} props
 */
export function FullBook({ book, entries, here, sections }) {
  return html`<div class="rules-whole">
    <section id="intro"><h2>${t("rulebook.intro_title")}</h2>
      <ol class="intro">${INTRO.map((n) => html`<li key=${n}>${t(`rulebook.intro_${n}`)}</li>`)}</ol>
    </section>
    <section id="glossary"><h2>${t("rulebook.glossary")}</h2>
      <dl class="glossary">${book.glossary.map(([word, told]) => html`<div key=${word}><dt>${word}</dt><dd>${told}</dd></div>`)}</dl>
    </section>
    ${["course", "cards", "rulings"].map((part) => html`<section key=${part} class="rules-part" aria-labelledby=${`part-${part}`}>
      <h2 id=${`part-${part}`}>${t(`rulebook.part_${part}`)}</h2>
      ${sections.filter((section) => partOf(section) === part).map((section) => html`<section key=${section} id=${section}>
        <h3>${t(`rulebook.section_${section}`)}</h3>
        <${Section} section=${section} book=${book} entries=${entries} here=${here} />
      </section>`)}
    </section>`)}
  </div>`;
}

/**
 * What stands under a heading.
 * @param {{ section: string, book: Book, entries: readonly Entry[], here: ReadonlySet<string> }} props
 */
function Section({ section, book, entries, here }) {
  if (section === "characters") return html`<${Characters} book=${book} entries=${entries} here=${here} />`;
  if (section === "ordinary") return html`<${Ordinary} entries=${entries} />`;
  const ids = (book.sections.find((one) => one.id === section)?.ids ?? []).filter((id) => here.has(id));
  if (section !== "districts") return html`<${RuleList} ids=${ids} book=${book} here=${here} anchor />`;
  return entries
    .filter((entry) => entry.kind === "district" && uniquely(entry))
    .map((entry) => html`<${CardEntry} key=${entry.id} entry=${entry} book=${book} here=${here} />`);
}

/** @param {Entry} entry */
const uniquely = (entry) => /** @type {any} */ (entry.modern ?? entry.classic).unique === true;

/**
 * The characters by rank, with what all of a rank share.
 * @param {{ book: Book, entries: readonly Entry[], here: ReadonlySet<string> }} props
 */
function Characters({ book, entries, here }) {
  const characters = entries.filter((entry) => entry.kind === "character");
  const rankOf = (/** @type {Entry} */ entry) => /** @type {any} */ (entry.modern ?? entry.classic).rank;
  const ranks = [...new Set(characters.map(rankOf))].sort((one, other) => one - other);
  return ranks.map((rank) => html`<div key=${rank} class="rules-rank">
    <p class="rank-title">${t("rulebook.rank", { n: rank })}</p>
    ${characters.filter((entry) => rankOf(entry) === rank).map((entry) => html`<${CardEntry} key=${entry.id} entry=${entry} book=${book} here=${here} />`)}
    <${RuleList} ids=${[...here].filter((id) => id.startsWith(`C-RANK${rank}-`))} book=${book} here=${here} anchor />
  </div>`);
}

/**
 * The districts without an effect.
 * @param {{ entries: readonly Entry[] }} props
 */
function Ordinary({ entries }) {
  const plain = entries.filter((entry) => entry.kind === "district" && !uniquely(entry));
  return html`<${Scroll} label=${t("rulebook.section_ordinary")}><table class="ordinary"><tbody>
    ${plain.map((entry) => {
      const card = /** @type {any} */ (entry.modern ?? entry.classic);
      return html`<tr key=${entry.id} id=${entry.id}>
        <th scope="row">${entry.name}</th>
        <td><span class="row tight"><${TypeMark} type=${card.type} />${t(`rulebook.type_${card.type}`)}</span></td>
        <td class="figure">${t("rulebook.cost", { n: card.cost })}</td>
        <td class="figure">${t("rulebook.copies", { n: card.copies })}</td>
      </tr>`;
    })}
  </tbody></table><//>`;
}
