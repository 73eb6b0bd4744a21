// Actions of the notation in words, and what is decided.
import { naming, upper } from "./grammar.mjs";

/** @typedef {import("./grammar.mjs").Naming} Naming */

const PLAIN = new Set(
  (
    "gold draw end pass redraw done see study smithy collect income bonus bribe refuse expose confiscate recover announce"
  ).split(" "),
);
const NAMED = new Set(
  "pick set_aside kill bewitch rob keep take discard beautify laboratory museum".split(" "),
);

/** @param {string} verb */
const camel = (verb) => upper(verb).replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * An action that names a seat, told to the listener.
 * @param {Naming} by
 * @param {string} key
 * @param {number} seat
 * @param {Record<string, unknown>} [params]
 */
function towards({ t, viewer, who }, key, seat, params = {}) {
  return seat === viewer ? t(`${key}ToYou`, params) : t(key, { other: who(seat), ...params });
}

/**
 * @param {Naming} by
 * @param {string[]} words
 */
function building(by, words) {
  const { t, the, viewer, who } = by;
  const card = the(words[1] ?? "");
  if (words[2] === "framework") return t("doBuildFramework", { card });
  if (words[2] === "over") return t("doBuildOver", { card, over: the(words[3] ?? "") });
  let text = t("doBuild", { card });
  const cards = words.indexOf("cards"), from = words.indexOf("from");
  if (cards > 0) text += t("paidWith", { n: Number(words[cards + 1]) });
  if (from > 0) {
    const lender = Number(words[from + 1]);
    text += lender === viewer ? t("lentByYou") : t("lentBy", { other: who(lender) });
  }
  return text;
}

/** @type {Record<string, (by: Naming, words: string[]) => string>} */
const DEEDS = {
  build: building,
  income: ({ t }, w) =>
    t("doIncomeMix", { gold: t("gold", { n: Number(w[1]) }), cards: t("cards", { n: Number(w[2]) }) }),
  bonus: ({ t }, w) => t(w[1] === "gold" ? "doBonusGold" : "doBonusCards"),
  swap: (by, w) => towards(by, "doSwap", Number(w[1])),
  tithe: (by, w) => towards(by, "doTithe", Number(w[1])),
  peek: ({ t, hand }, w) => t("doPeek", { hand: hand(Number(w[1])) }),
  theater: (by, w) =>
    w.length > 2
      ? towards(by, "doTheater", Number(w[2])) + by.t("doTheaterGiving", { card: by.the(w[1] ?? "") })
      : towards(by, "doTheater", Number(w[1])),
  crown: (by, w) =>
    towards(by, "doCrown", Number(w[1])) + (w[2] ? by.t(w[2] === "gold" ? "doCrownGold" : "doCrownCard") : ""),
  give: (by, w) => {
    if (w.length > 2) return towards(by, "doGiveTo", Number(w[1]), { card: by.the(w[2] ?? "") });
    if (w[1] === "gold") return by.t("doGiveGold");
    return w[1] === "card" ? by.t("doGiveCard") : by.t("doGive", { card: by.the(w[1] ?? "") });
  },
  destroy: ({ t, owned }, w) => t("doDestroy", { card: owned(w[2] ?? "", Number(w[1])) }),
  seize: ({ t, owned }, w) => t("doSeize", { card: owned(w[2] ?? "", Number(w[1])) }),
  armory: ({ t, owned }, w) => t("doArmory", { card: owned(w[2] ?? "", Number(w[1])) }),
  spy: ({ t, hand }, w) => t("doSpy", { hand: hand(Number(w[1])), type: t(w[2] ?? "") }),
  exchange: ({ t, the, owned }, w) =>
    t("doExchange", { own: the(w[1] ?? ""), card: owned(w[3] ?? "", Number(w[2])) }),
  warrants: ({ t, title, list }, w) => t("doWarrants", { signed: title(w[1] ?? ""), blank: list(w.slice(2)) }),
  threats: ({ t, title }, w) => t("doThreats", { flowered: title(w[1] ?? ""), blank: title(w[2] ?? "") }),
};

/** The verbs of the notation that have words. */
export const VERBS = [...new Set([...PLAIN, ...NAMED, ...Object.keys(DEEDS)])];

/**
 * An action of the notation in a few words: `Build the Castle`.
 * @param {import("./grammar.mjs").Tongue} tongue
 * @param {string} text
 * @param {import("./grammar.mjs").Listener} listener
 */
export function actionText(tongue, text, listener) {
  const words = text.split(" ");
  const verb = words[0] ?? "";
  if (words.length === 1 && PLAIN.has(verb)) return tongue.t(`do${camel(verb)}`);
  const by = naming(tongue, listener);
  if (words.length === 2 && NAMED.has(verb)) return tongue.t(`do${camel(verb)}`, { card: by.the(words[1] ?? "") });
  return DEEDS[verb]?.(by, words) ?? text;
}

/** The kinds of decisions. */
export const DECISIONS = [
  "pick", "set_aside", "theater", "turn", "keep", "redraw", "pay", "take", "return", "threat", "expose", "warrant",
  "advise", "ransom", "tribute", "chime", "search", "ward",
];

/**
 * What is decided and by whom: `Ann picks a character`; without a kind the game is over.
 * @param {import("./grammar.mjs").Tongue} tongue
 * @param {string | null | undefined} kind
 * @param {number} seat
 * @param {import("./grammar.mjs").Listener} listener
 */
export function decisionText(tongue, kind, seat, listener) {
  if (!kind) return tongue.t("askNothing");
  return naming(tongue, listener).say(`ask${camel(DECISIONS.includes(kind) ? kind : "turn")}`, seat);
}

/**
 * What a line of the score sheet is for.
 * @param {import("./grammar.mjs").Tongue} tongue
 * @param {string} what
 * @param {import("./grammar.mjs").Listener["cards"]} cards
 */
export function scoreText(tongue, what, cards) {
  /** @type {Record<string, string>} */
  const keys = {
    districts: "scoreDistricts", five_types: "scoreFiveTypes", first_complete: "scoreFirst", complete: "scoreComplete",
  };
  const key = keys[what];
  return key ? tongue.t(key) : naming(tongue, { names: [], cards }).title(what);
}
