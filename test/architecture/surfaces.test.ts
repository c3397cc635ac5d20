/**
 * Every option on every surface: the library, a worker, HTTP by POST and GET, the
 * OpenAPI document, the client and the command line have it, or the declaration
 * gives the reason why not.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCommandRunner } from "../../apps/cli/command-runner.contract.ts";
import { search } from "../../apps/cli/search.ts";
import { suggest } from "../../apps/cli/suggest.ts";
import { createOpenApi } from "../../apps/server/openapi.ts";
import { ROUTES } from "../../apps/server/routes/index.ts";
import { validateInput } from "../../apps/server/validate-input.ts";
import {
  type ApiOption,
  HIGHLIGHT_OPTIONS,
  type HttpSearchOptions,
  type OptionTable,
  type OptionType,
  RESULT_OPTIONS,
  SCORING_OPTIONS,
  type SearchOptions,
  SIMILAR_OPTIONS,
  SNIPPET_OPTIONS,
  SUGGEST_OPTIONS,
  type Surface,
} from "../../src/api/index.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { SUMMARIES } from "../../src/api/summaries.generated.ts";
import { openIndex, type SearchIndex } from "../../src/search/index.ts";
import { call, open } from "../../src/search/worker/index-tasks.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { createJsonRequest, openSmallServer, type SmallServer } from "../server/small-server.ts";

const SEARCH_OPTIONS: OptionTable = { ...SCORING_OPTIONS, ...RESULT_OPTIONS };
const TABLES: Readonly<Record<string, OptionTable>> = {
  ...{ SCORING: SCORING_OPTIONS, RESULT: RESULT_OPTIONS, SNIPPET: SNIPPET_OPTIONS },
  ...{ HIGHLIGHT: HIGHLIGHT_OPTIONS, SUGGEST: SUGGEST_OPTIONS, SIMILAR: SIMILAR_OPTIONS },
};

/** A value of each type, in JSON. */
const SAMPLES: Readonly<Record<Exclude<OptionType, "choice">, unknown>> = {
  ...{ flag: true, integer: 1, count: 5, milliseconds: 1000, tag: "b", cursor: "x", field: "f" },
  ...{ names: ["title"], words: ["the"], synonyms: "a => b", ranker: "bm25", fields: ["title"] },
  ...{ vector: [1, 0], weights: "w1", rerank: "m1", filter: { price: 3 }, sort: "score" },
  ...{ facets: ["price"], snippet: { words: 5 }, highlight: { words: 5 } },
};
const sample = ({ type, choices = [] }: ApiOption): unknown =>
  type === "choice" ? choices.at(-1) : SAMPLES[type];

const UNKNOWN = /has no option|is not known|unknown option/;
const UNDECLARED: ApiOption = { type: "flag" };

let server: SmallServer;
let index: SearchIndex;
let worker: number;
const typeCommand = createCommandRunner(new MemoryFiles(), [search, suggest]);

beforeAll(async () => {
  server = await openSmallServer();
  index = await openIndex(`${server.folder}/recipes`);
  worker = await open({ folder: `${server.folder}/recipes` });
});
afterAll(async () => {
  await index.close();
  await server.close();
});

const readMessage = (error: unknown): string => (error as Error).message;

/** What a surface says of a search with one option: a message of its own, or nothing. */
const ASK: Readonly<Record<Surface, (name: string, declaration: ApiOption) => Promise<string>>> = {
  library: (name, declaration) =>
    index.search("egg", { [name]: sample(declaration) }).then(() => "", readMessage),
  worker: (name, declaration) =>
    call({ index: worker, method: "search", args: ["egg", { [name]: sample(declaration) }] }).then(
      () => "",
      readMessage,
    ),
  post: async (name, declaration) => {
    const body = { query: "egg", [name]: sample(declaration) };
    const path = "/indexes/recipes/search";
    return (await server.app.request(path, createJsonRequest("POST", body))).text();
  },
  get: async (name, declaration) => {
    const value = sample(declaration);
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    const address = new URLSearchParams({ q: "egg", [name]: text });
    return (await server.app.request(`/indexes/recipes/search?${address}`)).text();
  },
  cli: async (name, { cli, type, choices = [] }) => {
    const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const isSwitch =
      choices.includes(true) || ["flag", "count", "snippet", "highlight"].includes(type);
    const value = isSwitch ? [] : [String(sample({ type, choices }))];
    const argv = ["search", `${server.folder}/recipes`, "egg", `--${cli?.flag ?? kebab}`];
    return (await typeCommand(...argv, ...value)).note;
  },
};

describe.each(Object.keys(ASK) as Surface[])("%s", (surface) => {
  test.each(Object.entries(SEARCH_OPTIONS))("has %s, or the reason", async (name, declaration) => {
    const reason = declaration.not?.[surface];
    const message = await ASK[surface](name, declaration);
    if (reason === undefined) expect(message).not.toMatch(UNKNOWN);
    else expect([reason.length > 5, UNKNOWN.test(message)]).toEqual([true, true]);
  });

  test("refuses an option that is not declared", async () => {
    expect(await ASK[surface]("frobnicate", UNDECLARED)).toMatch(UNKNOWN);
  });
});

describe("the OpenAPI document", () => {
  const { paths } = createOpenApi(ROUTES, "1") as unknown as {
    readonly paths: Readonly<
      Record<
        string,
        Readonly<
          Record<
            string,
            {
              readonly parameters?: readonly {
                readonly name: string;
                readonly description: string;
              }[];
              readonly requestBody?: {
                readonly content: Readonly<
                  Record<
                    string,
                    {
                      readonly schema: {
                        readonly properties: Readonly<Record<string, { description?: string }>>;
                      };
                    }
                  >
                >;
              };
            }
          >
        >
      >
    >;
  };

  test.each(Object.values(OPERATIONS).filter(({ options }) => options !== undefined))(
    "documents every option of $method $path",
    ({ method, path, options = [] }) => {
      const operation = paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
      const properties =
        operation?.requestBody?.content["application/json"]?.schema.properties ?? {};
      for (const table of options) {
        const surface = method === "GET" ? "get" : "post";
        for (const [name, { not }] of Object.entries(TABLES[table] as OptionTable)) {
          if (not?.[surface] !== undefined) continue;
          const parameter = operation?.parameters?.find((each) => each.name === name);
          const text = method === "GET" ? parameter?.description : properties[name]?.description;
          expect(text, name).toBe(SUMMARIES[table]?.[name]);
        }
      }
    },
  );
});

test("every option has documentation whose first sentence fits a line of help", () => {
  for (const [table, options] of Object.entries(TABLES)) {
    for (const name of Object.keys(options)) {
      const [sentence = ""] = (SUMMARIES[table]?.[name] ?? "").split(/\.(?:\s|$)/);
      expect(sentence.length, `${table} ${name}`).toBeGreaterThan(8);
      expect(sentence.length, `${table} ${name}`).toBeLessThan(110);
    }
    expect(Object.keys(SUMMARIES[table] ?? {})).toEqual(Object.keys(options));
  }
});

test("the types of the library and of the client have every option", () => {
  type Names = keyof typeof SCORING_OPTIONS | keyof typeof RESULT_OPTIONS;
  type HasAll<Options> = [Exclude<Names, keyof Options>] extends [never] ? true : false;
  const hasAll: [HasAll<SearchOptions>, HasAll<HttpSearchOptions>] = [true, true];
  expect(hasAll).toEqual([true, true]);
});

test("the command line completes with every option of suggest", async () => {
  const names = suggest.options.flatMap(({ name, alias = name }) => [name, alias]);
  expect(names).toEqual(["top", "limit"]);
});

test("every operation has one route, and its example is a valid request", () => {
  const addresses = ROUTES.map(({ method, path }) => `${method} ${path}`).sort();
  const declared = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
  expect(addresses).toEqual(declared.sort());
  for (const { example, body, path } of ROUTES) {
    if (example === undefined) continue;
    expect(body, path).toBeDefined();
    if (body !== undefined) expect(() => validateInput(body, example, path)).not.toThrow();
  }
});
