/** A model shrunk to the words of a site re-ranks its pages in the worker of the page. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NodeDirectory } from "../../../src/storage/node-directory.ts";
import { type SiteServer, serveSite } from "./site-server.ts";
import { createSmallModel, writeSmallModel } from "./small-model.ts";

let site: SiteServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-model-"));
  const directory = await NodeDirectory.open(folder);
  await writeSmallModel(directory, createSmallModel(["salt", "sea", "mine", "rake", "pan", "fog"]));
  const page = (title: string, text: string): string =>
    `<!doctype html><html lang="en"><script type="module" src="termwise/termwise-search.js"></script>
     <termwise-search></termwise-search><main><h1>${title}</h1><p>${text}</p></main>`;
  site = await serveSite({
    "index.html": page("Sea", "Salt of the sea."),
    "mine.html": page("Mine", "Salt from a mine, a rake and a pan of salt."),
  });
  site.build("--rerank", folder);
});

afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

test("searches re-rank with the model, which is fetched once", async () => {
  const open = await site.open("index.html");
  await open.getByRole("button", { name: "Search" }).click();
  await open.keyboard.type("salt pan");
  await open.getByText("Results: 2").waitFor();
  await open.getByRole("combobox").fill("salt");
  await open.getByText("Results: 2").waitFor();
  const weightRequests = site.requests.filter((path) => path.endsWith("weights.safetensors"));
  expect(weightRequests.length).toBe(1);
  expect(site.problems).toEqual([]);
});
