/** Letting a game count as something else: places by seat, or for nobody, with a reason that everybody sees. */
import { ask } from "../core/graphql.mjs";
import { html, useEffect, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { say } from "../core/toasts.mjs";
import { Button, Choice, Dialog, Field, Problem } from "../ui/index.mjs";
import { useMutation } from "../core/query.mjs";
import { goodPlaces, placesBySeat } from "./tournament_state.mjs";
import { gameText, tournamentProblem } from "./tournament_text.mjs";

/**
 * The dialog; null is no game.
 * @param {{ tournament: string, game: any, name: (id: string) => string, onDone: () => void, onClose: () => void }}
 *   props
 */
export function CorrectionForm({ tournament, game, name, onDone, onClose }) {
  const [how, setHow] = useState("places");
  const [places, setPlaces] = useState(/** @type {string[]} */ ([]));
  const [scores, setScores] = useState(/** @type {string[]} */ ([]));
  const [why, setWhy] = useState("");
  const doing = useMutation();
  useEffect(() => {
    if (game === null) return;
    setHow("places");
    setPlaces(placesBySeat(game.result, game.seats.length).map((one, at) => String(one || at + 1)));
    setScores(game.seats.map((/** @type {any} */ _, /** @type {number} */ seat) =>
      String(game.result?.totals[seat] ?? "")));
    setWhy("");
    doing.clear();
  }, [game]);
  const said = places.map(Number);
  const wrong = how === "places" && (said.some((one) => !Number.isInteger(one) || one < 1) || !goodPlaces(said));
  const points = scores.map(Number);
  const scored = scores.every((one) => one.trim() !== "" && Number.isInteger(Number(one)));
  const correct = () => doing.run(async () => {
    const counted = how === "places"
      ? { places: said, scores: scored ? points : null } : { places: null, scores: null };
    await ask("CorrectResult", { input: { tournament, game: game.game, why: why.trim(), ...counted } });
    say(t("organizer.corrected_done"), "good");
    onDone();
    onClose();
  });
  const actions = html`<${Button} onClick=${onClose}>${t("ui.back")}<//>
    <${Button} kind="primary" busy=${doing.busy} data-confirm="correct"
      refused=${why.trim() === "" ? t("organizer.needs_reason") : wrong ? t("organizer.places_wrong") : ""}
        onClick=${correct}>${t("tournament.correct")}<//>`;
  const changed = (/** @type {string[]} */ all, /** @type {number} */ at, /** @type {string} */ value) =>
    all.map((one, n) => (n === at ? value : one));
  return html`<${Dialog} open=${game !== null}
    title=${t("organizer.correct_title", { game: game ? gameText(game.game) : "" })} onClose=${onClose}
      actions=${actions}>
    ${game !== null && places.length === game.seats.length && html`<div class="stack">
      <${Choice} quiet label=${t("organizer.counts_as")} value=${how} onChange=${setHow}
        options=${[{ value: "places", label: t("organizer.counts_places") },
          { value: "void", label: t("organizer.counts_void") }]} />
      ${how === "places" && html`<table class="tournament-correct">
        <thead><tr><th scope="col">${t("tournament.name")}</th><th scope="col">${t("tournament.place")}</th>
          <th scope="col">${t("organizer.score_of")}</th></tr></thead>
        <tbody>${game.seats.map((/** @type {string} */ who, /** @type {number} */ seat) => html`<tr key=${seat}>
          <th scope="row">${name(who)}</th>
          <td><input aria-label=${t("organizer.place_of", { name: name(who) })} inputmode="numeric" value=${places[seat]}
            onInput=${(/** @type {any} */ event) => setPlaces(changed(places, seat, event.currentTarget.value))} /></td>
          <td><input aria-label=${t("organizer.score_of_who", { name: name(who) })} inputmode="numeric"
            value=${scores[seat]}
            onInput=${(/** @type {any} */ event) => setScores(changed(scores, seat, event.currentTarget.value))} /></td>
        </tr>`)}</tbody>
      </table>
      <p class="small quiet">${t("organizer.places_hint")}</p>`}
      <${Field} label=${t("tournament.reason_for_all")} value=${why} onInput=${setWhy} maxlength="500" required />
      <${Problem} problem=${tournamentProblem(doing.problem)} />
    </div>`}
  <//>`;
}
