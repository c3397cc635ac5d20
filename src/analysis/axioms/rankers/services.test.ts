/** Rankers behind HTTP, against a real server on loopback. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Random } from "../../../common/random.ts";
import { createTestDocument } from "../axiom.ts";
import { testRanker } from "../axiom-suite.ts";
import { testAxiom } from "../axiom-test.ts";
import { TFC1 } from "../families/term-frequency.ts";
import { SMALL_LEXICON } from "../small-lexicon.contract.ts";
import { TermSampler } from "../term-sampler.ts";
import { createOpenSearchRanker } from "./opensearch-index.ts";
import { postJson } from "./post-json.ts";
import { createEndpointRanker } from "./rerank-endpoint.ts";

interface RecordedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

let server: Server;
let base: string;
let requests: RecordedRequest[] = [];
let respond: (request: RecordedRequest) => { status?: number; text: string };

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { url = "", headers } = request;
    const asked = { path: url, authorization: headers.authorization, body: JSON.parse(text) };
    requests.push(asked);
    const { status = 200, text: body } = respond(asked);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  requests = [];
});

test("an answer without an end is left at the maximum", async () => {
  let sent = 0;
  const endless = createServer((_, response) => {
    const send = (): void => {
      while (!response.destroyed && response.write(" ".repeat(65_536))) sent += 65_536;
    };
    response.on("drain", send).on("error", () => {});
    send();
  });
  await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  await expect(
    postJson(url, {}, { maxBytes: 1_000_000, milliseconds: 20_000 }),
  ).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  expect(sent).toBeLessThan(30_000_000);
  endless.closeAllConnections();
  endless.close();
});

/** The frequency of query words in a text. */
function countMatches(query: string, text: string): number {
  const queryWords = new Set(query.split(" "));
  return text.split(" ").filter((word) => queryWords.has(word)).length;
}

/** A rerank service that counts matches and responds best first, as real services do. */
function respondWithCounts({ body }: RecordedRequest): { text: string } {
  const { query, documents } = body as { query: string; documents: string[] };
  const results = documents.map((text, index) => ({
    index,
    relevance_score: countMatches(query, text),
  }));
  results.sort((a, b) => b.relevance_score - a.relevance_score);
  return { text: JSON.stringify({ results }) };
}

const pair = {
  query: ["a", "b"],
  documents: [createTestDocument(["x", "a"]), createTestDocument(["a", "b", "a"])],
};

describe("a rerank service", () => {
  test("receives requests as its API specifies, and its scores are returned in document order", async () => {
    respond = respondWithCounts;
    const ranker = createEndpointRanker(`${base}/v1/rerank`, { model: "small", key: "secret" });
    expect((await ranker.score([pair])).map((scores) => [...(scores as Float64Array)])).toEqual([
      [1, 3],
    ]);
    expect(requests).toEqual([
      {
        path: "/v1/rerank",
        authorization: "Bearer secret",
        body: { model: "small", query: "a b", documents: ["x a", "a b a"], top_n: 2 },
      },
    ]);
  });

  test("is tested on an axiom like any ranker", async () => {
    respond = respondWithCounts;
    const sampler = new TermSampler(SMALL_LEXICON, new Random(1), { longest: 180 });
    const result = await testAxiom(TFC1, createEndpointRanker(`${base}/rerank`), sampler, 50);
    expect(result).toMatchObject({ instances: 50, satisfied: 50 });
    expect(requests).toHaveLength(50);
  });

  test.each([
    [{ status: 500, text: "out of memory" }, 'answers 500: "out of memory"'],
    [{ text: "<html>" }, 'answers "<html>", not JSON'],
    [{ text: "{}" }, "gives no score for document 0"],
    [{ text: '{"results":[{"index":0,"relevance_score":1}]}' }, "gives no score for document 1"],
    [
      { text: '{"results":[{"index":0,"relevance_score":"1"},{"index":7,"relevance_score":1}]}' },
      "gives no score for document 0",
    ],
  ])("that answers %j is refused", async (given, message) => {
    respond = () => given;
    await expect(createEndpointRanker(`${base}/rerank`).score([pair])).rejects.toThrow(message);
  });

  test("that is down or hangs is unavailable, and the key is not shown", async () => {
    const nowhere = createEndpointRanker("http://127.0.0.1:1/rerank", { key: "secret" });
    const failure = await nowhere.score([pair]).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: "UNAVAILABLE" });
    expect(String(failure)).not.toContain("secret");
    respond = () => ({ text: "{}" });
    const slow = createServer(() => {});
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/rerank`;
    const hanging = createEndpointRanker(url, { milliseconds: 50 }).score([pair]);
    await expect(hanging).rejects.toMatchObject({ code: "UNAVAILABLE" });
    slow.closeAllConnections();
    await new Promise((resolve) => slow.close(resolve));
  });
});

describe("an OpenSearch index", () => {
  const stored = { query: ["a"], documents: ["d1", "d2"].map((id) => ({ id, words: ["a"] })) };

  test("scores its own documents by id, those that do not match 0", async () => {
    respond = () => ({ text: JSON.stringify({ hits: { hits: [{ _id: "d2", _score: 1.5 }] } }) });
    const ranker = createOpenSearchRanker(`${base}/articles/_search`, { field: "body" });
    const [scores] = await ranker.score([stored]);
    expect([...(scores as Float64Array)]).toEqual([0, 1.5]);
    expect(requests[0]?.body).toMatchObject({
      size: 2,
      query: {
        bool: { must: [{ match: { body: "a" } }], filter: [{ ids: { values: ["d1", "d2"] } }] },
      },
    });
  });

  test("cannot score synthetic documents", async () => {
    const ranker = createOpenSearchRanker(`${base}/articles/_search`);
    await expect(testRanker(ranker, SMALL_LEXICON)).rejects.toThrow("use --mode mined");
  });

  test("that answers without hits is refused", async () => {
    respond = () => ({ text: "{}" });
    const asked = createOpenSearchRanker(`${base}/articles/_search`).score([stored]);
    await expect(asked).rejects.toThrow("answers without hits.hits");
  });
});
