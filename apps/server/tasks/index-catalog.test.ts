import { expect, test } from "vitest";
import { COMMIT_FILE as LIBRARY_COMMIT_FILE } from "../../../src/node.ts";
import { COMMIT_FILE } from "./index-catalog.ts";

test("a folder is an index by the same file as for the library", () => {
  expect(COMMIT_FILE).toBe(LIBRARY_COMMIT_FILE);
});
