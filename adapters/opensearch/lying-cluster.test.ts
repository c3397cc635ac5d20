/**
 * A cluster that answers wrongly: a real HTTP server on loopback that speaks enough of OpenSearch.
 * Every wrong answer is a named error, never a hang and never a wrong number.
 */

import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import type { ErrorCode } from "../../src/common/errors.ts";
import { Schema } from "../../src/index/schema/index.ts";
import { indexInMemory } from "../../src/search/index.ts";
import { completeOptions } from "../../src/text/analyzer-options.ts";
import {
  type ClusterAnswer as Answer,
  sendJson,
  startAnsweringCluster,
} from "../../test/answering-cluster.ts";
import { BulkLoader } from "./bulk-loader.ts";
import { findMissingDocuments, findStrayIds } from "./differences.ts";
import { Cluster, type ClusterOptions, OpenSearchRetriever } from "./index.ts";
import { SCHEMA } from "./published-record.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const RECORD = {
  ...{ schema: SCHEMA, alias: "words", mode: "impacts", ranker: "bm25", analyzedBy: "client" },
  ...{ analysis: completeOptions(), tokens: "source", documents: 5, generation: 1, state: "ready" },
  fields: Schema.parse({ title: "text", kind: "keyword", year: "number" }).toJSON(),
};

/** Serves the answers, each under the last part of its path. */
async function connect(
  answers: Readonly<Record<string, Answer>>,
  options: Partial<ClusterOptions> = {},
): Promise<Cluster> {
  const server = await startAnsweringCluster({
    _mapping: { "words-1": { mappings: { _meta: { termwise: RECORD } } } },
    ...answers,
  });
  open.push(server);
  const nodes = [server.url];
  const cluster = await Cluster.connect({ nodes, patience: 0, ...options });
  open.push(cluster);
  return cluster;
}

/** A retriever whose searches get this answer. */
async function openRetriever(
  answer: Answer,
  options: Partial<ClusterOptions> = {},
): Promise<OpenSearchRetriever> {
  const cluster = await connect({ _msearch: answer }, options);
  return OpenSearchRetriever.open(cluster, "words", { patience: 0 });
}

const SHARDS = { total: 3, successful: 3, skipped: 0, failed: 0 };
const toResponse = (hits: readonly unknown[], rest: object = {}, total?: unknown): object => ({
  responses: [{ took: 1, timed_out: false, _shards: SHARDS, hits: { hits, total }, ...rest }],
});
const TWO = [
  { _id: "a", _score: 3 },
  { _id: "b", _score: 2 },
];

const fails = (code: ErrorCode, message: string): object => ({
  ...{ name: "TermwiseError", code, message: expect.stringContaining(message) },
});

test("a true answer is taken", async () => {
  const retriever = await openRetriever(toResponse(TWO));
  expect(await retriever.search("amber", 2)).toEqual({
    hits: [
      { id: "a", score: 3 },
      { id: "b", score: 2 },
    ],
    isPartial: false,
  });
});

describe("hits", () => {
  const [first, second] = TWO;
  const wrong: readonly (readonly [string, object, string])[] = [
    ["more than were requested", toResponse([...TWO, { _id: "c", _score: 1 }]), "3 hits"],
    ["fewer than the total says", toResponse([first], {}, { value: 2 }), "1 hits"],
    ["twice the same", toResponse([first, first]), 'the hit "a" twice'],
    ["without an id", toResponse([{ _score: 1 }]), "the id undefined"],
    ["with an empty id", toResponse([{ _id: "", _score: 1 }]), 'the id ""'],
    ["with a number as id", toResponse([{ _id: 7, _score: 1 }]), "the id 7"],
    ["without a score", toResponse([{ _id: "a" }]), "the score undefined"],
    ["with no number as score", toResponse([{ _id: "a", _score: "NaN" }]), 'the score "NaN"'],
    ["with an infinite score", toResponse([{ _id: "a", _score: 1e300 }]), "the score 1e+300"],
    ["with a negative score", toResponse([{ _id: "a", _score: -1 }]), "the score -1"],
    ["in the wrong order", toResponse([second as object, first]), "in the wrong order"],
    ["that are not objects", toResponse([null]), "a hit that is null"],
    [
      "that are no list",
      { responses: [{ _shards: SHARDS, hits: { hits: 7 } }] },
      "no list of hits",
    ],
    ["of shards that are not counted", toResponse(TWO, { _shards: undefined }), "counts of shards"],
    [
      "of more shards than there are",
      toResponse(TWO, { _shards: { total: 1, successful: 2 } }),
      "counts of shards",
    ],
    [
      "of some shards",
      toResponse(TWO, { _shards: { total: 3, successful: 2 } }),
      "a part of the documents",
    ],
    ["of a search that timed out", toResponse(TWO, { timed_out: true }), "a part of the documents"],
    ["of fewer queries", { responses: [] }, "0 responses to 1 queries"],
    ["of no queries", {}, "no responses"],
    ["that are null", "null" as unknown as object, "no responses"],
  ];
  test.each(wrong)("%s are refused", async (_, answer, message) => {
    const retriever = await openRetriever(answer);
    await expect(retriever.search("amber", 2)).rejects.toMatchObject(fails("UNAVAILABLE", message));
  });

  test.each([
    [
      "of another document",
      [{ _id: "z", _score: 1, _source: { tokens: "x" } }],
      'no tokens of "a"',
    ],
    ["missing", [], 'no tokens of "a"'],
    ["without tokens", [{ _id: "a", _score: 1 }], 'no tokens of "a"'],
    ["damaged", [{ _id: "a", _score: 1, _source: { tokens: "%zz" } }], 'tokens of "a"'],
    ["no text", [{ _id: "a", _score: 1, _source: { tokens: 7 } }], 'tokens of "a"'],
  ])("with tokens that are %s are refused", async (_, lookup, message) => {
    let calls = 0;
    const retriever = await openRetriever((__, response) => {
      sendJson(response, toResponse(calls++ === 0 ? TWO : lookup));
    });
    await expect(retriever.search("amber", 2, { tokens: 1 })).rejects.toMatchObject(
      fails("UNAVAILABLE", message),
    );
  });
});

describe("a page", () => {
  const facet = (buckets: unknown): object => ({
    facet_0: { sum_other_doc_count: 0, doc_count_error_upper_bound: 0, buckets },
  });
  const page = (total: unknown, aggregations: object = {}): object =>
    toResponse(TWO, { aggregations }, total);
  const wrong: readonly (readonly [string, object, object, string])[] = [
    ["no total", page(undefined), {}, "the total undefined"],
    ["a total that is no number", page({ value: "2" }), {}, 'the total "2"'],
    ["a fraction as total", page({ value: 2.5 }), {}, "the total 2.5"],
    ["a total below its hits", page({ value: 1 }), {}, "2 hits"],
    ["hits missing", page({ value: 9 }), {}, "2 hits"],
    ["no facets", page({ value: 2 }), { facets: ["kind"] }, 'no counts of "kind"'],
    ["buckets missing", page({ value: 2 }, facet(7)), { facets: ["kind"] }, 'no counts of "kind"'],
    [
      "a count above the total",
      page({ value: 2 }, facet([{ key: "x", doc_count: 3 }])),
      ...[{ facets: ["kind"] }, "the count 3"],
    ] as [string, object, object, string],
    [
      "a count that is no number",
      page({ value: 2 }, facet([{ key: "x", doc_count: null }])),
      ...[{ facets: ["kind"] }, "the count null"],
    ] as [string, object, object, string],
    [
      "a range missing",
      page({ value: 2 }, facet({})),
      ...[{ facets: { year: { ranges: [[1900, 2000]] } } }, "the count undefined"],
    ] as [string, object, object, string],
  ];
  test.each(wrong)("with %s is refused", async (_, answer, options, message) => {
    const retriever = await openRetriever(answer);
    await expect(retriever.searchPage("amber", options)).rejects.toMatchObject(
      fails("UNAVAILABLE", message),
    );
  });

  test("that is true is taken", async () => {
    const aggregations = facet([{ key: "x", doc_count: 2 }]);
    const retriever = await openRetriever(page({ value: 2 }, aggregations));
    expect(await retriever.searchPage("amber", { facets: ["kind"] })).toMatchObject({
      ...{ total: 2, facets: { kind: { x: 2 } }, isPartial: false },
    });
  });
});

describe("a body", () => {
  const write = (response: ServerResponse, text: string, headers = {}): ServerResponse => {
    response.writeHead(200, { "content-type": "application/json", ...headers }).write(text);
    return response;
  };
  const bodies: readonly (readonly [string, Answer, ErrorCode, string])[] = [
    ["that stops", (_, response) => write(response, "{"), "UNAVAILABLE", "did not answer in time"],
    [
      "that comes byte by byte",
      (_, response) => {
        const timer = setInterval(() => response.write(" "), 5);
        write(response, "{").on("close", () => clearInterval(timer));
      },
      ...["UNAVAILABLE", "did not answer in time"],
    ] as [string, Answer, ErrorCode, string],
    [
      "that never ends",
      (_, response) => {
        const chunk = " ".repeat(65_536);
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        write(response, "{").on("drain", more);
        more();
      },
      ...["LIMIT_EXCEEDED", "more than 1048576 bytes"],
    ] as [string, Answer, ErrorCode, string],
    [
      "that is cut off",
      (_, response) => write(response, '{"resp', { "content-length": 90 }).destroy(),
      ...["UNAVAILABLE", "cannot answer"],
    ] as [string, Answer, ErrorCode, string],
    [
      "that is compressed without being asked",
      (_, response) => write(response, "{}", { "content-encoding": "gzip" }).end(),
      ...["UNAVAILABLE", 'encoded as "gzip"'],
    ] as [string, Answer, ErrorCode, string],
    ["that is not JSON", "<html>", "UNAVAILABLE", "not JSON"],
  ];
  test.each(bodies)("%s is refused", async (_, answer, code, message) => {
    const retriever = await openRetriever(answer, { timeout: 300, maxResponseBytes: 1 << 20 });
    await expect(retriever.search("amber", 2)).rejects.toMatchObject(fails(code, message));
  });
});

test.each([
  ["its mode", { mode: "other" }],
  ["its documents", { documents: -1 }],
  ["its ranker", { ranker: 7 }],
  ["its tokens", { tokens: null }],
  ["its analysis", { analysis: undefined }],
])("a record that is damaged in %s is refused", async (_, damage) => {
  const _mapping = { "words-1": { mappings: { _meta: { termwise: { ...RECORD, ...damage } } } } };
  const cluster = await connect({ _mapping });
  await expect(OpenSearchRetriever.open(cluster, "words")).rejects.toMatchObject(
    fails("UNAVAILABLE", "record of words-1"),
  );
});

test.each([
  ["text", { _source: { weights: { amber: "2" } } }],
  ["negative", { _source: { weights: { amber: -2 } } }],
  ["missing", {}],
])("boosts that are %s are refused", async (_, answer) => {
  const record = { ...RECORD, mode: "boosts", boostParts: 1 };
  const cluster = await connect({
    _mapping: { "words-1": { mappings: { _meta: { termwise: record } } } },
    [encodeURIComponent("\u0001termwise-boosts-0")]: answer,
  });
  await expect(OpenSearchRetriever.open(cluster, "words")).rejects.toMatchObject(
    fails("UNAVAILABLE", "boosts"),
  );
});

describe("a publication", () => {
  test.each([
    ["no items", {}],
    ["fewer items", { errors: false, items: [] }],
    [
      "the item of another document",
      { errors: false, items: [{ index: { _id: "b", status: 201 } }] },
    ],
    ["an item without a status", { errors: false, items: [{ index: { _id: "a" } }] }],
  ])("does not believe a load with %s", async (_, answer) => {
    const loader = new BulkLoader(await connect({ _bulk: answer }), "words-1");
    await expect(loader.load([{ id: "a", json: "{}" }])).rejects.toMatchObject(
      fails("UNAVAILABLE", "1 documents"),
    );
  });

  test("reads the status of each document, whatever the summary says", async () => {
    const items = [{ index: { _id: "a", status: 400, error: { reason: "no" } } }];
    const loader = new BulkLoader(await connect({ _bulk: { errors: false, items } }), "words-1");
    await expect(loader.load([{ id: "a", json: "{}" }])).rejects.toMatchObject(
      fails("BAD_INPUT", "refuses document a (400)"),
    );
  });

  test("counts the bytes of a request, not its characters", async () => {
    const cluster = await connect({
      _bulk: (_, response, body) => {
        const actions = body.split("\n").filter((line) => line.startsWith('{"index"'));
        const items = actions.map((line) => ({
          index: { _id: JSON.parse(line).index._id, status: 201 },
        }));
        sendJson(response, { errors: false, items });
      },
    });
    const loader = new BulkLoader(cluster, "words-1", { batchBytes: 150 });
    const json = JSON.stringify("語".repeat(50)); // 52 characters, 152 bytes
    const items = ["a", "b", "c", "d"].map((id) => ({ id, json }));
    expect(await loader.load(items)).toMatchObject({ documents: 4, requests: 4 });
  });

  test("ends if a page of ids is repeated for ever", async () => {
    const { snapshot } = await indexInMemory([{ id: "a", text: "amber" }]);
    const hits = Array.from({ length: 5000 }, (_, i) => {
      const id = `id${String(i).padStart(5, "0")}`;
      return { _id: id, sort: [id] };
    });
    const cluster = await connect({ _search: { hits: { hits } } });
    await expect(findStrayIds(cluster, "words-1", snapshot)).rejects.toMatchObject(
      fails("UNAVAILABLE", "ids in the wrong order"),
    );
  });

  test("does not take the digests of other documents", async () => {
    const docs = [{ _id: "b", _source: { digest: "x" } }];
    const cluster = await connect({ _mget: { docs } });
    const bodies = (async function* () {
      yield { id: "a", json: "{}", digest: "x" };
    })();
    const missing = findMissingDocuments(cluster, "words-1", bodies, () => {});
    await expect(missing.next()).rejects.toMatchObject(fails("UNAVAILABLE", "1 documents"));
  });
});
