/** Hybrid search over HTTP, with a tiny BERT that the test writes. */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { defined } from "../../src/common/defined.ts";
import { createTinyBertFiles } from "../../src/models/bert/tiny-bert.contract.ts";
import { createIndex, openEncoder } from "../../src/search/index.ts";
import { createJsonRequest, readResponse } from "./small-server.ts";

let folder: string;
let bert: string;
const engines: LocalEngine[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-hybrid-"));
  bert = join(folder, "a-secret-place");
  await mkdir(bert);
  for (const [name, bytes] of Object.entries(createTinyBertFiles())) {
    await writeFile(join(bert, name), bytes);
  }
  const encoder = await openEncoder(bert, { name: "tiny" });
  const index = await createIndex(join(folder, "letters"), { encoder });
  const documents = [..."abcdefgh"].map((letter, i) => ({ id: `d${i}`, text: `${letter} word` }));
  await index.add(documents);
  await index.close();
  await encoder.close?.();
  const plain = await createIndex(join(folder, "plain"));
  await plain.add(documents);
  await plain.close();
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await rm(folder, { recursive: true });
});

function createHybridApp(encoder?: string): App {
  const engine = new LocalEngine({
    root: folder,
    ...defined({ encoder }),
  });
  engines.push(engine);
  return createApp({ engine });
}

describe("with an encoder", () => {
  const server = () => createHybridApp(bert);

  test("finds by keywords and semantics, and explains both parts of the score", async () => {
    const request = { query: "c", ranker: "hybrid", explain: true, limit: 8 };
    const { status, body } = await readResponse(
      server().request("/indexes/letters/search", createJsonRequest("POST", request)),
    );
    expect(status).toBe(200);
    expect(body.hits).toHaveLength(8); // one has the word; the others match semantically
    expect(body.hits[0].id).toBe("d2");
    const [{ score, explanation }] = body.hits;
    const parts = explanation.parts as { label: string; value: number }[];
    expect(parts.map(({ label }) => label)).toEqual(["words", "meaning"]);
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 9);
    const path = "/indexes/letters/search?q=c&ranker=hybrid&limit=8";
    const same = await readResponse(server().request(path));
    expect(same.body.hits.map(({ id }: { id: string }) => id)).toEqual(
      body.hits.map(({ id }: { id: string }) => id),
    );
  });

  test("explains one document against another, part by part", async () => {
    const request = { query: "c", id: "d2", other: "d5", ranker: "hybrid" };
    const { body } = await readResponse(
      server().request("/indexes/letters/explain", createJsonRequest("POST", request)),
    );
    expect(body.document.rank).toBe(1);
    const labels = body.difference.map(({ label }: { label: string }) => label);
    expect(labels.sort()).toEqual(["meaning", "words"]);
    const sum = body.difference.reduce(
      (total: number, part: { difference: number }) => total + part.difference,
      0,
    );
    expect(sum).toBeCloseTo(body.document.score - body.other.score, 9);
  });

  test("compares it with keyword search", async () => {
    const systems = [{ ranker: "bm25" }, { ranker: "hybrid" }, { ranker: "dense" }];
    const { body } = await readResponse(
      server().request(
        "/indexes/letters/compare",
        createJsonRequest("POST", { query: "c", systems }),
      ),
    );
    const counts = body.systems.map(({ hits }: { hits: unknown[] }) => hits.length);
    expect(counts).toEqual([1, 8, 8]);
  });

  test("does so by default, and every answer names what ranked", async () => {
    const served = server();
    const ask = async (route: string, request: object) =>
      (
        await readResponse(
          served.request(`/indexes/letters/${route}`, createJsonRequest("POST", request)),
        )
      ).body;
    const [query, ranker] = ["c", "hybrid(bm25,dense)"];
    const { hits } = await ask("search", { query, ranker });
    expect(await ask("search", { query })).toMatchObject({ hits, ranker, system: { ranker } });
    const explained = await ask("explain", { query, id: "d5" });
    expect(explained).toMatchObject({ system: { ranker }, document: { rank: expect.any(Number) } });
    const compared = await ask("compare", { query, systems: [{}, { ranker: "bm25" }] });
    expect(compared.systems).toMatchObject([
      { system: { ranker }, hits: { length: 8 } },
      { system: { ranker: "bm25" }, hits: { length: 1 } },
    ]);
    expect((await readResponse(served.request("/indexes/letters"))).body.ranker).toBe(ranker);
    expect((await readResponse(served.request("/indexes/plain"))).body.ranker).toBe("bm25");
  });

  test("finds documents that are similar to another", async () => {
    const path = "/indexes/letters/documents/d2/similar";
    const { status, body } = await readResponse(server().request(`${path}?limit=3`));
    expect(status).toBe(200);
    const ids = body.hits.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(3);
    expect(ids).not.toContain("d2");
    expect((await readResponse(server().request(`${path}?limit=0`))).status).toBe(400);
    const missing = await readResponse(server().request("/indexes/letters/documents/no/similar"));
    expect(missing.status).toBe(404);
  });

  test("says which indexes can be searched so", async () => {
    const served = server();
    expect((await readResponse(served.request("/indexes/letters"))).body.canEncodeQueries).toBe(
      true,
    );
    expect((await readResponse(served.request("/indexes/plain"))).body.canEncodeQueries).toBe(
      false,
    );
    const { status, body } = await readResponse(
      served.request("/indexes/plain/search?q=c&ranker=hybrid"),
    );
    expect(status).toBe(400);
    expect(body.message).toBe(
      "the index was made without vectors; dense and hybrid rankers need them",
    );
  });
});

describe("without an encoder", () => {
  test("reports the missing encoder on every ranking route", async () => {
    const server = createHybridApp();
    const [query, ranker] = ["c", "hybrid"];
    for (const [route, request] of [
      ["search", { query, ranker }],
      ["explain", { query, ranker, id: "d2" }],
      ["compare", { query, systems: [{ ranker }] }],
    ] as const) {
      const { status, body } = await readResponse(
        server.request(`/indexes/letters/${route}`, createJsonRequest("POST", request)),
      );
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: "BAD_ARGUMENT",
        message:
          'dense and hybrid rankers need the encoder "tiny": start the server with --encoder, or send the vector of the query',
      });
    }
    const { body: details } = await readResponse(server.request("/indexes/letters"));
    expect(details).toMatchObject({ canEncodeQueries: false, ranker: "bm25" });
  });

  test("ranks by words by default, and says so", async () => {
    for (const server of [createHybridApp(), createHybridApp(join(folder, "nowhere"))]) {
      const { status, body } = await readResponse(server.request("/indexes/letters/search?q=c"));
      expect(status).toBe(200);
      expect(body).toMatchObject({ ranker: "bm25", fallback: "words", system: { ranker: "bm25" } });
      expect(body.hits).toHaveLength(1);
    }
  });

  test("accepts the vector of a client, or falls back to keywords if allowed", async () => {
    const server = createHybridApp();
    const ask = (request: object) =>
      readResponse(
        server.request(
          "/indexes/letters/search",
          createJsonRequest("POST", { query: "c", ...request }),
        ),
      );
    const vector = Array.from({ length: 8 }, (_, i) => i + 1);
    expect((await ask({ ranker: "dense", vector })).body.hits).toHaveLength(8);
    expect((await ask({ ranker: "hybrid", vectorFallback: "words" })).body.hits).toHaveLength(1);
    expect((await ask({ ranker: "hybrid", withoutVector: "words" })).body.hits).toHaveLength(1);
    const path = "/indexes/letters/search?q=c&ranker=hybrid&vectorFallback=words";
    expect((await readResponse(server.request(path))).body.hits).toHaveLength(1);
    const short = await ask({ ranker: "dense", vector: [1, 2] });
    expect(short.status).toBe(400);
    expect(short.body.message).toContain("8");
    expect((await ask({ ranker: "dense", vector: ["x"] })).status).toBe(400);
  });
});

test("a missing encoder is reported without its folder", async () => {
  const gone = join(folder, "..", "another-secret-place");
  const { status, body } = await readResponse(
    createHybridApp(gone).request("/indexes/letters/search?q=c&ranker=dense"),
  );
  expect(status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(body)).not.toContain("another-secret-place");
});
