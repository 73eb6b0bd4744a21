/** A guest, a table with two bots, and the first moves, in four calls that the description types.
 *
 *     node dist/play.js http://127.0.0.1:8000 3        (how many moves)
 */
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

const [server, moves = "3"] = process.argv.slice(2);
if (!server) throw new Error("say where: npm run play -- http://127.0.0.1:8000");
const client = createClient<paths>({ baseUrl: server });

/** What was answered; a refusal is thrown, with its code. */
function answered<T>({ data, error }: { data?: T; error?: components["schemas"]["Problem"] }): T {
  if (data === undefined) throw new Error(error ? `${error.code}: ${error.detail}` : "no answer");
  return data;
}

const guest = answered(await client.POST("/v1/guests", { body: {} }));
const headers = { authorization: `Bearer ${guest.credential.secret}` };
const made = answered(
  await client.POST("/v1/tables", {
    headers,
    body: { players: 3, seats: [{ kind: "you" }, { kind: "ai", level: "greedy" }, { kind: "ai" }] },
  }),
);

const path = { table: made.id };
for (let left = Number(moves); left > 0; ) {
  const { decision, view } = answered(await client.GET("/v1/tables/{table}/position", { headers, params: { path } }));
  const first = decision?.actions?.[0];
  if (!decision || !first) {
    await new Promise((done) => setTimeout(done, 100)); // the bots are at it
    continue;
  }
  const gold: number | undefined = view.seats?.[decision.seat]?.gold;
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const told = answered(
    await client.POST("/v1/tables/{table}/actions", {
      headers,
      params: { path, header: key },
      body: { n: decision.n, action: first.text },
    }),
  );
  console.log(`${decision.n} ${first.text}: ${told.outcome}, with ${gold} gold`);
  left -= 1;
}
