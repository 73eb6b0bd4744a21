/** How two have met: one is chosen from the leaderboard, a bot of the house, or named by its id. */
import { html } from "../core/component.mjs";
import { ago, percent, t } from "../i18n/index.mjs";
import { setQuery } from "../core/router.mjs";
import { Empty, Panel, Problem, Select } from "../ui/index.mjs";
import { Interval } from "../ui/plots.mjs";
import { LEVELS } from "../tournament/form/form.mjs";
import { useQuery } from "../core/query.mjs";
import { intervalText, entrantName, wordOf } from "../tournament/tournament_text.mjs";

/**
 * The panel.
 * @param {{ account: string, name: string, edition: string | null, players: number | null, chosen: string }} props
 */
export function HeadToHead({ account, name, edition, players, chosen }) {
  const asked = { edition: /** @type {any} */ (edition), players };
  const board = useQuery("Leaderboard", { first: 100, after: null, ...asked });
  const others = (board.data?.leaderboard?.nodes ?? []).filter((one) => one.player.account !== null
    && one.player.account !== account);
  const { data, problem } = useQuery("HeadToHead", chosen === "" ? null : { account, other: chosen, ...asked });
  const found = chosen === "" ? null : data?.headToHead;
  const options = [
    { value: "", label: t("account.choose_other") },
    ...LEVELS.map((level) => ({ value: `house:${level.toLowerCase()}`,
      label: t("tournament.house_level", { level: wordOf("level", level) }) })),
    ...others.map((one) => ({ value: one.player.account ?? "", label: one.player.name })),
  ];
  if (chosen !== "" && !options.some((one) => one.value === chosen)) options.push({ value: chosen,
    label: found ? entrantName(found.other) : chosen });
  return html`<${Panel} title=${t("account.head_to_head")}>
    <${Select} label=${t("account.other")} value=${chosen} options=${options}
      onChange=${(/** @type {string} */ other) => void setQuery({ other: other || null })} />
    <${Problem} problem=${chosen === "" ? null : problem} />
    ${found && found.games === 0 && html`<${Empty} title=${t("account.never_met")} />`}
    ${found && found.games > 0 && found.share !== null && html`<div class="stack tight">
      <${Interval} value=${found.share} low=${found.low} high=${found.high} from=${0} to=${1} middle=${0.5} />
      <p>${t("account.met", { name, other: entrantName(found.other), share: percent(found.share),
        between: intervalText(found.low, found.high, percent), n: found.games })}</p>
      <p class="small quiet">${t("account.met_counts",
        { ahead: found.ahead, level: found.level, behind: found.behind })}</p>
      <ul class="plain tournament-last small">${found.recent.map((one) => html`<li key=${one.table} class="row apart">
        <a href=${`/replay/${one.table}`}>${ago(one.at)}</a>
        <span>${wordOf("edition", one.edition)} · ${t("tournament.seats_told", { n: one.seats })}</span>
        <span class=${one.place < one.otherPlace ? "win" : one.place > one.otherPlace ? "loss"
          : ""}>${t("account.places_met", { place: one.place, other: one.otherPlace })}</span></li>`)}</ul>
    </div>`}
  <//>`;
}
