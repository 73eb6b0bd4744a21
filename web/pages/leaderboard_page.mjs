/** Who is how strong, and how sure that is. */
import { html, useEffect, useState } from "../core/component.mjs";
import { ago, number, t } from "../i18n/index.mjs";
import { setQuery } from "../core/router.mjs";
import { account } from "../core/session.mjs";
import { Badge, Button, Choice, Disclosure, Empty, Loading, Problem, Scroll, Select } from "../ui/index.mjs";
import { Histogram, Interval } from "../ui/plots.mjs";
import { useQuery } from "../core/query.mjs";
import { bins } from "../ui/scales.mjs";
import { lackingText, wordOf } from "../tournament/tournament_text.mjs";
import { PlayerLink } from "../tournament/player_link.mjs";

export const words = ["ui", "tournament", "account"];
/** The files of style that this page needs. */
export const styles = ["tournament"];

/** The head's title. */
export function title() {
  return t("account.leaderboard");
}

const PAGE = 50;
const EDITIONS = ["", "MODERN", "CLASSIC"];
const SEATS = ["", "2", "3", "4", "5", "6", "7", "8"];
const whole = (/** @type {number} */ value) => number(Math.round(value), { useGrouping: false });

/**
 * The page.
 * @param {import("../core/router.mjs").PageProps} props
 */
export default function Leaderboard({ query }) {
  const edition = EDITIONS.slice(1).find((one) => one === query.get("edition")?.toUpperCase()) ?? null;
  const seats = Number(query.get("seats"));
  const players = Number.isInteger(seats) && seats >= 2 && seats <= 8 ? seats : null;
  const [cursors, setCursors] = useState(/** @type {(string | null)[]} */ ([null]));
  useEffect(() => setCursors([null]), [edition, players]);
  const variables = { first: PAGE, after: cursors[cursors.length - 1], edition: /** @type {any} */ (edition), players };
  const { data, problem, asking, again } = useQuery("Leaderboard", variables, { every: 30_000 });
  const found = data?.leaderboard;
  const lines = found?.nodes ?? [];
  const parts = [lines.filter((one) => one.place !== null), lines.filter((one) => one.place === null)];
  const from = Math.min(1200, ...lines.map((one) => one.rating.low)) - 20;
  const to = Math.max(1800, ...lines.map((one) => one.rating.high)) + 20;
  return html`<div class="tournament stack loose">
    <header class="stack tight"><h1>${t("account.leaderboard")}</h1>
      <p class="lead">${t("account.leaderboard_lead")}</p></header>
    <div class="row tournament-filters">
      <${Choice} label=${t("ui.edition")} value=${edition ?? ""}
        onChange=${(/** @type {string} */ one) => void setQuery({ edition: one.toLowerCase() || null })}
        options=${EDITIONS.map((one) => ({ value: one, label: one ? wordOf("edition", one) : t("account.both") }))} />
      <${Select} label=${t("account.seats_of")} value=${players ?? ""}
        onChange=${(/** @type {string} */ one) => void setQuery({ seats: one || null })}
        options=${SEATS.map((one) => ({ value: one, label: one ? number(Number(one)) : t("tournament.any_number") }))} />
    </div>
    <${Problem} problem=${problem} onRetry=${again} />
    ${asking && !found && html`<${Loading} lines=${10} />`}
    ${found && lines.length === 0
      && html`<${Empty} title=${t("account.nobody_rated")}>${t("account.nobody_rated_told")}<//>`}
    ${lines.length > 0 && html`<${Scroll} label=${t("account.leaderboard")}>
      <table class="tournament-board" aria-busy=${asking}>
        <caption class="hidden">${t("account.leaderboard")}</caption>
        <thead><tr>
          <th scope="col" class="figure"><abbr title=${t("tournament.place")}>#</abbr></th>
          <th scope="col">${t("tournament.name")}</th>
          <th scope="col" class="figure">${t("tournament.rating")}</th>
          <th scope="col" class="tournament-wide">${t("account.uncertainty")}</th>
          <th scope="col" class="figure">${t("tournament.games")}</th>
          <th scope="col" class="rare">${t("account.last_seen")}</th>
        </tr></thead>
        ${parts.map((part, at) => part.length > 0 && html`<tbody key=${at}>
          ${at === 1 && html`<tr class="tournament-part"><th scope="rowgroup" colspan="6">${t("account.no_places")}</th></tr>`}
          ${part.map((one) =>
          html`<tr key=${one.player.account ?? one.player.level}
            class=${one.anchor ? "anchor" : one.player.account === account.value?.id ? "me" : ""}>
          <td class="figure tournament-place">${one.place ?? "–"}</td>
          <th scope="row"><${PlayerLink} player=${one.player} /> ${one.anchor
            ? html`<${Badge} title=${t("account.anchor_told")}>${t("account.anchor")}<//>`
            : html`<span class="small quiet rare">${wordOf("entrant", one.player.kind)}</span>`}</th>
          <td class="figure"><strong>${whole(one.rating.rating)}</strong></td>
          <td class="tournament-wide">
            <${Interval} value=${one.rating.rating} low=${one.anchor ? one.rating.rating : one.rating.low}
              high=${one.anchor ? one.rating.rating : one.rating.high}
              from=${from} to=${to} middle=${1500} />
            <span class="small quiet figure">${one.anchor ? t("account.fixed")
              : t("tournament.low_high", { low: whole(one.rating.low), high: whole(one.rating.high) })}</span>
            ${one.rating.provisional && html`<div class="small quiet">${lackingText(one.rating)}</div>`}
          </td>
          <td class="figure">${number(one.rating.games)}</td>
          <td class="rare small">${one.rating.lastSeen ? ago(one.rating.lastSeen) : "–"}</td>
        </tr>`)}</tbody>`)}
      </table>
    <//>`}
    ${found && (cursors.length > 1 || found.pageInfo.hasNextPage)
      && html`<nav class="pager" aria-label=${t("ui.pages")}>
      <${Button} size="small" refused=${cursors.length === 1 ? t("tournament.first_page") : ""}
        onClick=${() => setCursors(cursors.slice(0, -1))}>${t("ui.previous")}<//>
      <span class="small quiet">${t("tournament.page_n", { page: cursors.length })}</span>
      <${Button} size="small" refused=${found.pageInfo.hasNextPage ? "" : t("tournament.last_page")}
        onClick=${() => setCursors([...cursors, found.pageInfo.endCursor])}>${t("ui.next")}<//>
    </nav>`}
    ${lines.length > 4 && html`<${Disclosure} summary=${t("account.spread")}>
      <${Histogram} label=${t("account.spread_told")} bins=${bins(lines.map((one) => one.rating.rating), 10)}
        value=${whole}
        told=${(/** @type {any} */ one) =>
          t("account.spread_bin", { from: whole(one.from), to: whole(one.to), n: one.count })} />
    <//>`}
    <p class="small quiet prose">${t("account.rating_note")}</p>
  </div>`;
}
