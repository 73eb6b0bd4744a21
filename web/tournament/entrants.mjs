/** Who takes part, and how one does: oneself, or a bot of one's own. */
import { ask } from "../core/graphql.mjs";
import { html, useState } from "../core/component.mjs";
import { t } from "../i18n/index.mjs";
import { account, ensureAccount } from "../core/session.mjs";
import { say } from "../core/toasts.mjs";
import { Badge, Button, Confirm, Empty, Field, Panel, Problem } from "../ui/index.mjs";
import { useQuery, useMutation } from "../core/query.mjs";
import { ended } from "./tournament_state.mjs";
import { entrantName, conditionsText, tournamentProblem, whyText, wordOf } from "./tournament_text.mjs";
import { EntrantLink } from "./player_link.mjs";

/**
 * The list of entrants, and taking part.
 * @param {{ tournament: any, status: string, organizer: boolean, put: (tournament: any) => void }} props
 */
export function Entrants({ tournament, status, organizer, put }) {
  const [leaving, setLeaving] = useState(/** @type {any} */ (null));
  const [why, setWhy] = useState("");
  const doing = useMutation();
  const me = account.value;
  const mayWithdraw = (/** @type {any} */ one) =>
    one.withdrawn === null && !ended(status)
      && (organizer || (me !== null && (one.entrant === me.id || one.owner === me.id)));
  const withdraw = () => doing.run(async () => {
    const input = { tournament: tournament.id, entrant: leaving.entrant, why: why.trim() || null };
    const { withdrawEntrant } = await ask("WithdrawEntrant", { input });
    put(/** @type {any} */ (withdrawEntrant).tournament);
    say(t("tournament.withdrawn_done", { name: entrantName(leaving) }), "good");
  });
  return html`<div class="stack loose">
    ${!ended(status) && html`<${TakePart} tournament=${tournament} put=${put} />`}
    <${Panel} title=${t("tournament.entrants")} aside=${html`<${Badge}>${tournament.entrants.length}<//>`}>
      <${Problem} problem=${tournamentProblem(doing.problem)} />
      ${tournament.entrants.length === 0 && html`<${Empty} title=${t("tournament.no_entrants")} />`}
      <ul class="plain tournament-entrants">
        ${tournament.entrants.map((/** @type {any} */ one) => html`<li key=${one.entrant}>
          <span class="grow"><${EntrantLink} entrant=${one} /> <span class="small quiet">${wordOf("entrant", one.kind)}</span>
            ${one.withdrawn !== null
              && html` <${Badge} kind="bad">${t("tournament.withdrawn")}<//>${" "}
                <span class="small quiet">${whyText(one.withdrawn)}</span>`}</span>
          ${mayWithdraw(one) && html`<${Button} size="small" kind="quiet" onClick=${() => setLeaving(one)}>
            ${t("tournament.withdraw")}<span class="hidden"> ${entrantName(one)}</span><//>`}
        </li>`)}
      </ul>
    <//>
    <${Confirm} open=${leaving !== null} danger title=${t("tournament.withdraw_sure", { name: leaving ? entrantName(leaving) : "" })}
      yes=${t("tournament.withdraw")}
      confirm="withdraw" onYes=${withdraw} onClose=${() => setLeaving(null)}>
      <div class="stack">
        <p>${status === "ENTRY" ? t("tournament.withdraw_early")
          : `${wordOf("withdrawal", tournament.settings.withdrawal)} · ${wordOf("emptySeat",
            tournament.settings.emptySeat)}`}</p>
        <${Field} label=${t("tournament.reason_optional")} value=${why} onInput=${setWhy} maxlength="200" />
      </div>
    <//>
  </div>`;
}

/**
 * The ways to take part that are open to whoever looks.
 * @param {{ tournament: any, put: (tournament: any) => void }} props
 */
function TakePart({ tournament, put }) {
  const doing = useMutation();
  const me = account.value;
  const mine = useQuery("MyBots", me === null || me.kind.toLowerCase() === "bot" ? null : { first: 100 });
  const kinds = tournament.conditions.kinds.map((/** @type {string} */ one) => one.toLowerCase());
  const there = new Set(tournament.entrants.filter((/** @type {any} */ one) =>
    one.withdrawn === null).map((/** @type {any} */ one) => one.entrant));
  const bots = (mine.data?.bots?.nodes ?? []).filter((one) => !there.has(one.account.id));
  const enter = (/** @type {string | null} */ bot) => doing.run(async () => {
    if (bot === null) await ensureAccount();
    const { enterTournament } = await ask("EnterTournament", { input: { tournament: tournament.id, account: bot } });
    put(/** @type {any} */ (enterTournament).tournament);
    say(t("tournament.entered_done"), "good");
  });
  const open = tournament.entryOpen;
  const myself = me === null ? kinds.includes("guest") : kinds.includes(me.kind.toLowerCase());
  return html`<${Panel} title=${t("tournament.take_part")}>
    <p class="tournament-sentence">${open ? conditionsText(tournament.conditions) : t("tournament.entry_closed")}</p>
    <${Problem} problem=${tournamentProblem(doing.problem)} />
    ${open && html`<div class="row">
      ${myself && (me === null || !there.has(me.id))
        && html`<${Button} busy=${doing.busy} kind="primary" onClick=${() => enter(null)}>${t("tournament.enter_me")}<//>`}
      ${me !== null && there.has(me.id) && html`<${Badge} kind="good">${t("tournament.you_are_in")}<//>`}
      ${kinds.includes("bot") && bots.map((one) =>
        html`<${Button} key=${one.account.id} busy=${doing.busy} onClick=${() => enter(one.account.id)}>
        ${t("tournament.enter_bot", { name: one.account.name })}<//>`)}
    </div>`}
    ${open && kinds.includes("bot") && html`<div class="small quiet prose stack tight">
      <p>${t("tournament.enter_by_command")}</p>
      <p><code class="tournament-command">citadels bot run mybot.py --tournament ${tournament.id}</code></p>
      <p><a href="/credentials">${t("tournament.make_a_bot")}</a></p>
    </div>`}
  <//>`;
}
