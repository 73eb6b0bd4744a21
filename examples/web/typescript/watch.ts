/** Follows a table, and plays in it where a credential is given: the first legal action, each time.
 *
 *     node --experimental-websocket dist/watch.js http://127.0.0.1:8000 game_...        (CITADELS_TOKEN: as a player)
 */
import { connect } from "./client.js";
import { follow } from "./follow.js";
import { move } from "./moving.js";
import { lines } from "./notation.js";

declare const process: { argv: string[]; env: Record<string, string | undefined> };

const [server, table] = process.argv.slice(2);
if (!server || !table) throw new Error("say where, and which table: npm run watch -- http://127.0.0.1:8000 game_...");
const { client, close } = connect(server, process.env["CITADELS_TOKEN"]);
try {
  await follow(client, table, (frame) => {
    for (const event of frame.events) console.log(event.number, event.kind, event.seat ?? "-");
    if (frame.position) console.log(lines(frame.position.notation).join("\n"));
    const first = frame.decision?.actions?.[0];
    if (frame.decision && first) {
      void move(client, table, frame.decision.n, first.text).then((told) => console.log(`${first.text}: ${told}`));
    }
  });
} finally {
  close();
}
