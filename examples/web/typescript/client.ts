/** An urql client of the service: queries and mutations by fetch, subscriptions over one WebSocket. */
import { Client, fetchExchange, subscriptionExchange } from "@urql/core";
import { createClient } from "graphql-ws";

export function connect(server: string, credential?: string): { client: Client; close: () => void } {
  const authorization = credential === undefined ? undefined : `Bearer ${credential}`;
  const socket = createClient({
    url: `${server.replace(/^http/, "ws")}/graphql`,
    connectionParams: authorization === undefined ? {} : { authorization },
    retryAttempts: 0, // `follow` begins again itself, with the number that it has come to
  });
  const client = new Client({
    url: `${server}/graphql`,
    preferGetMethod: false,
    fetchOptions: () => (authorization === undefined ? {} : { headers: { authorization } }),
    exchanges: [
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe({ query: query ?? "", variables }, sink),
          }),
        }),
      }),
      fetchExchange,
    ],
  });
  return { client, close: () => void socket.dispose() };
}
