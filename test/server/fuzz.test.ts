/**
 * Malformed requests for every route of the OpenAPI document: random methods, names, parameters,
 * headers and bodies, including valid ones with one part changed. Each gets a status below 500, and
 * a refusal has a code and a message. TERMWISE_FUZZ_REQUESTS and TERMWISE_FUZZ_SEED set their
 * number and seed.
 */

import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Keys } from "../../apps/server/access/api-keys.ts";
import { ALL_ROUTES } from "../../apps/server/all-routes.ts";
import { createOpenApi } from "../../apps/server/openapi.ts";
import { createResponseSchema } from "../../apps/server/response-schemas.ts";
import { defined } from "../../src/common/defined.ts";
import { Random } from "../../src/common/random.ts";
import { createIndex } from "../../src/search/index.ts";
import { openSmallServer, type SmallServer } from "./small-server.ts";

const REQUESTS = Number(process.env.TERMWISE_FUZZ_REQUESTS ?? 2000);
const SEED = Number(process.env.TERMWISE_FUZZ_SEED ?? 1);

/** Without keys, the first request that creates one would lock out all others. */
const ADMIN = "a".repeat(32);

let server: SmallServer;
beforeAll(async () => {
  // A real learning job would take seconds per hundred requests; here it fails for lack of
  // judgements.
  server = await openSmallServer({
    keys: new Keys().with(ADMIN, "admin", "admin"),
    limits: { waitingJobs: 2 },
  });
});
afterAll(() => server.close());

type Json = Record<string, unknown>;
interface Operation {
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly { name: string; in: string; schema: Json }[];
  readonly body: Json | undefined;
}

function listOperations(): Operation[] {
  const { paths } = createOpenApi(ALL_ROUTES, "1") as {
    paths: Record<string, Record<string, Json>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const content = (requestBody as { content: Record<string, { schema: Json }> } | undefined)
        ?.content;
      return {
        ...{
          path,
          method: method.toUpperCase(),
          body: content && Object.values(content)[0]?.schema,
        },
        parameters: parameters as Operation["parameters"],
      };
    }),
  );
}

const HOSTILE: readonly unknown[] = [
  ...[
    "",
    " ",
    "\u0000",
    "egg",
    "eggs",
    "recipes",
    "../..",
    "__proto__",
    "constructor",
    "\ud800",
    "é".repeat(300),
  ],
  ...[
    "x".repeat(9000),
    "bm25(k1=-1)",
    "bm25(k1=1e999)",
    "lm",
    "rm3",
    "sdm",
    "fdm",
    "bm25(",
    '"',
    "+-~*",
    "a* b~ -c",
  ],
  ...[
    0,
    1,
    -1,
    0.5,
    1e308,
    -1e308,
    2 ** 53,
    10,
    1000,
    true,
    false,
    null,
    [],
    {},
    [[]],
    [null],
    { a: { b: { c: 1 } } },
  ],
  ...[
    { __proto__: null, constructor: 1 },
    { or: [{}] },
    { not: {} },
    { price: { lt: 3 } },
    { price: { in: [2] } },
  ],
];

/**
 * The share of optional properties in a request: a third of all, about three, or none. Requests
 * with many properties are refused nearly always, for one of them.
 */
function chooseShare(random: Random, count: number): number {
  return [1 / 3, Math.min(1 / 3, 3 / count), 0][random.below(3)] as number;
}

/** A value by a JSON Schema, mostly; sometimes any other. */
function createValue(random: Random, schema: Json | undefined, depth = 0): unknown {
  const pick = <T>(items: readonly T[]): T => items[random.below(items.length)] as T;
  if (schema === undefined || random.below(8) === 0 || depth > 6) return pick(HOSTILE);
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options !== undefined) return createValue(random, pick(options), depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return pick(schema.enum);
  switch (schema.type) {
    case "string":
      return pick([
        "egg",
        "recipes",
        "eggs",
        "bm25",
        "boiled egg",
        "x1",
        "5",
        "true",
        "{}",
        "nDCG@10",
      ]);
    case "number":
    case "integer":
      return pick([0, 1, 2, 3, 5, 10, 100, 1000]);
    case "boolean":
      return pick([true, false]);
    case "array":
      return Array.from({ length: random.below(4) }, () =>
        createValue(random, schema.items as Json, depth + 1),
      );
    default: {
      const entries = Object.entries((schema.properties ?? {}) as Record<string, Json>);
      const required = (schema.required ?? []) as string[];
      const share = chooseShare(random, entries.length);
      const includedEntries = entries.filter(
        ([name]) => required.includes(name) || random.uniform() < share,
      );
      const filledEntries = includedEntries.map(([name, inner]) => [
        name,
        createValue(random, inner, depth + 1),
      ]);
      if (random.below(10) === 0)
        filledEntries.push([pick(["x", "__proto__", "toString"]), pick(HOSTILE)]);
      return Object.fromEntries(filledEntries);
    }
  }
}

function toText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function createRequest(
  random: Random,
  { path, method, parameters, body }: Operation,
): [string, RequestInit] {
  const pick = <T>(items: readonly T[]): T => items[random.below(items.length)] as T;
  const part = (value: unknown): string =>
    encodeURIComponent(Buffer.from(toText(value)).toString());
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (random.below(6) === 0) return part(pick(HOSTILE)) || "x";
    return name === "name"
      ? pick(["recipes", "recipes", "recipes", "scratch", "none"])
      : pick(["eggs", "egg", "none"]);
  });
  const queryParameters = parameters.filter((each) => each.in === "query");
  const share = chooseShare(random, queryParameters.length);
  const search = queryParameters
    .filter(() => random.uniform() < share)
    .map(({ name, schema }) => `${name}=${part(createValue(random, schema))}`);
  const used =
    random.below(20) === 0 ? pick(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) : method;
  const headers: Record<string, string> = { authorization: `Bearer ${ADMIN}` };
  if (random.below(15) > 0) headers["content-type"] = "application/json";
  else
    headers["content-type"] = pick([
      "text/plain",
      "application/x-ndjson",
      "x",
      "application/json; charset=utf-16",
    ]);
  if (random.below(30) === 0) headers["content-encoding"] = pick(["gzip", "br", "deflate", "x"]);
  if (random.below(40) === 0) headers.origin = pick(["null", "http://evil.example"]);
  if (random.below(40) === 0) headers.authorization = pick(["Bearer x", "Basic eDp5", ""]);
  const isBodied =
    used !== "GET" && used !== "HEAD" && (body !== undefined || random.below(4) === 0);
  let text = isBodied ? JSON.stringify(createValue(random, body)) : undefined;
  if (text !== undefined && random.below(10) === 0)
    text = text.slice(0, random.below(text.length + 1));
  if (text !== undefined && random.below(50) === 0) text = "[".repeat(200) + text;
  const init = { method: used, headers, ...defined({ body: text }) };
  return [`${filled}${search.length > 0 ? `?${search.join("&")}` : ""}`, init];
}

test(`${REQUESTS} requests to all routes are answered without a server error`, {
  timeout: 900_000,
}, async () => {
  const all = listOperations();
  const random = new Random(SEED);
  const statuses = new Map<number, number>();
  const reached = new Set<string>();
  for (let i = 0; i < REQUESTS; i++) {
    const operation = all[i % all.length] as Operation;
    const [path, init] = createRequest(random, operation);
    const description = `seed ${SEED}, request ${i}: ${init.method} ${path} ${String(init.body).slice(0, 300)}`;
    const response = await server.app.request(path, init);
    const { status } = response;
    // Events continue until the job ends; the job here has failed or is cancelled.
    const text = await response.text();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 500) throw new Error(`${description}\n${server.log.at(-1)}`);
    expect(status === 503 || status < 500, description).toBe(true);
    if (status < 400) {
      reached.add(`${operation.method} ${operation.path}`);
      const isJson = response.headers.get("content-type") === "application/json";
      if (isJson) checkResponse(init.method ?? "", operation, text, description);
    } else if (init.method !== "HEAD") {
      const { code, message } = JSON.parse(text) as { code: string; message: string };
      expect(code, description).toMatch(/^[A-Z_]+$/);
      expect(message.length, description).toBeGreaterThan(8);
      expect(message, description).not.toContain(server.folder);
    }
    if (path.startsWith("/indexes/recipes") && init.method === "DELETE" && status === 204)
      await restore();
  }
  console.log(JSON.stringify(Object.fromEntries([...statuses].sort(([a], [b]) => a - b))));
  // Refusing everything must not pass: most routes have also succeeded.
  expect(reached.size).toBeGreaterThan(0.7 * all.length);
  expect(checkedRoutes.size).toBeGreaterThan(15);
  expect((await server.app.request("/health")).status).toBe(200);
});

/** Checks a response against the OpenAPI document. */
function checkResponse(
  method: string,
  { path }: Operation,
  text: string,
  description: string,
): void {
  const route = ALL_ROUTES.find(
    (each) => each.method === method && each.path.replaceAll(/:(\w+)/g, "{$1}") === path,
  );
  if (route?.response.schema === undefined) return;
  const result = v.safeParse(createResponseSchema(route.response.schema), JSON.parse(text));
  expect(
    result.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`),
    description,
  ).toBeUndefined();
  checkedRoutes.add(path);
}

const checkedRoutes = new Set<string>();

/** Restores the index after a request has deleted it. */
async function restore(): Promise<void> {
  const headers = { authorization: `Bearer ${ADMIN}` };
  const response = await server.app.request("/indexes/recipes", { headers });
  await response.text();
  if (response.status === 200) return;
  const index = await createIndex(join(server.folder, "recipes"), { positions: true });
  await index.add([{ id: "eggs", text: "boiled eggs", price: 3 }]);
  await index.close();
}
