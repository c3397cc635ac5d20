/** Words and meaning on the page: offered in Compare, explained in Why. The encoder is a BERT so small that it is written here. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTinyBertFiles } from "../../../src/models/bert/tiny-bert.contract.ts";
import {
  findAccessibilityProblems,
  type PageServer,
  saveScreenshot,
  servePage,
} from "./page-server.ts";

let bert: string;
let served: PageServer;

beforeAll(async () => {
  bert = await mkdtemp(join(tmpdir(), "tiny-bert-"));
  for (const [name, bytes] of Object.entries(createTinyBertFiles())) {
    await writeFile(join(bert, name), bytes);
  }
  const documents = [..."abcdefgh"].map((letter, i) => ({
    id: `d${i}`,
    title: `Document ${i}`,
    text: `${letter} word`,
  }));
  served = await servePage("letters", documents, { encoder: bert });
});
afterAll(async () => {
  await served.close();
  await rm(bert, { recursive: true });
});

test("Compare offers words and meaning, with the weight of meaning to move", async () => {
  const page = await served.open("compare", { q: "c", a: "ranker=bm25", b: "ranker=lm" });
  const second = page
    .getByRole("group", { name: "Ranking B" })
    .getByLabel("Ranker", { exact: true });
  await page
    .getByRole("option", { name: "Words and meaning (hybrid)" })
    .first()
    .waitFor({ state: "attached" });
  await second.selectOption("hybrid");
  // One document has the word; all others are found by their vectors.
  await page.getByText("Document 7").first().waitFor();
  await page.getByLabel(/alpha/).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await saveScreenshot(page, "compare-meaning");
  expect(served.problems).toEqual([]);
});

test("Why shows what words and meaning add", async () => {
  const page = await served.open("why", { q: "c", id: "d2", system: "ranker=hybrid" });
  await page.getByRole("rowheader", { name: "words", exact: true }).waitFor();
  await page.getByRole("rowheader", { name: "meaning", exact: true }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await saveScreenshot(page, "why-meaning");
  expect(served.problems).toEqual([]);
});
