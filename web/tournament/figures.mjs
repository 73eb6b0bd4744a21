/**
 * What the results say, from the statistics of a tournament: everybody against everybody, ratings, seats and
 * characters.
 */
import { html } from "../core/component.mjs";
import { number, percent, t } from "../i18n/index.mjs";
import { Disclosure, Empty, Panel } from "../ui/index.mjs";
import { Bars, HeatMap } from "../ui/plots.mjs";
import { meetings } from "./tournament_state.mjs";
import { betterText, intervalText, twoDigits, verdictText } from "./tournament_text.mjs";

const whole = (/** @type {number} */ value) => number(Math.round(value), { useGrouping: false });
const parts = (/** @type {number} */ value) => percent(value);

/**
 * Everybody against everybody: how often the row came before the column.
 * @param {{ figures: any, name: (id: string) => string }} props
 */
export function Crosstable({ figures, name }) {
  const ids = figures.standings.map((/** @type {any} */ one) => one.entrant);
  const met = meetings(figures.crosstable);
  if (figures.crosstable.length === 0) return html`<${Empty} title=${t("tournament.no_results")} />`;
  /**
   * @param {number} row
   * @param {number} column
   */
  const cell = (row, column) => {
    const found = met(ids[row], ids[column]);
    if (found === undefined) return null;
    const told = { row: name(ids[row]), column: name(ids[column]), share: percent(found.ahead),
      between: intervalText(found.low, found.high, parts), n: found.games };
    return {
      heat: found.ahead,
      text: number(Math.round(100 * found.ahead)),
      small: found.low === null || found.high === null ? ""
        : `${Math.round(100 * found.low)}–${Math.round(100 * found.high)}`,
      title: t("tournament.crosstable_cell", told),
    };
  };
  const names = ids.map(name);
  return html`<div class="stack">
    <${HeatMap} label=${t("tournament.crosstable_told")} corner=${t("tournament.crosstable_corner")} names=${names}
      short=${names.map((/** @type {string} */ _, /** @type {number} */ at) => String(at + 1))} cell=${cell}
      legend=${[t("tournament.always_behind"), t("tournament.always_ahead"), t("tournament.interval_note")]} />
    <${Better} figures=${figures} name=${name} />
  </div>`;
}

/**
 * Who is better than whom, in sentences: each pair once, from the side of who is ahead.
 * @param {{ figures: any, name: (id: string) => string }} props
 */
function Better({ figures, name }) {
  const pairs = figures.better.filter((/** @type {any} */ one) => (one.share ?? 0.5) > 0.5
    || (one.share === null && one.first < one.second) || (one.share === 0.5 && one.first < one.second));
  if (pairs.length === 0) return null;
  const surely = pairs.filter((/** @type {any} */ one) => one.low !== null && one.low > 0).length;
  return html`<${Disclosure} summary=${t("tournament.better_summary", { n: pairs.length, sure: surely })}>
    <p class="small quiet prose">${t("tournament.better_note")}</p>
    <ul class="tournament-told">${pairs.map((/** @type {any} */ one) =>
      html`<li key=${`${one.first} ${one.second}`}>${betterText(one, name)}</li>`)}</ul>
  <//>`;
}

/**
 * The ratings fitted over all games at once.
 * @param {{ figures: any, name: (id: string) => string }} props
 */
export function Ratings({ figures, name }) {
  const rated = figures.ratings.filter((/** @type {any} */ one) => one.games > 0);
  if (rated.length === 0) return html`<${Empty} title=${t("tournament.no_results")} />`;
  const ends = rated.flatMap((/** @type {any} */ one) =>
    [one.rating, one.low ?? one.rating - 100, one.high ?? one.rating + 100]);
  const [from, to] = [Math.min(1450, ...ends) - 20, Math.max(1550, ...ends) + 20];
  return html`<${Panel} title=${t("tournament.ratings")}>
    <p class="small quiet prose">${t("tournament.ratings_note")}</p>
    <${Bars} label=${t("tournament.ratings_label")} head=${[t("tournament.name"), t("tournament.rating")]} from=${from} to=${to}
      middle=${1500}
      rows=${rated.map((/** @type {any} */ one) => ({
        key: one.entrant, name: name(one.entrant), value: one.rating, low: one.low, high: one.high,
        told: `${whole(one.rating)} ${intervalText(one.low, one.high, whole)}`, note: t("tournament.games_n", { n: one.games }),
      }))} />
  <//>`;
}

/**
 * How often everybody wins.
 * @param {{ figures: any, name: (id: string) => string, seats: number }} props
 */
export function Wins({ figures, name, seats }) {
  const rows = figures.wins.filter((/** @type {any} */ one) => one.games > 0);
  if (rows.length === 0) return null;
  const top = Math.max(...rows.map((/** @type {any} */ one) => one.high ?? one.wins), 0.4);
  return html`<${Panel} title=${t("tournament.wins_all")}>
    <p class="small quiet prose">${t("tournament.wins_note")}</p>
    <${Bars} label=${t("tournament.wins_label")} head=${[t("tournament.name"), t("tournament.won")]} from=${0}
      to=${Math.min(1, top)} middle=${1 / seats}
      rows=${rows.map((/** @type {any} */ one) => ({
        key: one.entrant, name: name(one.entrant), value: one.wins, low: one.low, high: one.high,
        told: `${percent(one.wins)} ${intervalText(one.low, one.high, parts)}`, note: t("tournament.games_n", { n: one.games }),
      }))} />
  <//>`;
}

/**
 * Whether the seat has mattered.
 * @param {{ figures: any }} props
 */
export function Seats({ figures }) {
  const { seats, chance, deals } = figures.seats;
  if (seats.length === 0) return null;
  const told = chance === null ? t("tournament.seat_unknown")
    : t(chance < 0.05 ? "tournament.seat_matters" : "tournament.seat_same",
      { chance: percent(chance, chance < 0.1 ? 1 : 0) });
  const top = Math.max(...seats.map((/** @type {any} */ one) => one.high ?? one.points), 0.6);
  return html`<${Panel} title=${t("tournament.seats")}>
    <p class="small quiet prose">${told} ${t("tournament.deals_seen", { n: deals })}</p>
    <${Bars} label=${t("tournament.seats_label")} head=${[t("tournament.seat"), t("tournament.points")]} from=${0}
      to=${Math.min(1, top)} middle=${mean(seats)}
      rows=${seats.map((/** @type {any} */ one) => ({
        key: String(one.seat), name: t("tournament.seat_n", { seat: one.seat + 1 }), value: one.points, low: one.low,
        high: one.high,
        told: `${twoDigits(one.points)} ${intervalText(one.low, one.high, twoDigits)}`,
        note: t("tournament.won_share", { share: percent(one.games > 0 ? one.wins / one.games : 0) }),
      }))} />
  <//>`;
}

/** @param {readonly any[]} seats */
function mean(seats) {
  return seats.reduce((sum, one) => sum + one.points, 0) / seats.length;
}

/**
 * Who won with which character.
 * @param {{ figures: any, cards: any, seats: number }} props
 */
export function Characters({ figures, cards, seats }) {
  const rows = figures.characters;
  if (rows.length === 0) return null;
  const top = Math.max(...rows.map((/** @type {any} */ one) => one.high ?? one.wins), 0.4);
  return html`<${Panel} title=${t("tournament.characters")}>
    <p class="small quiet prose">${t("tournament.characters_note")}</p>
    <${Bars} label=${t("tournament.characters_label")} head=${[t("tournament.character"), t("tournament.won")]} from=${0}
      to=${Math.min(1, top)} middle=${1 / seats}
      rows=${rows.map((/** @type {any} */ one) => ({
        key: one.character, name: cards?.character(one.character).name ?? one.character, value: one.wins, low: one.low,
        high: one.high,
        told: `${percent(one.wins)} ${intervalText(one.low, one.high, parts)}`,
        note: t("tournament.picks", { n: one.picks, share: percent(one.share, 1) }),
      }))} />
  <//>`;
}

/**
 * How a sequential test stands, and what playing the same deals from every seat has brought.
 * @param {{ figures: any, name: (id: string) => string }} props
 */
export function Gain({ figures: { gain, sequential }, name }) {
  return html`
    ${sequential && html`<${Panel} title=${t("tournament.test")}><p>${testText(sequential, name)}</p><//>`}
    ${gain && html`<${Panel} title=${t("tournament.gain")}><p class="prose">${gainText(gain)}</p><//>`}
  `;
}

/**
 * How a sequential test stands, in sentences.
 * @param {any} test
 * @param {(id: string) => string} name
 */
function testText({ first, second, verdict, gap, low, high, deals, alpha, beta }, name) {
  const said = verdictText(verdict, { first: name(first), second: name(second), alpha, beta });
  return `${said} ${t("tournament.verdict_told", { first: name(first), gap: twoDigits(gap ?? 0), between: intervalText(low, high, twoDigits),
    n: deals })}`;
}

/** @param {any} gain */
function gainText({ paired, unpaired, factor }) {
  if (factor === null) return t("tournament.gain_same");
  const figure = (/** @type {number} */ value) => number(value, { maximumSignificantDigits: 2 });
  if (factor < 1.05) return t("tournament.gain_none", { paired: figure(paired) });
  return t("tournament.gain_told", { paired: figure(paired), unpaired: figure(unpaired), factor: figure(factor) });
}
