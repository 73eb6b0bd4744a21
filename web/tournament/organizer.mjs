/** What only the organizer does. Each button says what it does, and what cannot be taken back asks once more. */
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { credential } from "../core/session.mjs";
import { say } from "../core/toasts.mjs";
import { Button, Confirm, Copy, Disclosure, Field, Panel, Problem, Select } from "../ui/index.mjs";
import { EditForm } from "./form/edit_form.mjs";
import { LEVELS, typed } from "./form/form.mjs";
import { useMutation } from "../core/query.mjs";
import { Pairings } from "./pairings.mjs";
import { ended } from "./tournament_state.mjs";
import { tournamentProblem, wordOf } from "./tournament_text.mjs";

/** What can be done with a tournament, as it stands: the act, and whether it asks once more. */
const ACTS = /** @type {Record<string, readonly (readonly [string, boolean])[]>} */ ({
  ENTRY: [["START", false], ["CANCEL", true]],
  RUNNING: [["PAUSE", false], ["CANCEL", true]],
  PAUSED: [["RESUME", false], ["CANCEL", true]],
});

/**
 * The organizer's panel.
 * @param {{ tournament: any, state: import("./tournament_state.mjs").Followed, put: (tournament: any) => void }} props
 */
export function Organizer({ tournament, state, put }) {
  const { id, entryOpen, settings } = tournament;
  const { status } = state;
  const [sure, setSure] = useState("");
  const [why, setWhy] = useState("");
  const [level, setLevel] = useState("GREEDY");
  const [many, setMany] = useState("1");
  const [invited, setInvited] = useState("");
  const doing = useMutation();
  /**
   * @param {() => Promise<any>} act
   * @param {string} said
   */
  const run = (act, said) => doing.run(async () => {
    const answer = await act();
    put(Object.values(answer)[0].tournament);
    say(said, "good");
  });
  const conduct = (/** @type {string} */ act) =>
    run(() => ask("ConductTournament",
      { input: { tournament: id, do: /** @type {any} */ (act), why: why.trim() || null } }),
      t(`organizer.done.${act.toLowerCase()}`));
  const enter = () => run(async () => {
    let answer;
    for (let n = 0; n < Math.min(64, Math.max(1, typed(many) ?? 1)); n += 1) {
      answer = await ask("EnterTournament", { input: { tournament: id, level: /** @type {any} */ (level) } });
    }
    return answer;
  }, t("tournament.entered_done"));
  const invite = () => run(() => ask("InviteToTournament", { input: { tournament: id, account: whom ?? "" } }),
    t("organizer.invited_done")).then((done) => done && setInvited(""));
  const whom = /acct_[0-9a-z]{26}/.exec(invited)?.[0];
  const wrong = invited.trim() !== "" && whom === undefined ? t("tournament.fault.account") : undefined;
  const mayOpen = status === "ENTRY" || settings.late !== "REFUSE";

  return html`<div class="stack loose">
    <${Problem} problem=${tournamentProblem(doing.problem)} />
    ${!ended(status) && html`<${Panel} title=${t("organizer.conduct")}>
      <p class="quiet">${t(`organizer.conduct_told.${status.toLowerCase()}`)}</p>
      <div class="row">
        ${(ACTS[status] ?? []).map(([act, asks]) =>
          html`<${Button} key=${act} busy=${doing.busy} kind=${asks ? "danger" : act === "PAUSE" ? "plain" : "primary"}
          onClick=${() => (asks || act === "PAUSE" ? setSure(act)
            : conduct(act))}>${t(`organizer.act.${act.toLowerCase()}`)}<//>`)}
        ${mayOpen && html`<${Button} busy=${doing.busy}
          onClick=${() => conduct(entryOpen ? "CLOSE" : "OPEN")}>${t(entryOpen ? "organizer.act.close"
            : "organizer.act.open")}<//>`}
      </div>
    <//>
    <${Panel} title=${t("organizer.bring_in")}>
      <form class="row tournament-inline"
        onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void enter(); }}>
        <${Select} label=${t("tournament.house_bot")} value=${level} onChange=${setLevel}
          options=${LEVELS.map((one) => ({ value: one, label: wordOf("level", one) }))} />
        <${Field} label=${t("organizer.how_many")} value=${many} onInput=${setMany} inputmode="numeric"
          class="tournament-number" />
        <${Button} type="submit" busy=${doing.busy}>${t("organizer.enter_house")}<//>
      </form>
      <form class="row tournament-inline"
        onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); if (whom) void invite(); }}>
        <${Field} label=${t("organizer.invite_whom")} hint=${t("organizer.invite_hint")} error=${wrong} value=${invited}
          onInput=${setInvited} placeholder="acct_…" spellcheck="false" class="grow" />
        <${Button} type="submit" busy=${doing.busy}>${t("organizer.invite")}<//>
      </form>
      <p class="row"><span>${t("organizer.share_link")}</span> <${Copy} text=${`${location.origin}/tournaments/${id}`}
        label=${t("organizer.share_link")} /></p>
    <//>
    <${EditForm} tournament=${tournament} begun=${status !== "ENTRY"} put=${put} />
    <${Pairings} tournament=${tournament} rounds=${state.progress.roundsMade} put=${put} />`}
    ${status !== "ENTRY" && html`<p class="small quiet">${t("organizer.correct_hint")}</p>`}
    <${Export} id=${id} name=${tournament.name} over=${ended(status)} />
    <${Confirm} open=${sure !== ""} danger=${sure === "CANCEL"} confirm=${sure.toLowerCase()}
      title=${sure && t(`organizer.sure.${sure.toLowerCase()}`)} yes=${sure && t(`organizer.act.${sure.toLowerCase()}`)}
      onYes=${() => conduct(sure)} onClose=${() => setSure("")}>
      <div class="stack">
        <p>${sure && t(`organizer.sure_told.${sure.toLowerCase()}`)}</p>
        <${Field} label=${t("tournament.reason_for_all")} value=${why} onInput=${setWhy} maxlength="200" />
      </div>
    <//>
  </div>`;
}

/**
 * Everything of a tournament as one file, and how anybody checks it.
 * @param {{ id: string, name: string, over: boolean }} props
 */
export function Export({ id, name, over }) {
  const doing = useMutation();
  const take = () => doing.run(async () => {
    const secret = credential.peek();
    const answer = await fetch(`/v1/tournaments/${id}/export`,
      { headers: secret ? { Authorization: `Bearer ${secret}` } : {} });
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail ?? answer.statusText);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "tournament"}.ndjson`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
  return html`<${Panel} title=${t("organizer.export")}>
    <p class="prose">${t(over ? "organizer.export_told" : "organizer.export_early")}</p>
    <${Problem} problem=${doing.problem} />
    <p><${Button} busy=${doing.busy} onClick=${take}>${t("organizer.export_take")}<//></p>
    <${Disclosure} summary=${t("organizer.export_how")}>
      <pre class="tournament-command"><code>citadels tournament verify ${"cup.ndjson"}</code></pre>
    <//>
  <//>`;
}
