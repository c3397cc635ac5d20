import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMIT_FILE as LIBRARY_COMMIT_FILE } from "../../../src/node.ts";
import { createTemporaryFolder } from "../../../test/temporary-folder.ts";
import { COMMIT_FILE, hasModels } from "./index-catalog.ts";

const root = createTemporaryFolder("index-catalog");

test("a folder is an index by the same file as for the library", () => {
  expect(COMMIT_FILE).toBe(LIBRARY_COMMIT_FILE);
});

test.each([
  ["a trained model beside the indexes", "model", "model.json"],
  ["a published cross-encoder", "minilm", "model.safetensors"],
  ["a model of an index", ".server/recipes/models/m1", "model.json"],
])("finds %s", async (_, folder, file) => {
  const own = join(root, file, folder.replaceAll("/", "-"));
  await mkdir(join(own, "recipes"), { recursive: true });
  await writeFile(join(own, "recipes", COMMIT_FILE), "");
  expect(await hasModels({ root: own })).toBe(false);
  await mkdir(join(own, folder), { recursive: true });
  expect(await hasModels({ root: own })).toBe(false);
  await writeFile(join(own, folder, file), "");
  expect(await hasModels({ root: own })).toBe(true);
});
