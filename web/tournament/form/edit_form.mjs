/** Changing a tournament that is there, in the form in which it was made: only what was changed of it is sent. */
import { ask } from "../../core/graphql.mjs";
import { html, useRef, useState } from "../../core/component.mjs";
import { t } from "../../i18n/index.mjs";
import { say } from "../../core/toasts.mjs";
import { Button, Disclosure, Problem } from "../../ui/index.mjs";
import { faultsOf } from "./form.mjs";
import { BEGINS, KEPT, changeFaults, changeable, formOf, toChange } from "./form_change.mjs";
import { Conditions, Format, Naming, Policies, Schedule, Waiting, toFault } from "./form_parts.mjs";
import { useMutation } from "../../core/query.mjs";
import { faultText, tournamentProblem } from "../tournament_text.mjs";

/** @typedef {import("./form.mjs").Form} Form */

/**
 * The form. Until something is changed it shows the tournament as it stands; from then on, what is compared with is how
 * it stood then, so that what somebody else changes meanwhile is left alone.
 * @param {{ tournament: any, begun: boolean, put: (tournament: any) => void }} props `begun`: whether it has started
 */
export function EditForm({ tournament, begun, put }) {
  const [held, hold] = useState(/** @type {{ before: Form, after: Form } | null} */ (null));
  const [tried, setTried] = useState(false);
  const [told, setTold] = useState(/** @type {Record<string, string>} */ ({}));
  const doing = useMutation();
  const box = useRef(/** @type {HTMLFormElement | null} */ (null));
  const stands = formOf(tournament);
  const { before, after } = held ?? { before: stands, after: stands };
  const change = toChange(before, after, begun);
  const own = changeFaults(before, after, Date.now(), begun);
  const wrong = Object.keys(own).length;
  const none = Object.keys(change).length === 0 && wrong === 0;
  const quiet = () => {
    setTold({});
    if (doing.problem) doing.clear();
  };
  const drop = () => {
    hold(null);
    setTried(false);
    quiet();
  };
  const save = async () => {
    if (none) return undefined;
    setTried(true);
    if (wrong > 0) return toFault(box.current);
    const done = await doing.run(async () => {
      try {
        const { updateTournament } = await ask("UpdateTournament", { input: { tournament: tournament.id, ...change } });
        put(/** @type {any} */ (updateTournament).tournament);
        say(t("tournament.saved"), "good");
      } catch (problem) {
        setTold(faultsOf(/** @type {any} */ (problem)).fields);
        throw problem;
      }
    });
    if (!done) return toFault(box.current);
    setTried(false);
    return hold((now) => (now === null || now.after === after ? null : { before: after, after: now.after }));
  };
  const parts = {
    form: after,
    put: (/** @type {Partial<Form>} */ more) => {
      hold((now) => ({ before: now?.before ?? stands, after: { ...(now?.after ?? stands), ...more } }));
      quiet();
    },
    error: (/** @type {string} */ path) => faultText(told[path] ?? (tried ? own[path] : undefined)),
  };
  return html`<${Disclosure} summary=${t("organizer.change")}>
    <form class="stack loose tournament-form" ref=${box} novalidate
      onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void save(); }}>
      <p class="quiet prose">${t(begun ? "organizer.change_later" : "organizer.change_told")}</p>
      <${Section} title=${t("organizer.part.naming")}><${Naming} ...${parts} /><//>
      ${!begun && html`
        <${Section} title=${t("organizer.part.format")}>
          <${Format} ...${parts} duplicate=${[KEPT, "AUTO", "YES", "NO"]} />
          ${after.format !== before.format
            && html`<p class="small quiet" role="status">${t("organizer.change_format")}</p>`}
        <//>
        <${Section} title=${t("organizer.part.conditions")}><${Conditions} ...${parts} /><//>
        <${Section} title=${t("organizer.part.schedule")}><${Schedule} ...${parts} begins=${BEGINS} /><//>`}
      <${Section} title=${t("organizer.part.time")}><${Waiting} ...${parts} /><//>
      ${!begun && html`<${Disclosure} summary=${t("organizer.part.policies")}><${Policies} ...${parts} /><//>`}
      ${Object.keys(told).every((path) => !changeable(path, begun))
        && html`<${Problem} problem=${tournamentProblem(doing.problem)} />`}
      ${tried && wrong > 0 && html`<p class="field-error" role="alert">${t("organizer.faults_left", { n: wrong })}</p>`}
      <div class="row">
        <${Button} type="submit" kind="primary" busy=${doing.busy}
          refused=${none ? t("organizer.change_none") : ""}>${t("tournament.save")}<//>
        ${!none && html`<${Button} kind="quiet" onClick=${drop}>${t("organizer.change_drop")}<//>`}
      </div>
    </form>
  <//>`;
}

/** @param {{ title: string, children?: any }} props */
function Section({ title, children }) {
  return html`<section class="stack"><h3 class="tournament-h">${title}</h3>${children}</section>`;
}
