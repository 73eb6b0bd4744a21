/**
 * A guest becomes an account with a name, and comes back by the recovery code. Secrets live in the component and go
 * with it.
 */
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { account, become, credential } from "../core/session.mjs";
import { say } from "../core/toasts.mjs";
import { Button, Check, Copy, Dialog, Field, Problem } from "../ui/index.mjs";
import { faultsOf } from "../tournament/form/form.mjs";
import { useMutation } from "../core/query.mjs";
import { faultText } from "../tournament/tournament_text.mjs";

/** Whether somebody is here under a name of his own. */
export function named() {
  return account.value !== null && account.value.kind.toLowerCase() !== "guest";
}

/**
 * Take a name: the guest keeps his games; who is nobody yet becomes somebody. The recovery code is told once.
 * @param {{ told?: any }} props  why a name is needed
 */
export function TakeName({ told }) {
  const [name, setName] = useState("");
  const [recovery, setRecovery] = useState("");
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const doing = useMutation();
  const guest = account.value !== null && credential.value !== null;
  const take = () => doing.run(async () => {
    const input = { name: name.trim() };
    const made = guest ? (await ask("ClaimAccount", { input })).claimAccount : (await ask("MakeAccount",
      { input })).makeAccount;
    setAnswer(made);
    setRecovery(/** @type {any} */ (made).recovery ?? "");
  });
  const done = () => {
    if (answer !== null) become(answer.account, answer.credential.secret);
    setRecovery("");
    setAnswer(null);
    say(t("account.you_are_now", { name: name.trim() }), "good");
  };
  const found = doing.problem ? faultsOf(doing.problem) : null;
  const wrong = doing.problem?.code === "name_taken" ? t("ui.problem_name_taken") : faultText(found?.fields.name);
  return html`<form class="stack" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void take(); }}>
    ${told && html`<p>${told}</p>`}
    <div class="row tournament-inline">
      <${Field} label=${t("account.your_name")} hint=${t("account.your_name_hint")} error=${wrong} value=${name}
        onInput=${setName} maxlength="32" autocomplete="username" class="grow" />
      <${Button} type="submit" kind="primary" busy=${doing.busy}
        refused=${name.trim() === "" ? t("tournament.fault.needed") : ""}>${t("account.take_name")}<//>
    </div>
    ${!wrong && html`<${Problem} problem=${doing.problem} />`}
    <${Recovery} code=${recovery} onDone=${done} />
  </form>`;
}

/**
 * The recovery code, once: the way on opens when one says that it is kept.
 * @param {{ code: string, onDone: () => void }} props
 */
export function Recovery({ code, onDone }) {
  const [kept, setKept] = useState(false);
  const done = () => {
    if (code) onDone();
    setKept(false);
  };
  return html`<${Dialog} open=${code !== ""} title=${t("account.recovery")} onClose=${done} held=${!kept}
    actions=${html`<${Button} kind="primary" refused=${kept ? "" : t("account.recovery_first")}
      onClick=${done}>${t("account.go_on")}<//>`}>
    <div class="stack">
      <p>${t("account.recovery_told")}</p>
      <p class="tournament-secret" id="recovery"><${Copy} text=${code} label=${t("account.recovery")} /></p>
      <${Check} label=${t("account.recovery_kept")} checked=${kept} onChange=${setKept} />
    </div>
  <//>`;
}

/** Come back into an account by its recovery code, which is used up: a new one is told. */
export function Recover() {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [fresh, setFresh] = useState("");
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const doing = useMutation();
  const recover = () => doing.run(async () => {
    const { recoverAccount } = await ask("RecoverAccount", { input: { name: name.trim(), recovery: code.trim() } });
    setAnswer(recoverAccount);
    setFresh(/** @type {any} */ (recoverAccount).recovery ?? "");
    setCode("");
  });
  const done = () => {
    if (answer !== null) become(answer.account, answer.credential.secret);
    setFresh("");
    setAnswer(null);
  };
  return html`<form class="stack"
    onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void recover(); }}>
    <p class="small quiet">${t("account.recover_told")}</p>
    <${Field} label=${t("account.account_name")} value=${name} onInput=${setName} autocomplete="username" />
    <${Field} label=${t("account.recovery")} value=${code} onInput=${setCode} autocomplete="off" spellcheck="false" />
    ${doing.problem?.code === "unauthenticated"
      ? html`<p class="field-error" role="alert">${t("account.recover_wrong")}</p>`
      : html`<${Problem} problem=${doing.problem} />`}
    <p><${Button} type="submit" busy=${doing.busy}
      refused=${name.trim() && code.trim() ? "" : t("tournament.fault.needed")}>${t("account.recover")}<//></p>
    <${Recovery} code=${fresh} onDone=${done} />
  </form>`;
}
