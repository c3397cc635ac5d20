import { expect, test } from "vitest";
import { IndexSnapshot, IndexWriter } from "../../index/index.ts";
import { createIndex } from "../../search/open-index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { addDocumentVectors } from "../encoder/document-vectors.ts";
import { computeDirection, TinyEncoder } from "../encoder/tiny-encoder.contract.ts";
import { DenseReranker } from "./dense-reranker.ts";
import { DenseSearch } from "./index.ts";

const DOCUMENTS = [
  { id: "garage", text: "park the car, the car" },
  { id: "kitchen", text: "park the egg beside the moon" },
  { id: "road", text: "park an automobile" },
  { id: "long", text: `${"moon and park. ".repeat(80)}${"engine and omelette. ".repeat(60)}` },
];

test("an encoder re-ranks the hits of a lexical search, without vectors in the index", async () => {
  const encoder = new TinyEncoder();
  const index = await createIndex();
  await index.add(DOCUMENTS);
  const { hits } = await index.search("park automobile egg", { rerank: encoder });
  // Every text points .01 in all directions, and to its words: the query to (1, 1, 0), the end of "long" to (1, 2, 0) many
  // times, "garage" to the car twice, "road" to one, "kitchen" to egg and moon. Bytes are off by 1/254 at most.
  const cosine = (x: number, y: number, z: number): number =>
    (1.01 * x + 1.01 * y + 0.01 * z) / Math.hypot(1.01, 1.01, 0.01) / Math.hypot(x, y, z);
  expect(hits.map(({ id }) => id)).toEqual(["long", "garage", "road", "kitchen"]);
  expect(hits[0]?.score).toBeCloseTo(cosine(1, 2, 0), 2);
  expect(hits[1]?.score).toBeCloseTo(cosine(2.01, 0.01, 0.01), 2);
  expect(hits[2]?.score).toBeCloseTo(cosine(1.01, 0.01, 0.01), 2);
  expect(hits[3]?.score).toBeCloseTo(cosine(0.01, 1.01, 1.01), 2);
  const encoded = encoder.texts.length;
  await index.search("park moon", { rerank: encoder });
  expect(encoder.texts).toHaveLength(encoded); // each document is encoded once
  const run = await index.run([{ id: "1", text: "park egg" }], { rerank: encoder, depth: 3 });
  expect(run.name).toBe("tiny");
  await index.close();
});

test("scores are the cosines that an index with vectors gives, to the last bit", async () => {
  const encoder = new TinyEncoder();
  const directory = new MemoryDirectory();
  const vectors = { dimensions: 3, model: "tiny" };
  const writer = await IndexWriter.open(directory, { vectors });
  for await (const each of addDocumentVectors(DOCUMENTS, writer.settings, encoder)) {
    await writer.add(each);
  }
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const dense = await DenseSearch.open(snapshot);
  const reranker = new DenseReranker(snapshot, encoder);
  for (const query of ["automobile", "engine moon", "nothing that it knows"]) {
    const documents = [3, 1, 0, 2];
    expect([...(await reranker.score(query, documents))]).toEqual([
      ...dense.score(computeDirection(query), documents),
    ]);
  }
  expect([...(await reranker.score("  ", [0, 1]))]).toEqual([0, 0]);
});

test("an index without stored fields, a depth of 0 and missing vectors are rejected", async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { stored: false });
  await writer.add({ id: "a", text: "one" });
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  expect(() => new DenseReranker(snapshot, new TinyEncoder())).toThrow("needs stored fields");
  const index = await createIndex();
  await index.add(DOCUMENTS);
  const broken = { ...new TinyEncoder(), query: async () => [1, 0, 0], documents: async () => [] };
  await expect(index.search("park", { rerank: broken })).rejects.toThrow(
    "the encoder gave 0 vectors for",
  );
  const wrong = { ...broken, query: async () => [1, 0] };
  await expect(index.search("park", { rerank: wrong })).rejects.toThrow(
    "the query: a vector has 2 dimensions, those of the index 3",
  );
  await index.close();
});
