// What seats and cards are called within a sentence: articles, owners, lists; each language has its own.

/**
 * One language: its words by key (without the area), and which it is.
 * @typedef {{ language: "en" | "fr" | "pt", t: (key: string, params?: Record<string, unknown>) => string }} Tongue
 */
/**
 * The catalogue, as far as sentences need it.
 * @typedef {{ character(id: string): { name: string } | null | undefined, district(id: string): { name: string } | null | undefined }} Titles
 */
/**
 * Who listens, what the seats are called, and the cards.
 * @typedef {{ names: string[], viewer?: number | null, cards?: Titles | null }} Listener
 */

/** @param {string} ids */
const set = (ids) => new Set(ids.split(" "));

const FEMININE = {
  fr: set(
    "witch blackmailer magician seer merchant navigator queen church cathedral tavern trading_post watchtower prison barracks " +
      "fortress haunted_quarter haunted_city armory statue basilica factory ivory_tower map_room necropolis quarry smithy " +
      "wishing_well gold_mine great_wall library school_of_magic ball_room throne_room university",
  ),
  pt: set(
    "assassin witch blackmailer magician seer merchant architect navigator scholar diplomat queen artist church " +
      "cathedral tavern watchtower prison barracks fortress town_hall keep statue basilica factory ivory_tower map_room " +
      "necropolis quarry smithy gold_mine great_wall library school_of_magic framework haunted_city throne_room " +
      "university",
  ),
};
const PLURAL = { fr: { secret_vault: "les ", stables: "les " }, pt: { docks: "as ", stables: "os " } };
/** Which owned cards go without their article: `your Castle`, `votre Château`. */
const BARE = { en: { you: true, other: true }, fr: { you: true, other: false }, pt: { you: false, other: false } };

/**
 * The text with its first letter as a capital.
 * @param {string} text
 */
export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Whether a French word before it is cut short; an h of the cards is always mute, one of a name may not be.
 * @param {string} word
 * @param {RegExp} letters
 */
const elides = (word, letters) => letters.test(word.normalize("NFD"));

/**
 * How a listener's language names cards and seats.
 * @param {Tongue} tongue
 * @param {Listener} listener
 */
export function naming({ language, t }, { names, viewer = null, cards = null }) {
  /** @param {number} seat */
  const who = (seat) => names[seat] ?? String(seat + 1);

  /** @param {number} seat */
  const of = (seat) => {
    const name = who(seat);
    if (language === "en") return `${name}’s`;
    return language === "fr" && elides(name, /^[aeiou]/i) ? `d’${name}` : `de ${name}`;
  };

  /**
   * @param {string} id
   * @returns {string}
   */
  function plain(id) {
    for (const name of [cards?.district(id)?.name, cards?.character(id)?.name]) {
      if (name && name !== id) return name;
    }
    return upper(id.replaceAll("_", " "));
  }

  /**
   * @param {string} text
   * @param {(id: string) => string} name
   */
  const dressed = (text, name) =>
    text.endsWith("+") ? t("beautified", { card: name(text.slice(0, -1)) }) : name(text);

  /** @param {string} id */
  function article(id) {
    if (language === "en") return "the ";
    const plural = /** @type {Record<string, string>} */ (PLURAL[language])[id];
    if (plural) return plural;
    const feminine = FEMININE[language].has(id);
    if (language === "pt") return feminine ? "a " : "o ";
    return elides(plain(id), /^[aeiouh]/i) ? "l’" : feminine ? "la " : "le ";
  }

  /** The title alone: `Castle`. @param {string} text */
  const title = (text) => dressed(text, plain);

  /** The card with its article: `the Castle`. @param {string} text */
  const the = (text) => dressed(text, (id) => article(id) + plain(id));

  /**
   * The card in somebody's city: `Ann’s Castle`, `your Castle`.
   * @param {string} text
   * @param {number} seat
   */
  function owned(text, seat) {
    const yours = seat === viewer;
    const card = BARE[language][yours ? "you" : "other"] ? title(text) : the(text);
    return yours ? t("ownedYou", { card }) : t("owned", { card, of: of(seat) });
  }

  /** @param {number} seat */
  const hand = (seat) => (seat === viewer ? t("handYou") : t("hand", { of: of(seat) }));

  /** Titles in a row. @param {readonly string[]} ids */
  const list = (ids) => ids.map(title).join(", ") || t("nothing");

  /**
   * A sentence in which one seat does something, and maybe another is concerned.
   * @param {string} key
   * @param {number} seat
   * @param {Record<string, unknown>} [params]
   * @param {number | null} [other]
   */
  function say(key, seat, params = {}, other = null) {
    const all = { who: who(seat), ...(other === null ? {} : { other: who(other) }), ...params };
    if (seat === viewer) return t(`${key}You`, all);
    return t(other !== null && other === viewer ? `${key}ToYou` : key, all);
  }

  return { t, viewer, who, of, title, the, owned, hand, list, say };
}
/** @typedef {ReturnType<typeof naming>} Naming */
