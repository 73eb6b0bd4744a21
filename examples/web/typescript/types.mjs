// Writes graphql-env.d.ts, from which gql.tada knows the schema:  node types.mjs [schema.graphql] [graphql-env.d.ts]
// With TypeScript 5 or 6, `npx gql.tada generate-output` writes the same.

import { readFileSync, writeFileSync } from "node:fs";
import { minifyIntrospection, outputIntrospectionFile } from "@gql.tada/internal";
import { buildSchema, introspectionFromSchema } from "graphql";

const [from = "../../../openapi/schema.graphql", to = "graphql-env.d.ts"] = process.argv.slice(2);
const schema = buildSchema(readFileSync(from, "utf8"));
const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
writeFileSync(to, outputIntrospectionFile(introspection, { fileType: to, shouldPreprocess: true }));
