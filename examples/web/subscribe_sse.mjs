// Follows a table over server-sent events, without a library, through every break: nothing is missed or comes twice.
//
//   node subscribe_sse.mjs http://127.0.0.1:8000 game_...        (CITADELS_TOKEN: as a player)

import { pathToFileURL } from "node:url";

const DOCUMENT = `subscription Follow($table: ID!, $after: Int) {
  events(table: $table, after: $after) {
    type
    number
    events { number kind seat facts { json } }
    decision { seat kind n actions { text } }
  }
}`;
const FOR_GOOD = new Set(["not_found", "unauthenticated", "expired", "forbidden", "invalid", "too_complex"]);

/**
 * The frames of a table, from the number `after` on; without one, first a full view of where it stands.
 * @param {string} server
 * @param {string} table
 * @param {{ after?: number | null, credential?: string }} options
 */
export async function* follow(server, table, { after = null, credential } = {}) {
  for (let wait = 100; ; wait = Math.min(2 * wait, 5000)) {
    try {
      const body = { query: DOCUMENT, variables: { table, after } };
      for await (const { data, errors } of results(server, body, credential)) {
        if (errors) throw errors;
        wait = 100;
        after = data.events.number;
        yield data.events;
        if (data.events.type === "END") return;
      }
    } catch (fault) {
      // a list of errors is an answer; everything else is a break
      const code = Array.isArray(fault) ? fault[0].extensions?.code : "";
      if (FOR_GOOD.has(code)) throw new Error(code);
      console.warn(`${code || "no line"}: again in ${wait} ms`);
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** The results of one operation, as long as its connection lasts. */
async function* results(server, body, credential) {
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  if (credential) headers.authorization = `Bearer ${credential}`;
  const response = await fetch(`${server}/graphql`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
    yield await response.json(); // it was refused
    return;
  }
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const [, event] = /^event: (.*)$/m.exec(block) ?? [];
      if (event === "next") yield JSON.parse(/^data: (.*)$/m.exec(block)[1]);
      if (event === "complete") return;
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [server, table, after] = process.argv.slice(2);
  if (!table) throw new Error("say where, and which table: subscribe_sse.mjs http://127.0.0.1:8000 game_...");
  const options = { after: after ? Number(after) : null, credential: process.env.CITADELS_TOKEN };
  for await (const frame of follow(server, table, options)) {
    for (const { number, kind, seat, facts } of frame.events) {
      console.log(number, kind, seat ?? "-", JSON.stringify(facts.json));
    }
  }
}
