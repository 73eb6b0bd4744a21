// GraphiQL on the service's own door: queries and mutations by POST, subscriptions by server-sent events.
import { authorization, fillBar } from "./bar.mjs";
import { results } from "./events.mjs";
import { meant } from "./operations.mjs";

/** @typedef {{ query: string, variables?: unknown, operationName?: string | null }} Asked */

/**
 * What GraphiQL asks with.
 * @param {Asked} asked
 * @param {{ headers?: Record<string, string> }} [options]
 */
async function fetcher(asked, options = {}) {
  const { kind, name } = meant(asked.query, asked.operationName);
  const stream = kind === "subscription";
  const stop = new AbortController();
  const answer = await fetch("/graphql", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: stream ? "text/event-stream" : "application/graphql-response+json",
      ...authorization(),
      ...options.headers,
    },
    body: JSON.stringify({ ...asked, operationName: name || undefined }),
    signal: stop.signal,
  });
  const events = answer.headers.get("Content-Type")?.startsWith("text/event-stream");
  return events && answer.body ? results(answer.body, stop) : answer.json();
}

/** A table to follow in the examples: one whose game is running, else the one whose game ended last; "" where there is none. */
async function someTable() {
  const query = `query Some {
    tables(first: 1, status: RUNNING) { nodes { id } }
    over: tables(first: 1, status: OVER) { nodes { id } }
  }`;
  const { data } = await fetcher({ query });
  return [...(data?.tables?.nodes ?? []), ...(data?.over?.nodes ?? [])][0]?.id ?? "";
}

async function start() {
  fillBar();
  const place = /** @type {HTMLElement} */ (document.getElementById("console"));
  const [examples, table] = await Promise.all([
    fetch(`${place.dataset.base}pages/consoles/examples.json`).then((answer) => answer.json()),
    someTable().catch(() => ""),
  ]);
  const defaultTabs = examples.map((/** @type {any} */ one) => ({
    query: one.query.join("\n"),
    variables: one.variables ? JSON.stringify(one.variables, null, 2).replace("{table}", table) : null,
  }));
  place.replaceChildren();
  ReactDOM.createRoot(place).render(
    React.createElement(GraphiQL, { fetcher, defaultTabs, defaultEditorToolsVisibility: "variables" }),
  );
}

start();
