// @vitest-environment node
/** The compatibility routes, called by the client libraries themselves, over a socket. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { algoliasearch } from "algoliasearch";
import { CohereClient, CohereClientV2 } from "cohere-ai";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../apps/server/listen.ts";
import {
  createCheckpointFiles,
  createTensors,
  reference,
} from "../../src/search/cross-encoder.contract.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
let listening: Listening;

beforeAll(async () => {
  server = await openSmallServer();
  listening = await listen(server.app, { port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await listening.close();
  await server.close();
});

const TEXTS = [
  "bread and water",
  "boiled eggs",
  "eggs, eggs and more eggs in a long text of words",
];

describe("Cohere's client", () => {
  test("re-ranks by v2", async () => {
    const client = new CohereClientV2({ token: "none", environment: listening.address });
    const { results } = await client.rerank({
      model: "bm25",
      query: "boiled egg",
      documents: TEXTS,
      topN: 2,
    });
    expect(results.map(({ index }) => index)).toEqual([1, 2]);
    expect(results[0]?.relevanceScore).toBeGreaterThan(results[1]?.relevanceScore ?? 1);
    expect(results[0]?.relevanceScore).toBeLessThan(1);
  });

  test("re-ranks by v1 with documents as objects and returns them", async () => {
    const client = new CohereClient({ token: "none", environment: listening.address });
    const documents = TEXTS.map((text) => ({ text }));
    const { results } = await client.rerank({ query: "water", documents, returnDocuments: true });
    expect(results[0]).toMatchObject({ index: 0, document: { text: TEXTS[0] } });
    expect(results.at(-1)?.relevanceScore).toBe(0);
  });

  test.each([
    ["identity", {}, (logit: number) => 1 / (1 + Math.exp(-logit))],
    [
      "sigmoid",
      { sbert_ce_default_activation_function: "torch.nn.modules.activation.Sigmoid" },
      (logit: number) => 1 / (1 + Math.exp(-logit)),
    ],
  ])("re-ranks by a published cross-encoder with activation %s", async (name, config, expected) => {
    const folder = join(server.folder, `cross-${name}`);
    await mkdir(folder);
    for (const [file, bytes] of createCheckpointFiles(1, { config })) {
      await writeFile(join(folder, file), bytes);
    }
    const client = new CohereClientV2({ token: "none", environment: listening.address });
    for (const { query, document, logits1 } of reference.pairs.slice(1, 4)) {
      const request = { model: `cross-${name}`, query, documents: [document] };
      const [first] = (await client.rerank(request)).results;
      expect(first?.relevanceScore).toBeCloseTo(expected(logits1[0] as number), 4);
    }
  });

  test("a published cross-encoder is listed, and re-ranks the documents of an index", async () => {
    const folder = join(server.folder, "cross-listed");
    await mkdir(folder);
    const extra = { shape: [2], values: new Float32Array(2) };
    const tensors = { ...createTensors(1), "cls.seq.bias": extra };
    for (const [file, bytes] of createCheckpointFiles(1, { tensors })) {
      await writeFile(join(folder, file), bytes);
    }
    const encoder = join(server.folder, "encoder");
    await mkdir(encoder);
    await writeFile(join(encoder, "config.json"), '{"architectures": ["BertModel"]}');
    await writeFile(join(encoder, "model.safetensors"), "none");
    const { body } = await readResponse(server.app.request("/models"));
    const models = body.models.filter(({ name }: { name: string }) => /listed|encoder/.test(name));
    expect(models).toEqual([
      {
        name: "cross-listed",
        kind: "cross-encoder",
        hasSalience: false,
        unusedTensors: ["cls.seq.bias"],
      },
    ]);
    const search = (options: object) =>
      readResponse(
        server.app.request(
          "/indexes/recipes/search",
          createJsonRequest("POST", { query: "eggs", ...options }),
        ),
      );
    const plain = await search({});
    const reranked = await search({ rerank: "cross-listed" });
    expect(reranked.status).toBe(200);
    const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id).sort();
    expect(ids(reranked.body.hits)).toEqual(ids(plain.body.hits));
    const scores = (hits: readonly { score: number }[]) => hits.map(({ score }) => score);
    expect(scores(reranked.body.hits)).not.toEqual(scores(plain.body.hits));
    const question = { query: "eggs", id: reranked.body.hits[0].id, rerank: "cross-listed" };
    const explained = await readResponse(
      server.app.request("/indexes/recipes/explain", createJsonRequest("POST", question)),
    );
    expect(explained.body.document.score).toBeCloseTo(reranked.body.hits[0].score, 4);
    expect(explained.body.document.neural.model).toBe("cross-encoder");
  });

  test("gets an error with a reason", async () => {
    const client = new CohereClientV2({ token: "none", environment: listening.address });
    const request = client.rerank(
      { model: "none", query: "x", documents: TEXTS },
      { maxRetries: 0 },
    );
    await expect(request).rejects.toThrow('there is no model \\"none\\"');
  });
});

test("Jina's and vLLM's shape has model and usage", async () => {
  const request = {
    model: "bm25",
    query: "eggs",
    documents: TEXTS,
    top_n: 1,
    return_documents: true,
  };
  const { status, body } = await readResponse(
    server.app.request("/v1/rerank", createJsonRequest("POST", request)),
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({ model: "bm25", usage: {}, results: [{ document: {} }] });
});

test("Text Embeddings Inference's shape is a list, raw or between 0 and 1", async () => {
  const request = { query: "boiled", texts: TEXTS, return_text: true };
  const { body } = await readResponse(
    server.app.request("/rerank", createJsonRequest("POST", request)),
  );
  expect(body[0]).toMatchObject({ index: 1, text: "boiled eggs" });
  const raw = await readResponse(
    server.app.request("/rerank", createJsonRequest("POST", { ...request, raw_scores: true })),
  );
  expect(body[0].score).toBeCloseTo(raw.body[0].score / (1 + raw.body[0].score), 12);
});

describe("Algolia's client", () => {
  const client = () => {
    const { port } = listening;
    const hosts = [
      { url: "127.0.0.1", accept: "readWrite" as const, protocol: "http" as const, port },
    ];
    return algoliasearch("app", "key", { hosts });
  };

  test("searches", async () => {
    const { results } = await client().search<{ title: string }>({
      requests: [{ indexName: "recipes", query: "boiled egg", hitsPerPage: 1 }],
    });
    const [result] = results as [
      { hits: { objectID: string; title: string }[]; nbHits: number; nbPages: number },
    ];
    expect(result).toMatchObject({ nbHits: 2, nbPages: 2, hitsPerPage: 1, page: 0 });
    expect(result.hits[0]).toMatchObject({ objectID: "eggs", title: "Boiled eggs" });
  });

  test("filters by facets and numbers", async () => {
    const search = async (request: object): Promise<string[]> => {
      const requests = [{ indexName: "recipes", query: "", ...request }];
      const { results } = await client().search({ requests });
      return (
        (results as { hits: { objectID: string }[] }[])[0]?.hits.map(({ objectID }) => objectID) ??
        []
      );
    };
    expect((await search({})).sort()).toEqual(["bread", "eggs", "soup"]);
    expect(await search({ facetFilters: [["price:3", "price:9"]] })).toEqual(["eggs"]);
    expect((await search({ facetFilters: ["title:-Bread"] })).sort()).toEqual(["eggs", "soup"]);
    expect((await search({ numericFilters: ["price<=3"] })).sort()).toEqual(["bread", "eggs"]);
    expect(await search({ filters: "price < 3" })).toEqual(["bread"]);
  });

  test("gets facet counts for an empty query", async () => {
    const requests = [{ indexName: "recipes", query: "", facets: ["price"], hitsPerPage: 1 }];
    const { results } = await client().search({ requests });
    expect(results[0]).toMatchObject({ nbHits: 3, facets: { price: { 2: 1, 3: 1, 5: 1 } } });
  });
});

test("InstantSearch's widgets show hits, marks, counts and pages", async () => {
  const page = new JSDOM(
    '<div id="box"></div><div id="hits"></div><div id="stats"></div><div id="pages"></div>',
    {
      url: listening.address,
      pretendToBeVisual: true,
    },
  );
  const { window } = page;
  const names = ["window", "document", "HTMLElement", "Node", "history", "location"] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const name of names) {
    const value = name === "window" ? window : window[name];
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    const { default: instantsearch } = await import("instantsearch.js");
    const widgets = await import("instantsearch.js/es/widgets/index.js");
    const hosts = [
      {
        url: "127.0.0.1",
        accept: "readWrite" as const,
        protocol: "http" as const,
        port: listening.port,
      },
    ];
    const searchClient = algoliasearch("app", "key", { hosts });
    const search = instantsearch({ indexName: "recipes", searchClient });
    search.addWidgets([
      widgets.configure({ hitsPerPage: 1 }),
      widgets.searchBox({ container: "#box" }),
      widgets.stats({ container: "#stats" }),
      widgets.pagination({ container: "#pages" }),
      widgets.hits({
        container: "#hits",
        templates: {
          // biome-ignore lint/suspicious/noExplicitAny: the widgets come without types here
          item: (hit: any) => `<b>${instantsearch.highlight({ hit, attribute: "title" })}</b>`,
        },
      }),
    ]);
    search.start();
    const readText = async (id: string, what: RegExp): Promise<string> => {
      for (let i = 0; i < 200; i++) {
        const text = window.document.getElementById(id)?.innerHTML ?? "";
        if (what.test(text)) return text;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(window.document.body.innerHTML);
    };
    await readText("stats", /3 results/);
    const input = window.document.querySelector("input") as HTMLInputElement;
    input.value = "boiled egg";
    input.dispatchEvent(new window.Event("input", { bubbles: true }));
    await readText("stats", /2 results/);
    // Both words are marked, the second with its suffix.
    expect(await readText("hits", /Boiled/)).toMatch(
      /<mark[^>]*>Boiled<\/mark>.*<mark[^>]*>eggs<\/mark>/s,
    );
    expect(window.document.querySelectorAll("#pages .ais-Pagination-item--page")).toHaveLength(2);
    search.dispose();
  } finally {
    for (const [i, name] of names.entries()) {
      const descriptor = before[i];
      if (descriptor === undefined) delete (globalThis as Record<string, unknown>)[name];
      else Object.defineProperty(globalThis, name, descriptor);
    }
    window.close();
  }
});

describe("OpenSearch's shape", () => {
  const search = (body: unknown) =>
    readResponse(server.app.request("/recipes/_search", createJsonRequest("POST", body)));
  const ids = async (query: unknown): Promise<string[]> => {
    const { status, body } = await search({ query });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.hits.hits.map(({ _id }: { _id: string }) => _id).sort();
  };

  test("has hits, totals, scores, sources and explanations", async () => {
    const { body } = await search({
      query: { match: { text: "boiled egg" } },
      size: 1,
      explain: true,
    });
    expect(body).toMatchObject({ timed_out: false, hits: { total: { value: 2, relation: "eq" } } });
    const [hit] = body.hits.hits;
    expect(hit).toMatchObject({
      _index: "recipes",
      _id: "eggs",
      _source: { title: "Boiled eggs" },
    });
    expect(body.hits.max_score).toBe(hit._score);
    const sum = hit._explanation.details.reduce(
      (a: number, { value }: { value: number }) => a + value,
      0,
    );
    expect(sum).toBeCloseTo(hit._score, 5);
  });

  test("of simple queries has the semantics of OpenSearch", async () => {
    expect(await ids({ match_all: {} })).toEqual(["bread", "eggs", "soup"]);
    expect(await ids({ multi_match: { query: "soup bread", fields: ["*"] } })).toEqual([
      "bread",
      "soup",
    ]);
    const bool = (parts: object) => ids({ bool: parts });
    const match = (text: string) => ({ match: { text } });
    expect(await bool({ must: [match("egg")], must_not: [match("soup")] })).toEqual(["eggs"]);
    expect(await bool({ must: [match("egg"), match("soup")] })).toEqual(["soup"]);
    expect(
      await bool({ must: [match("egg")], filter: [{ range: { price: { gte: 4 } } }] }),
    ).toEqual(["soup"]);
    expect(await bool({ filter: [{ term: { price: 2 } }] })).toEqual(["bread"]);
    expect(await bool({ filter: { terms: { price: [2, 3] } } })).toEqual(["bread", "eggs"]);
    expect(await ids({ match_phrase: { text: "eggs boiled" } })).toEqual(["eggs"]);
  });

  test("of unsupported queries is refused", async () => {
    for (const query of [
      { fuzzy: { text: "egg" } },
      { bool: { must: [{ match: { text: "egg soup" } }, { match: { text: "bread" } }] } },
      { match: {} },
      { match: { a: "x", b: "y" } },
      { bool: { nope: [] } },
      [],
      "egg",
    ]) {
      const { status, body } = await search({ query });
      expect(status).toBe(400);
      expect(body.code).toBe("BAD_ARGUMENT");
    }
    const init = { headers: { "content-length": "10" } };
    expect((await server.app.request("/recipes/_search", init)).status).toBe(400);
  });

  test("explains one document", async () => {
    const query = createJsonRequest("POST", { query: { match: { text: "egg" } } });
    const { body } = await readResponse(server.app.request("/recipes/_explain/soup", query));
    expect(body).toMatchObject({ _id: "soup", matched: true });
    expect(body.explanation.details[0].value).toBeCloseTo(body.explanation.value, 12);
    const none = await readResponse(server.app.request("/recipes/_explain/bread?q=egg"));
    expect(none.body.matched).toBe(false);
  });
});
