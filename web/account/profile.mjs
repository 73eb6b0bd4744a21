/** What an account did over all its rated games: how often it won, from which seat, with which character. */
import { html } from "../core/component.mjs";
import { useCards } from "../core/card_catalogue.mjs";
import { number, percent, t } from "../i18n/index.mjs";
import { Panel, Problem, Stat } from "../ui/index.mjs";
import { Bars } from "../ui/plots.mjs";
import { useQuery } from "../core/query.mjs";
import { intervalText, twoDigits } from "../tournament/tournament_text.mjs";

const parts = (/** @type {number} */ value) => percent(value);
const rate = (/** @type {any} */ one) => (one.games > 0 ? one.wins / one.games : 0);

/**
 * The panels.
 * @param {{ account: string, edition: string | null, players: number | null }} props
 */
export function Profile({ account, edition, players }) {
  const { data, problem, again } = useQuery("Profile", { account, edition: /** @type {any} */ (edition), players });
  const modern = useCards("modern");
  const classic = useCards(edition === "MODERN" ? null : "classic");
  if (problem) return html`<${Problem} problem=${problem} onRetry=${again} />`;
  const found = data?.profile;
  if (!found || found.games === 0) return null;
  const fair = players === null ? undefined : 1 / players;
  const even = fair === undefined ? "" : ` ${t("account.even_share")}`;
  /** @param {string} id */
  const name = (id) => {
    const here = modern?.character(id);
    return here && here.rank > 0 ? here.name : (classic?.character(id).name ?? id);
  };
  /** @param {any} one */
  const told = (one) => `${percent(rate(one))} ${intervalText(one.low, one.high, parts)}`;
  const top = (/** @type {readonly any[]} */ rows) => Math.min(1, Math.max(0.4, ...rows.map((one) => one.high ?? 0)));
  return html`<${Panel} title=${t("account.results")}>
      <div class="row tournament-stats">
        <${Stat} label=${t("account.rated_games")} value=${number(found.games)} />
        <${Stat} label=${t("tournament.won")} value=${percent(rate(found))} more=${intervalText(found.low, found.high, parts)}
          />
        ${found.meanPlace !== null && html`<${Stat} label=${t("tournament.mean_place")} value=${twoDigits(found.meanPlace)} />`}
      </div>
    <//>
    <div class="tournament-pair">
      <${Panel} title=${t("account.by_seat")}>
        <${Bars} label=${`${t("account.won_by_seat")}${even}`} head=${[t("tournament.seat"), t("tournament.won")]} from=${0}
          to=${top(found.seats)} middle=${fair}
          rows=${found.seats.map((one) => ({
            key: String(one.seat), name: t("tournament.seat_n", { seat: one.seat + 1 }), value: rate(one), low: one.low,
            high: one.high, told: told(one), note: t("tournament.games_n", { n: one.games }),
          }))} />
      <//>
      <${Panel} title=${t("account.by_character")}>
        <p class="small quiet">${t("account.by_character_note")}</p>
        <${Bars} label=${`${t("account.won_by_character")}${even}`} head=${[t("tournament.character"), t("tournament.won")]}
          from=${0} to=${top(found.characters)} middle=${fair}
          rows=${found.characters.map((one) => ({
            key: one.character, name: name(one.character), value: rate(one), low: one.low, high: one.high,
            told: told(one), note: t("account.picked_n", { n: one.picks }),
          }))} />
      <//>
    </div>`;
}
