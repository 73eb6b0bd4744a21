/** Bots of one's own: made with a first credential, given more, retired. */
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { say } from "../core/toasts.mjs";
import { Badge, Button, Confirm, Disclosure, Field, Loading, Panel, Problem } from "../ui/index.mjs";
import { Credentials, Secret } from "./credential_list.mjs";
import { faultsOf } from "../tournament/form/form.mjs";
import { useQuery, useMutation } from "../core/query.mjs";
import { faultText } from "../tournament/tournament_text.mjs";

/** The panel. */
export function Bots() {
  const { data, problem, asking, again } = useQuery("MyBots", { first: 100 });
  const [name, setName] = useState("");
  const [about, setAbout] = useState("");
  const [fresh, setFresh] = useState("");
  const [retiring, setRetiring] = useState(/** @type {any} */ (null));
  const doing = useMutation();
  const bots = data?.bots?.nodes ?? [];
  const faults = doing.problem ? faultsOf(doing.problem).fields : {};
  const taken = doing.problem?.code === "name_taken" ? t("ui.problem_name_taken") : faultText(faults.name);
  const make = () => doing.run(async () => {
    const { makeBot } = await ask("MakeBot", { input: { name: name.trim(), about: about.trim() } });
    setFresh(/** @type {any} */ (makeBot).credential.secret ?? "");
    setName("");
    setAbout("");
    again();
  });
  const retire = () => doing.run(async () => {
    await ask("RetireBot", { input: { bot: retiring.id } });
    say(t("account.retired_done", { name: retiring.name }), "good");
    again();
  });
  return html`<${Panel} title=${t("account.your_bots")} id="bots">
    <p class="small quiet prose">${t("account.bots_told")}</p>
    <${Problem} problem=${problem} onRetry=${again} />
    ${asking && data === null && html`<${Loading} lines=${2} />`}
    <${Secret} secret=${fresh} onDone=${() => setFresh("")} />
    ${fresh !== "" && html`<p><code class="tournament-command">citadels bot run mybot.py</code></p>`}
    ${bots.map((one) => html`<${Disclosure} key=${one.account.id}
      summary=${html`${one.account.name}${" "}
        <${Badge} kind=${one.present ? "good" : "plain"}>${t(one.present ? "account.present" : "account.absent")}<//>`}>
      <div class="stack">
        <p class="row apart"><a href=${`/players/${one.account.id}`}>${t("account.profile")}</a>
          <${Button} size="small" kind="danger" onClick=${() => setRetiring(one.account)}>${t("account.retire")}
            <span class="hidden"> ${one.account.name}</span><//></p>
        <${Credentials} bot=${one.account} />
      </div>
    <//>`)}
    <${Disclosure} summary=${t("account.make_bot")} open=${data !== null && bots.length === 0 ? true : undefined}>
      <form class="stack" onSubmit=${(/** @type {Event} */ event) =>
        { event.preventDefault(); if (name.trim()) void make(); }}>
        <${Field} label=${t("account.bot_name")} value=${name} error=${taken} onInput=${setName} maxlength="40"
          autocomplete="off" />
        <${Field} label=${t("account.bot_about")} hint=${t("tournament.optional")} value=${about}
          error=${faultText(faults.about)} onInput=${setAbout} maxlength="400" />
        ${!taken && html`<${Problem} problem=${doing.problem} />`}
        <p><${Button} type="submit" kind="primary" busy=${doing.busy}
          refused=${name.trim() ? "" : t("tournament.fault.needed")}>${t("account.make_bot")}<//></p>
      </form>
    <//>
    <${Confirm} open=${retiring !== null} danger confirm="retire"
      title=${t("account.retire_sure", { name: retiring?.name ?? "" })} yes=${t("account.retire")} onYes=${retire}
        onClose=${() => setRetiring(null)}>
      <p>${t("account.retire_told")}</p>
    <//>
  <//>`;
}
