/** A player: who it is, how strong, by seat and by character, against whom, and the last games. */
import { html, useState } from "../core/component.mjs";
import { ago, number, t, time } from "../i18n/index.mjs";
import { setQuery } from "../core/router.mjs";
import { Badge, Disclosure, Empty, Loading, Panel, Problem, Select, Stat } from "../ui/index.mjs";
import { LineBand } from "../ui/plots.mjs";
import { HeadToHead } from "../account/head_to_head.mjs";
import { useQuery, useTitle } from "../core/query.mjs";
import { Profile } from "../account/profile.mjs";
import { intervalText, lackingText, spanText, wordOf } from "../tournament/tournament_text.mjs";

export const words = ["ui", "tournament", "account"];
/** The files of style that this page needs. */
export const styles = ["tournament"];

/** The head's title. */
export function title() {
  return t("account.player");
}

const whole = (/** @type {number} */ value) => number(Math.round(value), { useGrouping: false });

/**
 * Who it is, as far as the viewer may know: of oneself and of bots all there is, of other people the name.
 * @param {import("../core/api").Operations["Player"]["data"] | null} data
 * @returns {{ id: string, name: string, kind: string, about: string, owner?: string | null,
 *   created?: number | null } | null}
 */
function known(data) {
  const own = data?.account ?? data?.bot?.account ?? null;
  const player = data?.profile?.player;
  if (own !== null || !player?.account) return own;
  const kind = player.kind === "bot" ? "BOT" : "ACCOUNT";
  return { id: player.account, name: player.name, kind, about: "", owner: null, created: null };
}

/**
 * The page.
 * @param {import("../core/router.mjs").PageProps} props
 */
export default function Player({ params, query }) {
  const { data, problem, asking, again } = useQuery("Player", { id: params.id });
  const who = known(data);
  useTitle(who?.name);
  const owner = useQuery("AccountName", who?.owner ? { id: who.owner } : null);
  if (data === null || (who === null && asking)) {
    return html`<div class="tournament stack"><h1>${t("account.player")}</h1>
      <${Problem} problem=${problem} onRetry=${again} />
      ${asking && html`<${Loading} lines=${8} />`}</div>`;
  }
  if (who === null) return html`<div class="tournament stack"><h1>${t("account.player")}</h1>
    <${Empty} title=${t("account.no_such_player")} /></div>`;
  const ladders = data.ratings ?? [];
  const key = (/** @type {any} */ one) => `${one.edition}.${one.seats}`;
  const called = (/** @type {string | null} */ wanted) => ladders.find((one) => key(one) === wanted);
  const ladder = called(query.get("ladder")) ?? called("all.0") ?? ladders[0] ?? null;
  const edition = ladder === null || ladder.edition === "all" ? null : ladder.edition.toUpperCase();
  const players = ladder === null || ladder.seats === 0 ? null : ladder.seats;
  return html`<div class="tournament stack loose" id="player" data-account=${who.id}>
    <header class="stack tight">
      <div class="row"><h1>${who.name}</h1><${Badge}>${wordOf("account", who.kind)}<//>
        ${data.bot && html`<${Presence} present=${data.bot.present} />`}</div>
      ${who.about && html`<p class="lead">${who.about}</p>`}
      <p class="quiet small">${who.created ? t("account.since", { when: time(who.created) }) : null}${who.owner
        && html` · ${t("account.owner")}${" "}
          <a href=${`/players/${who.owner}`}>${owner.data?.profile?.player.name ?? "…"}</a>`}</p>
    </header>
    <${Problem} problem=${problem} onRetry=${again} />
    ${ladder === null ? html`<${Empty} title=${t("account.not_rated")}>${t("account.not_rated_told")}<//>` : html`
      ${ladders.length > 1 && html`<div class="row tournament-filters"><${Select} label=${t("account.ladder")}
        value=${key(ladder)} onChange=${(/** @type {string} */ one) => void setQuery({ ladder: one })}
        options=${ladders.map((one) => ({ value: key(one), label: ladderText(one) }))} /></div>`}
      <${Rating} ladder=${ladder} />
      <${Profile} account=${who.id} edition=${edition} players=${players} />
      <${HeadToHead} account=${who.id} name=${who.name} edition=${edition} players=${players}
        chosen=${query.get("other") ?? ""} />
      <${LastGames} ladder=${ladder} />`}
    ${data.bot && html`<${Accepts} accepts=${data.bot.accepts} />`}
  </div>`;
}

/**
 * A ladder in words.
 * @param {{ edition: string, seats: number }} ladder
 */
function ladderText({ edition, seats }) {
  return `${edition === "all" ? t("account.both") : wordOf("edition", edition)} · ${seats === 0 ? t("account.any_seats")
    : t("tournament.seats_told", { n: seats })}`;
}

/** @param {{ present: boolean }} props */
function Presence({ present }) {
  return html`<${Badge} kind=${present ? "good" : "plain"}>${t(present ? "account.present" : "account.absent")}<//>`;
}

/** @param {{ ladder: any }} props */
function Rating({ ladder }) {
  const points = ladder.history.map((/** @type {any} */ one) =>
    ({ at: one.at, value: one.rating, low: one.low, high: one.high, games: one.games }));
  const told = (/** @type {any} */ one) =>
    t("account.rating_at", { rating: whole(one.value), between: intervalText(one.low, one.high, whole), n: one.games,
      when: time(one.at) });
  return html`<${Panel} title=${t("account.rating_over_time")}>
    <div class="row tournament-stats">
      <${Stat} label=${t("tournament.rating")} value=${whole(ladder.rating)}
        more=${t("tournament.low_high", { low: whole(ladder.low), high: whole(ladder.high) })} />
      ${ladder.provisional && html`<${Stat} label=${t("tournament.place")} value=${t("account.provisional")}
        more=${lackingText(ladder)} />`}
      <${Stat} label=${t("account.rated_games")} value=${number(ladder.games)} />
      <${Stat} label=${t("account.last_seen")} value=${ago(ladder.lastSeen)} more=${time(ladder.lastSeen)} />
    </div>
    <${LineBand} points=${points} label=${t("account.rating_chart", { games: ladder.games })} told=${told}
      value=${whole} moment=${(/** @type {number} */ at) => time(at)} />
    ${points.length > 0 && html`<${Disclosure} summary=${t("account.as_table")}>
      <div class="scroll" role="region" tabindex="0" aria-label=${t("account.rating_over_time")}><table>
        <thead><tr>
          <th scope="col">${t("account.when")}</th>
          <th scope="col" class="figure">${t("tournament.rating")}</th>
          <th scope="col" class="figure">${t("account.uncertainty")}</th>
          <th scope="col" class="figure">${t("tournament.games")}</th>
        </tr></thead>
        <tbody>${points.slice(-100).reverse().map((/** @type {any} */ one) =>
          html`<tr key=${one.games}>
            <td>${time(one.at)}</td>
            <td class="figure">${whole(one.value)}</td>
            <td class="figure">${t("tournament.low_high", { low: whole(one.low), high: whole(one.high) })}</td>
            <td class="figure">${number(one.games)}</td>
          </tr>`)}</tbody>
      </table></div>
    <//>`}
  <//>`;
}

/** @param {{ ladder: any }} props */
function LastGames({ ladder }) {
  const last = [...ladder.history].reverse();
  const [most, setMost] = useState(10);
  if (last.length === 0) return null;
  return html`<${Panel} title=${t("account.last_games")}>
    <ul class="plain tournament-last">
      ${last.slice(0, most).map((one, at) => {
        const before = last[at + 1]?.rating;
        const change = before === undefined ? null : one.rating - before;
        return html`<li key=${one.table} class="row apart"><a href=${`/replay/${one.table}`}>${time(one.at)}</a>
          <span class="figure">${whole(one.rating)} <${Change} points=${change} /></span></li>`;
      })}
    </ul>
    ${last.length > most && html`<p><button type="button" class="button plain small"
      onClick=${() => setMost(most + 20)}>${t("ui.more")}</button></p>`}
  <//>`;
}

/** @param {{ points: number | null }} props */
function Change({ points }) {
  if (points === null) return null;
  const told = number(Math.round(points), { signDisplay: "always" });
  return html`<span class=${points < 0 ? "loss" : "win"}>${told}</span>`;
}

/** @param {{ accepts: any }} props */
function Accepts({ accepts }) {
  const editions = accepts.editions.map((/** @type {string} */ one) => wordOf("edition", one));
  const players = accepts.players.map((/** @type {number} */ one) => number(one));
  const clocks = accepts.clocks.map((/** @type {string} */ one) => wordOf("clock", one));
  if (accepts.leastMs > 0) clocks.push(t("account.least_time", { time: spanText(accepts.leastMs) }));
  return html`<${Panel} title=${t("account.accepts")}>
    <dl class="tournament-rules">
      <div><dt>${t("ui.edition")}</dt><dd>${editions.join(", ")}</dd></div>
      <div><dt>${t("account.seats_of")}</dt><dd>${players.join(", ")}</dd></div>
      <div><dt>${t("tournament.form.clock")}</dt><dd>${clocks.join(" · ")}</dd></div>
      <div><dt>${t("tournament.rated")}</dt><dd>${t(accepts.rated ? "account.yes" : "account.no")}</dd></div>
    </dl>
  <//>`;
}

