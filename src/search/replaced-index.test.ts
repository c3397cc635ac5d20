/** A folder may be removed and another index built in it while a program has the first one open. */

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { createIndex, openIndex } from "./open-index.ts";

const root = createTemporaryFolder("replaced-index");

test("the queries of another index in the same folder are analysed as its documents", async () => {
  const folder = join(root, "index");
  const first = await createIndex(folder, { analysis: { stemmer: "none" } });
  await first.add([{ id: "a", text: "running" }]);
  await first.close();
  const reader = await openIndex(folder);
  expect((await reader.search("runs")).total).toBe(0);
  await rm(folder, { recursive: true });
  const second = await createIndex(folder, { analysis: { stemmer: "porter2" } });
  await second.add([{ id: "b", text: "running" }]);
  await second.close();
  expect(await reader.refresh()).toBe(true);
  const { hits } = await reader.search("runs", { highlight: true });
  expect(hits.map(({ id, highlights }) => [id, highlights?.text?.html])).toEqual([
    ["b", "<mark>running</mark>"],
  ]);
  await reader.close();
});
