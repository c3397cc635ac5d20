import { expect, test } from "vitest";
import { isNeededModule } from "./needed-modules.ts";

const READER = { isReader: true, hasModels: false, hasCluster: false };
const list = (purpose: Parameters<typeof isNeededModule>[1]): string[] =>
  [
    "file:///dist/src/search/snippets/index.js",
    "file:///dist/src/reranking/index.js",
    "file:///dist/src/search/trained-models.js",
    "file:///dist/src/neural.js",
    "file:///dist/adapters/opensearch/index.js",
  ].filter((module) => isNeededModule(module, purpose));

test("a thread that searches loads neither learning nor, without models, what re-ranks", () => {
  expect(list(READER)).toEqual(["file:///dist/src/search/snippets/index.js"]);
  expect(list({ ...READER, hasModels: true })).toEqual([
    "file:///dist/src/search/snippets/index.js",
    "file:///dist/src/reranking/index.js",
    "file:///dist/src/search/trained-models.js",
  ]);
});

test("other threads load all, what a cluster needs only with one", () => {
  expect(list({ ...READER, isReader: false })).toHaveLength(4);
  expect(list({ ...READER, isReader: false, hasCluster: true })).toHaveLength(5);
});
