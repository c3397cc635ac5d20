import * as v from "valibot";
import { expect, test } from "vitest";
import { createResponseSchemas } from "../../scripts/response-schemas.mjs";
import { OPERATIONS, type OperationName } from "../../src/api/operations.ts";
import { SYSTEM_SEARCH_OPTIONS } from "../../src/api/requests.ts";
import { RESPONSE_SCHEMAS, RESPONSES } from "../../src/api/response-schemas.generated.ts";
import { SUMMARIES } from "../../src/api/summaries.generated.ts";
import { createNamedSchema } from "./response-schemas.ts";

test("an interface becomes a JSON Schema", () => {
  const text = `/** A pair. */
export interface Pair<Doc = Any> extends Base {
  /** The first. */
  readonly first: readonly (Count | null)[];
  readonly rest?: Readonly<Record<string, { readonly a: "x" | "y"; readonly b: Other }>>;
}
export interface Base {
  readonly id: string;
}
`;
  const { schemas, responses } = createResponseSchemas({
    ...{ interfaces: [text], aliases: {}, operations: [["pairs", "readonly Pair[]"] as const] },
  });
  const nested = { a: { enum: ["x", "y"] }, b: {} };
  const count = { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] };
  expect(responses).toEqual({
    pairs: { type: "array", items: { $ref: "#/components/schemas/Pair" } },
  });
  expect(schemas).toEqual({
    Pair: {
      ...{ description: "A pair.", type: "object", required: ["id", "first"] },
      properties: {
        id: { type: "string" },
        first: { type: "array", items: count, description: "The first." },
        rest: {
          type: "object",
          additionalProperties: { type: "object", properties: nested, required: ["a", "b"] },
        },
      },
    },
  });
});

test("every operation has the schema of its response, and every reference a target", () => {
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    expect(RESPONSES[name], name).toBeDefined();
  }
  const text = JSON.stringify([RESPONSES, RESPONSE_SCHEMAS]);
  for (const [, name = ""] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
    expect(RESPONSE_SCHEMAS[name], name).toBeDefined();
  }
});

test("the schema of a system derives from the search options that its type picks", () => {
  const { properties } = RESPONSE_SCHEMAS.System as { properties: Record<string, object> };
  expect(Object.keys(properties)).toEqual([...SYSTEM_SEARCH_OPTIONS]);
  const describe = (name: string) => ({ description: SUMMARIES.SYSTEM?.[name] });
  expect(properties).toEqual({
    ranker: { type: "string", ...describe("ranker") },
    weights: { type: "string", ...describe("weights") },
    rerank: { type: "string", ...describe("rerank") },
    depth: { type: "integer", minimum: 0, ...describe("depth") },
  });
  expect(JSON.stringify(RESPONSE_SCHEMAS.ExplainResponse)).toContain("schemas/System");
});

test("a value that lacks a property is refused", () => {
  const job = { id: "a", index: "b", kind: "learn", state: "done", created: "", progress: [] };
  const isJob = (value: object) => v.safeParse(createNamedSchema("Job"), value).success;
  expect(isJob({ ...job, points: [] })).toBe(true);
  expect(isJob(job)).toBe(false);
  expect(isJob({ ...job, points: [], state: "gone" })).toBe(false);
  expect(isJob({ ...job, points: [{ series: "loss", x: "1", y: 2 }] })).toBe(false);
});
