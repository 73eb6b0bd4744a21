/** A move under a key: however often it is sent it is taken once, whatever became of the first answer. */
import type { Client } from "@urql/core";
import { graphql } from "./graphql.js";

export const Submit = graphql(`
  mutation Submit($input: SubmitInput!) {
    submit(input: $input) {
      __typename
      ... on SubmitPayload { number position { notation } }
      ... on Problem { code message }
      ... on ConflictProblem { n }
      ... on IllegalActionProblem { rule legal }
    }
  }
`);

/** What became of a move: done, or what stands in its way, in words. */
export async function move(client: Client, table: string, n: number, action: string): Promise<string> {
  const input = { table, n, actions: [{ text: action }], key: crypto.randomUUID() };
  for (;;) {
    const { data, error } = await client.mutation(Submit, { input }).toPromise();
    const code = error?.graphQLErrors[0]?.extensions["code"];
    if (error && (error.networkError || code === "unavailable" || code === "unknown_outcome")) {
      await new Promise((done) => setTimeout(done, 500)); // the same again, under the same key
      continue;
    }
    if (error) throw error;
    const told = data?.submit;
    switch (told?.__typename) {
      case "SubmitPayload":
        return `done: event ${told.number}`;
      case "ConflictProblem":
        return `the game has moved on to decision ${told.n}`;
      case "IllegalActionProblem":
        return `${told.message}; legal are ${told.legal.join(", ")}`;
      default:
        return told?.message ?? "no answer";
    }
  }
}
