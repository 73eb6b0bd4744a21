/** The organizer's own pairings for the next round: everybody gets a table, or rests. */
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { say } from "../core/toasts.mjs";
import { Button, Disclosure, Problem, Select } from "../ui/index.mjs";
import { useMutation } from "../core/query.mjs";
import { paired } from "./tournament_state.mjs";
import { entrantName, tournamentProblem } from "./tournament_text.mjs";

/**
 * The form; each entrant is given a table.
 * @param {{ tournament: any, rounds: number, put: (tournament: any) => void }} props
 */
export function Pairings({ tournament, rounds, put }) {
  const [chosen, setChosen] = useState(/** @type {Record<string, number>} */ ({}));
  const doing = useMutation();
  const playing = tournament.entrants.filter((/** @type {any} */ one) => one.withdrawn === null);
  const most = Math.floor(playing.length / Math.max(2, Math.min(tournament.settings.seats, playing.length)));
  const tables = Array.from({ length: Math.max(1, most) },
    (_, at) => ({ value: at + 1, label: t("organizer.table_n", { n: at + 1 }) }));
  const pairings = paired(playing.map((/** @type {any} */ one) => one.entrant), chosen);
  const wrong = pairings.length === 0
    || pairings.some((one) => one.length < 2 || one.length > tournament.settings.seats);
  const set = () => doing.run(async () => {
    const { setPairings } = await ask("SetPairings",
      { input: { tournament: tournament.id, round: rounds + 1, pairings } });
    put(/** @type {any} */ (setPairings).tournament);
    say(t("organizer.pairings_done", { round: rounds + 1 }), "good");
    setChosen({});
  });
  if (playing.length < 2) return null;
  return html`<${Disclosure} summary=${t("organizer.pairings", { round: rounds + 1 })}>
    <div class="stack">
      <p class="small quiet prose">${t("organizer.pairings_told", { n: tournament.settings.seats })}</p>
      <div class="tiles tight" style=${{ "--tile": "13rem" }}>
        ${playing.map((/** @type {any} */ one) =>
          html`<${Select} key=${one.entrant} label=${entrantName(one)} value=${chosen[one.entrant] ?? 0}
          onChange=${(/** @type {string} */ table) => setChosen({ ...chosen, [one.entrant]: Number(table) })}
          options=${[{ value: 0, label: t("organizer.rests") }, ...tables]} />`)}
      </div>
      <${Problem} problem=${tournamentProblem(doing.problem)} />
      <p><${Button} busy=${doing.busy}
        refused=${wrong ? t("organizer.pairings_wrong", { n: tournament.settings.seats }) : ""}
          onClick=${set}>${t("organizer.pairings_set")}<//></p>
    </div>
  <//>`;
}
