// What the sentences of a table are made with, from the words, the cards and the people who sit there.
import { language, t } from "../i18n/index.mjs";
import { naming } from "../board/log/grammar.mjs";
import { tellAction, tellDecision } from "../board/log/log_text.mjs";

/** @typedef {import("./decision/decision_text.mjs").Speech} Speech */

/**
 * @param {import("../core/notation").View} view
 * @param {number | null} viewer
 * @param {string[]} names
 * @param {import("../core/card_catalogue.mjs").Cards} cards
 * @param {readonly { text: string, price: number }[]} [actions] what is on offer, with its prices
 * @returns {Speech}
 */
export function speechOf(view, viewer, names, cards, actions = []) {
  const listener = { names, viewer, cards };
  const by = naming({ language: language.value, t: (key, params) => t(`log.${key}`, params) }, listener);
  const decision = view.decision;
  return {
    t: (key, params) => t(`play.${key}`, params),
    deed: (text) => tellAction(text, listener),
    waiting: () => (decision ? tellDecision(decision.kind, decision.seat, listener) : ""),
    name: (seat) => (seat === viewer ? t("play.you") : (names[seat] ?? t("play.seat", { n: seat + 1 }))),
    title: by.title,
    the: by.the,
    owned: by.owned,
    card: cards.district,
    prices: new Map(actions.map(({ text, price }) => [text, price])),
    view,
    viewer,
  };
}
