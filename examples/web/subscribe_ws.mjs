// Follows a table over a WebSocket, through every break of the connection: nothing is missed, and nothing comes twice.
//
//   node --experimental-websocket subscribe_ws.mjs http://127.0.0.1:8000 game_...        (CITADELS_TOKEN: as a player)

import { pathToFileURL } from "node:url";
import { createClient } from "graphql-ws";

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
  const client = createClient({
    url: `${server.replace(/^http/, "ws")}/graphql`,
    connectionParams: credential ? { authorization: `Bearer ${credential}` } : {},
    retryAttempts: 0, // its own attempts would ask from the same number again; ours ask from the last one on
  });
  try {
    for (let wait = 100; ; wait = Math.min(2 * wait, 5000)) {
      try {
        for await (const { data, errors } of client.iterate({ query: DOCUMENT, variables: { table, after } })) {
          if (errors) throw errors;
          wait = 100;
          after = data.events.number;
          yield data.events;
          if (data.events.type === "END") return;
        }
      } catch (fault) {
        // a list of errors is an answer, a close with 4403 is one about the credential; everything else is a break
        const code = Array.isArray(fault) ? fault[0].extensions?.code : fault.code === 4403 ? "unauthenticated" : "";
        if (FOR_GOOD.has(code)) throw new Error(code);
        console.warn(`${code || "no line"}: again in ${wait} ms`);
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  } finally {
    await client.dispose();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [server, table, after] = process.argv.slice(2);
  if (!table) throw new Error("say where, and which table: subscribe_ws.mjs http://127.0.0.1:8000 game_...");
  const options = { after: after ? Number(after) : null, credential: process.env.CITADELS_TOKEN };
  for await (const frame of follow(server, table, options)) {
    for (const { number, kind, seat, facts } of frame.events) {
      console.log(number, kind, seat ?? "-", JSON.stringify(facts.json));
    }
  }
}
