/** The organizer's form. */
import { ask } from "../core/graphql.mjs";
import { html, useRef, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { navigate } from "../core/router.mjs";
import { Button, Disclosure, Panel, Problem } from "../ui/index.mjs";
import { Conditions, Format, House, Naming, Play, Policies, Schedule, Seeing, Time,
  toFault } from "../tournament/form/form_parts.mjs";
import { FIELDS, blank, expectedGames, faults, faultsOf, housed, toInput } from "../tournament/form/form.mjs";
import { TakeName, named } from "../account/registration.mjs";
import { useMutation } from "../core/query.mjs";
import { faultText, tournamentProblem } from "../tournament/tournament_text.mjs";

export const words = ["ui", "tournament", "organizer", "account"];
/** The files of style that this page needs. */
export const styles = ["tournament"];

/** The head's title. */
export function title() {
  return t("organizer.new_tournament");
}

/** The page. */
export default function NewTournament() {
  const [form, setForm] = useState(blank);
  const [tried, setTried] = useState(false);
  const [told, setTold] = useState(/** @type {{ fields: Record<string, string>, general: string }} */ ({ fields: {},
    general: "" }));
  const doing = useMutation();
  const box = useRef(/** @type {HTMLFormElement | null} */ (null));
  const own = faults(form, Date.now());
  /** @param {string} path */
  const error = (path) => faultText(told.fields[path] ?? (tried ? own[path] : undefined));
  /** @param {Partial<import("../tournament/form/form.mjs").Form>} changed */
  const put = (changed) => {
    setForm((before) => ({ ...before, ...changed }));
    setTold({ fields: {}, general: "" });
    if (doing.problem) doing.clear();
  };
  const make = async () => {
    setTried(true);
    if (Object.keys(own).length > 0) return toFault(box.current);
    const done = await doing.run(async () => {
      try {
        const { makeTournament } = await ask("MakeTournament", { input: toInput(form) });
        const made = /** @type {any} */ (makeTournament).tournament;
        await navigate(`/tournaments/${made.id}${made.status === "ENTRY" ? "?view=organize" : ""}`);
      } catch (problem) {
        setTold(faultsOf(/** @type {any} */ (problem)));
        throw problem;
      }
    });
    if (!done) toFault(box.current);
    return undefined;
  };
  if (!named()) {
    return html`<div class="tournament stack loose"><h1>${t("organizer.new_tournament")}</h1>
      <${Panel}><${TakeName} told=${t("organizer.name_needed")} /><//></div>`;
  }
  const house = housed(form);
  const games = expectedGames(form, house, form.kinds.length === 0 || house > 0);
  const parts = { form, put, error };
  const wrong = Object.keys(own).length;
  return html`<div class="tournament stack loose">
    <header class="stack tight"><h1>${t("organizer.new_tournament")}</h1>
      <p class="lead">${t("organizer.new_lead")}</p></header>
    <form class="stack loose tournament-form" ref=${box} novalidate
      onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void make(); }}>
      <${Panel} title=${t("organizer.part.naming")}><${Naming} ...${parts} /><//>
      <${Panel} title=${t("organizer.part.format")}><${Format} ...${parts} /><//>
      <${Panel} title=${t("organizer.part.house")}><${House} ...${parts} />
        ${games !== null &&
          html`<p class="small quiet">${t("organizer.so_many_games", { n: games, bots: house })}</p>`}<//>
      <${Panel} title=${t("organizer.part.play")}><${Play} ...${parts} /><//>
      <${Panel} title=${t("organizer.part.time")}><${Time} ...${parts} /><//>
      <${Panel} title=${t("organizer.part.conditions")}><${Conditions} ...${parts} /><//>
      <${Panel} title=${t("organizer.part.schedule")}><${Schedule} ...${parts} /><//>
      <${Panel} title=${t("organizer.part.seeing")}><${Seeing} ...${parts} /><//>
      <${Disclosure} summary=${t("organizer.part.policies")}><${Policies} ...${parts} /><//>
      ${Object.keys(told.fields).every((path) => !FIELDS.has(path))
        && html`<${Problem} problem=${tournamentProblem(doing.problem)} />`}
      ${tried && wrong > 0 && html`<p class="field-error" role="alert">${t("organizer.faults_left", { n: wrong })}</p>`}
      <p><${Button} type="submit" kind="primary" size="big" busy=${doing.busy}>${t("organizer.make_it")}<//></p>
    </form>
  </div>`;
}
