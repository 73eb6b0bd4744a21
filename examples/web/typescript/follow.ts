/** A table, live: frames one after the other, through every break of the connection. */
import type { Client, CombinedError } from "@urql/core";
import { graphql, type ResultOf } from "./graphql.js";

export const Follow = graphql(`
  subscription Follow($table: ID!, $after: Int) {
    events(table: $table, after: $after, positions: true) {
      type
      number
      events { number kind seat }
      position { status notation }
      decision { seat kind n actions { text } }
    }
  }
`);

export type Frame = ResultOf<typeof Follow>["events"];

const FOR_GOOD = new Set<unknown>(["not_found", "unauthenticated", "expired", "forbidden", "invalid", "too_complex"]);

/** Calls `take` with every frame until the game is over: no event is missing, and none comes twice. */
export async function follow(client: Client, table: string, take: (frame: Frame) => void): Promise<void> {
  let after: number | null = null;
  for (let wait = 100; ; wait = Math.min(2 * wait, 5000)) {
    const over = await new Promise<boolean>((ended, failed) => {
      const { unsubscribe } = client.subscription(Follow, { table, after }).subscribe(({ data, error, hasNext }) => {
        if (error) {
          const code = error.graphQLErrors[0]?.extensions["code"] ?? (isTurnedAway(error) ? "unauthenticated" : "no line");
          if (FOR_GOOD.has(code)) return failed(new Error(String(code)));
          console.warn(`${String(code)}: again in ${wait} ms`);
          ended(false);
        } else if (data) {
          wait = 100;
          after = data.events.number;
          take(data.events);
          if (data.events.type === "END") {
            queueMicrotask(() => unsubscribe());
            ended(true);
          }
        }
        if (hasNext === false) ended(false);
      });
    });
    if (over) return;
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** Whether the socket was closed because of its credential. */
function isTurnedAway({ networkError }: CombinedError): boolean {
  return networkError !== undefined && "code" in networkError && networkError.code === 4403;
}
