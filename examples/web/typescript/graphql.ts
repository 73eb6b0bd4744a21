/** The schema's types for gql.tada: what each document answers follows from the document itself. */
import { initGraphQLTada } from "gql.tada";
import type { introspection } from "./graphql-env.d.ts";
import type { View } from "./notation.js";

export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: {
    /** Milliseconds since 1970. */
    Time: number;
    /** A number of milliseconds. */
    Millis: number;
    /** JSON of the notation: a view where it is asked for as `notation`. */
    JSON: View;
  };
}>();

export type { FragmentOf, ResultOf, VariablesOf } from "gql.tada";
export { readFragment } from "gql.tada";
