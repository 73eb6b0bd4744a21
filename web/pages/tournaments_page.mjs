/** All tournaments, by how they stand, and those of one's own. */
import { html, useState } from "../core/component.mjs";
import { ago, t } from "../i18n/index.mjs";
import { setQuery } from "../core/router.mjs";
import { account } from "../core/session.mjs";
import { Badge, Button, Choice, Check, Empty, Loading, Pager, Problem } from "../ui/index.mjs";
import { Progress, StatusBadge } from "../tournament/tournament_progress.mjs";
import { useQuery } from "../core/query.mjs";
import { scheduleText, wordOf } from "../tournament/tournament_text.mjs";

export const words = ["ui", "tournament"];
/** The files of style that this page needs. */
export const styles = ["tournament"];

/** The head's title. */
export function title() {
  return t("tournament.tournaments");
}

const STATES = /** @type {const} */ (["ENTRY", "RUNNING", "PAUSED", "OVER", "CANCELLED"]);
const PAGE = 20;
const BEAT_MS = 8000;

/**
 * The page.
 * @param {import("../core/router.mjs").PageProps} props
 */
export default function Tournaments({ query }) {
  const status = STATES.find((one) => one === query.get("status")?.toUpperCase()) ?? null;
  const mine = query.get("mine") === "yes" && account.value !== null;
  const [first, setFirst] = useState(PAGE);
  const { data, problem, asking, again } = useQuery("Tournaments", { first, status, mine }, { every: BEAT_MS });
  const found = data?.tournaments;
  return html`<div class="tournament stack loose">
    <header class="row apart">
      <div class="stack tight grow">
        <h1>${t("tournament.tournaments")}</h1>
        <p class="lead">${t("tournament.tournaments_lead")}</p>
      </div>
      <${Button} kind="primary" href="/tournaments/new">${t("tournament.make_one")}<//>
    </header>
    <div class="row apart tournament-filters">
      <${Choice} quiet label=${t("tournament.by_status")} value=${status ?? ""}
        onChange=${(/** @type {string} */ one) => void setQuery({ status: one.toLowerCase() || null })}
        options=${["", ...STATES].map((one) =>
          ({ value: one, label: one === "" ? t("tournament.all") : wordOf("status", one) }))} />
      ${account.value && html`<${Check} label=${t("tournament.only_mine")} checked=${mine}
        onChange=${(/** @type {boolean} */ on) => void setQuery({ mine: on ? "yes" : null })} />`}
    </div>
    <${Problem} problem=${problem} onRetry=${again} />
    ${asking && !found && html`<${Loading} lines=${8} />`}
    ${found && found.nodes.length === 0 && html`<${Empty} title=${t(mine ? "tournament.none_mine" : "tournament.none")}
      action=${html`<${Button} href="/tournaments/new">${t("tournament.make_one")}<//>`}>${t("tournament.none_told")}<//>`}
    ${found && found.nodes.length > 0 && html`<ul class="plain tiles" style=${{ "--tile": "20rem" }}>
      ${found.nodes.map((one) => html`<li key=${one.id}><${Line} tournament=${one} /></li>`)}
    </ul>
    <${Pager} more=${found.pageInfo.hasNextPage && first < 100} onMore=${() => setFirst(Math.min(100, first + PAGE))}
      busy=${asking} />`}
  </div>`;
}

/**
 * One of them.
 * @param {{ tournament: any }} props
 */
function Line({ tournament }) {
  const { settings } = tournament;
  const when = tournament.ended ?? tournament.started ?? tournament.created;
  const key = tournament.ended ? "tournament.ended_ago" : tournament.started ? "tournament.started_ago" : "tournament.made_ago";
  return html`<article class="panel tournament-line">
    <header class="row apart">
      <h2 class="panel-title"><a href=${`/tournaments/${tournament.id}`}>${tournament.name}</a></h2>
      <${StatusBadge} status=${tournament.status} open=${tournament.entryOpen} />
    </header>
    <p>${wordOf("format", settings.format)} · ${t("tournament.seats_told", { n: settings.seats })} · ${wordOf("edition",
      tournament.edition)}</p>
    ${tournament.status === "ENTRY"
      ? html`<p class="quiet small">${scheduleText(tournament.schedule)}</p>`
      : html`<${Progress} progress=${tournament.progress} status=${tournament.status} />`}
    <p class="row tight small quiet tournament-foot">
      <span>${t("tournament.by", { name: tournament.organizer.name })} · ${t(key, { when: ago(when) })}</span>
      ${tournament.rated && html`<${Badge} kind="gold">${t("tournament.rated")}<//>`}
      ${tournament.visibility !== "PUBLIC" && html`<${Badge}>${wordOf("visibility_short", tournament.visibility)}<//>`}
    </p>
  </article>`;
}
