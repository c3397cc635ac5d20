/**
 * Every option on every surface: the library, a worker, HTTP by POST and GET, the
 * OpenAPI document, the client, the command line and the page have it, or the
 * declaration gives the reason why not.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseArguments } from "../../apps/cli/arguments.ts";
import type { Command } from "../../apps/cli/command.ts";
import { discriminate } from "../../apps/cli/discriminate.ts";
import { explain } from "../../apps/cli/explain.ts";
import { facet } from "../../apps/cli/facet.ts";
import { run } from "../../apps/cli/run.ts";
import { search } from "../../apps/cli/search.ts";
import { settings } from "../../apps/cli/settings.ts";
import { suggest } from "../../apps/cli/suggest.ts";
import { train } from "../../apps/cli/train.ts";
import { trainEncoder } from "../../apps/cli/train-encoder.ts";
import { tune } from "../../apps/cli/tune.ts";
import { createOpenApi } from "../../apps/server/openapi.ts";
import { ROUTES } from "../../apps/server/routes/index.ts";
import { validateInput } from "../../apps/server/validate-input.ts";
import { createSearchRequest, SUGGESTIONS } from "../../apps/web/views/search/search-request.ts";
import { parseRelevanceFile, testRelevance } from "../../src/analysis/relevance/index.ts";
import {
  type ApiOption,
  type HttpSearchOptions,
  LIBRARY_OPERATIONS,
  type LibraryOperation,
  type LibraryOperationName,
  OPTION_TABLES,
  type OptionTable,
  type OptionTableName,
  type OptionType,
  type RESULT_OPTIONS,
  type SCORING_OPTIONS,
  type SETTINGS_OPTIONS,
  type SearchOptions,
  type Surface,
} from "../../src/api/index.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { SUMMARIES } from "../../src/api/summaries.generated.ts";
import { openIndex, type SearchIndex } from "../../src/search/index.ts";
import { call, open } from "../../src/search/worker/index-tasks.ts";
import type { TrainingSettings } from "../../src/training/index.ts";
import { createJsonRequest, openSmallServer, type SmallServer } from "../server/small-server.ts";

/** A value of each type, as the library takes it. */
const SAMPLES: Readonly<Record<Exclude<OptionType, "choice">, unknown>> = {
  ...{ flag: true, integer: 1, count: 5, milliseconds: 1000, tag: "b", cursor: "x", field: "f" },
  ...{
    names: ["title"],
    properties: ["title"],
    words: ["the"],
    synonyms: "a => b",
    ranker: "bm25",
    fields: ["title"],
  },
  ...{ vector: [1, 0], weights: "w1", rerank: "m1", filter: { price: 3 }, sort: "score" },
  ...{
    boosts: { field: "price", function: "log" },
    rules: [{ id: "r" }],
    facets: ["price"],
    snippet: { words: 5 },
    highlight: { words: 5 },
  },
  ...{ text: "x", rankerName: "bm25", measure: "nDCG@10", share: 0.5, rate: 0.1, numbers: [1] },
  ...{ vectors: "none", judged: [], modelOptions: {}, settings: {}, sampling: {} },
  ...{ vocabulary: {}, location: "folder", progress: () => {} },
  signal: new AbortController().signal,
  ...{ query: "egg", id: "eggs", ids: ["eggs"], name: "w1", measures: ["AP"], systems: [{}] },
  ...{ judgedQueries: [], grades: { eggs: 1 }, data: {}, file: "" },
};
const sample = ({ type, choices = [] }: ApiOption): unknown =>
  type === "choice" ? choices.at(-1) : SAMPLES[type];

const UNKNOWN = /has no option|is not known|unknown option/;

let server: SmallServer;
let index: SearchIndex;
let worker: number;

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

/** The arguments of a method before its options. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  ...{ search: ["egg"], suggest: ["egg"], explain: ["egg", "eggs"], similar: ["eggs"] },
  facetSearch: ["price", ""],
  ...{
    run: [[]],
    learn: [[]],
    learnAlpha: [[]],
    learnBoosts: [[]],
    train: ["knrm", []],
    trainEncoder: [[]],
  },
};
/** Paths of operations that are not named after their method. */
const PATHS: Readonly<Record<string, string>> = {
  ...{ similar: "documents/eggs/similar", facetSearch: "facets/price" },
};
const COMMANDS: Readonly<Record<string, Command>> = {
  ...{ search, suggest, explain, run, discriminate, tune, train, "train-encoder": trainEncoder },
  ...{ settings, facet },
};
/** The requests of the page, by operation. */
const PAGE: Readonly<Record<string, object>> = {
  search: createSearchRequest({
    ...{ query: "egg", limit: 10, system: { ranker: "bm25" }, facets: ["price"], filter: {} },
    choices: { prefix: true, fuzzy: false, fields: ["title"], sort: "price" },
  }),
  suggest: SUGGESTIONS,
};

type Operation = LibraryOperationName;
/** Calls an operation with one option. Returns the message of its failure, or nothing. */
type Ask = (operation: Operation, name: string, declaration: ApiOption) => Promise<string> | string;

const createBody = (operation: Operation, name: string, declaration: ApiOption): object => {
  const option = { [name]: sample(declaration) };
  if (operation === "learn") return { kind: "learn", ...option };
  if (operation === "train") return { kind: "train", model: "knrm", ...option };
  return operation === "explain"
    ? { query: "egg", id: "eggs", ...option }
    : { query: "egg", ...option };
};

const ASK: Readonly<Record<Surface, Ask>> = {
  library: async (operation, name, declaration) => {
    const isSetting = operation === "train" && name in OPTION_TABLES.SETTINGS;
    const option = { [name]: sample(declaration) };
    const args = [...(ARGUMENTS[operation] ?? []), isSetting ? { settings: option } : option];
    const method = index[operation] as (...values: unknown[]) => Promise<unknown>;
    return method.apply(index, args).then(() => "", readMessage);
  },
  worker: (operation, name, declaration) => {
    const args = [...(ARGUMENTS[operation] ?? []), { [name]: sample(declaration) }];
    const message = { index: worker, method: operation, args } as Parameters<typeof call>[0];
    return call(message).then(() => "", readMessage);
  },
  post: async (operation, name, declaration) => {
    const isJob = operation === "learn" || operation === "train";
    const path = `/indexes/:name/${isJob ? "jobs" : operation}`;
    const route = ROUTES.find((each) => each.method === "POST" && each.path === path);
    const body = createBody(operation, name, declaration);
    if (!isJob) {
      const address = path.replace(":name", "recipes");
      return (await server.app.request(address, createJsonRequest("POST", body))).text();
    }
    try {
      if (route?.body === undefined) return "no route";
      validateInput(route.body, body, "the body"); // a job that is started would run
      return "";
    } catch (error) {
      return readMessage(error);
    }
  },
  get: async (operation, name, declaration) => {
    const value = sample(declaration);
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    const isSimilar = operation === "similar";
    const path = PATHS[operation] ?? operation;
    const address = new URLSearchParams({ ...(isSimilar ? {} : { q: "egg" }), [name]: text });
    return (await server.app.request(`/indexes/recipes/${path}?${address}`)).text();
  },
  cli: (operation, name, { cli, type, choices = [] }) => {
    const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const isSwitch =
      choices.includes(true) || ["flag", "count", "snippet", "highlight"].includes(type);
    const value = isSwitch ? [] : [String(sample({ type, choices }))];
    const { command = "" }: LibraryOperation = LIBRARY_OPERATIONS[operation];
    try {
      parseArguments(COMMANDS[command] as Command, [`--${cli?.flag ?? kebab}`, ...value]);
      return "";
    } catch (error) {
      return readMessage(error);
    }
  },
  page: (operation, name) => (name in (PAGE[operation] ?? {}) ? "" : "unknown option"),
};

const CASES = (Object.keys(LIBRARY_OPERATIONS) as Operation[]).flatMap((operation) => {
  const { options, not, except }: LibraryOperation = LIBRARY_OPERATIONS[operation];
  return (Object.keys(ASK) as Surface[])
    .filter((surface) => options.length > 0 && not?.[surface] === undefined)
    .map((surface) => ({ operation, surface, options, except }));
});

describe.each(CASES)("$operation on the surface $surface", ({ operation, surface, ...rest }) => {
  const { options, except } = rest;
  const declared = options.flatMap((table) => Object.entries(OPTION_TABLES[table]));

  test.each(declared)("has %s, or the reason", async (name, declaration) => {
    if (surface === "cli" && name === "vocabulary") return; // the flag of that name is one setting of it
    const reason = declaration.not?.[surface] ?? except?.[surface]?.[name];
    const message = await ASK[surface](operation, name, declaration);
    if (reason === undefined) expect(message).not.toMatch(UNKNOWN);
    else expect([reason.length > 5, UNKNOWN.test(message)]).toEqual([true, true]);
  });

  test("refuses an option that is not declared", async () => {
    expect(await ASK[surface](operation, "frobnicate", { type: "flag" })).toMatch(UNKNOWN);
  });
});

test.each(Object.entries({ ...OPTION_TABLES.SCORING, ...OPTION_TABLES.RESULT }))(
  "a relevance test takes the option %s of a search",
  async (name, declaration) => {
    const search = { [name]: sample(declaration) };
    const file = parseRelevanceFile({ queries: [{ query: "egg", search }] });
    const message = await testRelevance(index, file).then(() => "", readMessage);
    expect(message).not.toMatch(UNKNOWN);
  },
);

test("training refuses a setting that is not declared", async () => {
  const settings = { epoch: 1 } as object;
  await expect(index.train("knrm", [], { settings })).rejects.toThrow(
    'settings has no option "epoch"; did you mean "epochs"?',
  );
});

test("a surface without an operation has a reason", () => {
  const operations: readonly LibraryOperation[] = Object.values(LIBRARY_OPERATIONS);
  for (const { not = {} } of operations) {
    for (const reason of Object.values(not)) expect(reason.length).toBeGreaterThan(5);
  }
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
    ({ method, path, options = [], accepts }) => {
      const operation = paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
      const properties =
        operation?.requestBody?.content["application/json"]?.schema.properties ?? {};
      for (const table of options) {
        const isInAddress = method === "GET" || accepts !== undefined;
        const surface = isInAddress ? "get" : "post";
        for (const [name, { not }] of Object.entries(OPTION_TABLES[table] as OptionTable)) {
          if (not?.[surface] !== undefined) continue;
          const parameter = operation?.parameters?.find((each) => each.name === name);
          const text = isInAddress ? parameter?.description : properties[name]?.description;
          expect(text, name).toBe(SUMMARIES[table]?.[name]);
        }
      }
    },
  );
});

test("the OpenAPI document describes every option of every kind of job", () => {
  const { paths } = createOpenApi(ROUTES, "1") as unknown as {
    readonly paths: Readonly<Record<string, { readonly post: object }>>;
  };
  const text = JSON.stringify(paths["/indexes/{name}/jobs"]?.post);
  for (const table of ["LEARN", "TRAIN", "SETTINGS", "EVALUATE_JOB"] as const) {
    for (const [name, { not }] of Object.entries(OPTION_TABLES[table])) {
      const summary = JSON.stringify(SUMMARIES[table]?.[name]);
      if (not?.post === undefined) expect(text).toContain(`"description":${summary}`);
    }
  }
});

test("every option has documentation whose first sentence fits a line of help", () => {
  for (const table of Object.keys(SUMMARIES) as OptionTableName[]) {
    const documented = Object.keys(SUMMARIES[table] ?? {});
    for (const name of documented) {
      const [sentence = ""] = (SUMMARIES[table]?.[name] ?? "").split(/\.(?:\s|$)/);
      expect(sentence.length, `${table} ${name}`).toBeGreaterThan(8);
      expect(sentence.length, `${table} ${name}`).toBeLessThan(110);
    }
    expect(Object.keys(OPTION_TABLES[table])).toEqual(documented);
  }
});

test("the types of the library and of the client have every option", () => {
  type Names = keyof typeof SCORING_OPTIONS | keyof typeof RESULT_OPTIONS;
  type HasAll<Options> = [Exclude<Names, keyof Options>] extends [never] ? true : false;
  type Settings = keyof typeof SETTINGS_OPTIONS;
  type HasSettings = [Exclude<keyof TrainingSettings, Settings>] extends [never] ? true : false;
  const hasAll: [HasAll<SearchOptions>, HasAll<HttpSearchOptions>, HasSettings] = [
    ...[true, true, true],
  ] as [true, true, true];
  expect(hasAll).toEqual([true, true, true]);
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
