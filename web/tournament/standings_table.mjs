/** Who stands where. */
import { html } from "../core/component.mjs";
import { number, t } from "../i18n/index.mjs";
import { Badge, Scroll } from "../ui/index.mjs";
import { EntrantLink } from "./player_link.mjs";
import { twoDigits, whyText } from "./tournament_text.mjs";

/**
 * The standings as a table; on a narrow screen the rarer figures are left out.
 * @param {{ standings: readonly any[], entrants: readonly any[], points: string }} props
 */
export function Standings({ standings, entrants, points }) {
  const known = new Map(entrants.map((one) => [one.entrant, one]));
  const most = Math.max(...standings.map((one) => one.mean), 1e-9);
  const some = (/** @type {string} */ field) => standings.some((one) => one[field] > 0);
  const [faults, byes] = [some("forfeits") || some("faults"), some("byes")];
  return html`<${Scroll} label=${t("tournament.standings")}>
    <table class="tournament-standings">
      <caption class="hidden">${t("tournament.standings")}</caption>
      <thead><tr>
        <th scope="col" class="figure"><abbr title=${t("tournament.place")}>#</abbr></th>
        <th scope="col">${t("tournament.name")}</th>
        <th scope="col" class="figure">${t("tournament.points")}</th>
        <th scope="col" class="tournament-mean">${t("tournament.mean")}</th>
        <th scope="col" class="figure">${t("tournament.games")}</th>
        <th scope="col" class="figure rare">${t("tournament.wins")}</th>
        <th scope="col" class="figure rare">${t("tournament.mean_place")}</th>
        <th scope="col" class="figure rare">${t("tournament.score")}</th>
        <th scope="col" class="figure rare">${t("tournament.margin")}</th>
        ${byes && html`<th scope="col" class="figure rare">${t("tournament.byes")}</th>`}
        ${faults && html`<th scope="col" class="figure rare">
          <abbr title=${t("tournament.faults_told")}>${t("tournament.faults")}</abbr></th>`}
      </tr></thead>
      <tbody>
        ${standings.map((one) => html`<tr key=${one.entrant} class=${one.withdrawn === null ? "" : "gone"}>
          <td class="figure tournament-place">${one.place}</td>
          <th scope="row"><${EntrantLink} entrant=${known.get(one.entrant) ?? one} />
            ${one.withdrawn !== null
              && html` <${Badge} kind="bad" title=${whyText(one.withdrawn)}>${t("tournament.withdrawn")}<//>`}</th>
          <td class="figure"><strong>${number(one.points, { maximumFractionDigits: 2 })}</strong></td>
          <td class="tournament-mean">
            <span class="tournament-meter" aria-hidden="true">
              <i style=${{ width: `${(100 * one.mean) / most}%` }}></i></span>
            <span class="figure" title=${t(`tournament.points.${points.toLowerCase()}`)}>${twoDigits(one.mean)}</span>
          </td>
          <td class="figure">${number(one.games)}</td>
          <td class="figure rare">${number(one.wins, { maximumFractionDigits: 1 })}</td>
          <td class="figure rare">${one.games > 0 ? twoDigits(one.meanPlace) : "–"}</td>
          <td class="figure rare">${one.games > 0 ? number(one.score, { maximumFractionDigits: 1 }) : "–"}</td>
          <td class="figure rare">${one.games > 0
            ? number(one.margin, { maximumFractionDigits: 1, signDisplay: "exceptZero" }) : "–"}</td>
          ${byes && html`<td class="figure rare">${number(one.byes)}</td>`}
          ${faults && html`<td class="figure rare">${number(one.faults)} / ${number(one.forfeits)}</td>`}
        </tr>`)}
      </tbody>
    </table>
  <//>`;
}
