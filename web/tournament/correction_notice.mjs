/** As what a game counts in its tournament, where that is not what was played, and why: for the pages of one game. */
import { html, useEffect, useState } from "../core/component.mjs";
import { loadWords, number, t } from "../i18n/index.mjs";
import { Badge, Panel } from "../ui/index.mjs";
import { useQuery } from "../core/query.mjs";
import { finish, otherwise } from "./tournament_state.mjs";
import { whyText } from "./tournament_text.mjs";

/**
 * The panel; nothing where the game counts as it was played, is of no tournament, or of one that the viewer may not
 * see. The words of tournaments are loaded where there is something to say.
 * @param {{ table: { tournament?: string | null, fixture?: string | null }, names: readonly string[] }} props
 *   `names`: of the seats
 */
export function CorrectionNotice({ table, names }) {
  const { tournament, fixture } = table;
  const { data } = useQuery("TournamentGames", tournament && fixture ? { tournament, game: fixture, first: 1 } : null);
  const game = data?.games?.nodes[0];
  const counts = game ? otherwise(game) : null;
  const [worded, setWorded] = useState(false);
  useEffect(() => {
    if (counts) loadWords("tournament").then(() => setWorded(true), () => undefined);
  }, [counts]);
  if (!game || !counts || !worded) return null;
  return html`<${Panel} title=${t(`tournament.${counts.as}_title`)} class="correction" data-correction=${counts.as}
    aside=${counts.as === "corrected" && html`<${Badge} kind="gold">${t("tournament.corrected")}<//>`}>
    ${counts.as === "corrected" && html`<p>${t("tournament.corrected_told")}</p>
      <ol class="plain">${finish(game).map(({ seat, place, total }) => html`<li key=${seat}>
        <span class="figure">${number(place)}.</span> <strong>${names[seat]}</strong>${total !== null
          && html` <span class="quiet">${t("tournament.score_told", { n: total })}</span>`}</li>`)}</ol>`}
    <p>${t("tournament.because", { why: whyText(counts.why) })}</p>
  <//>`;
}
