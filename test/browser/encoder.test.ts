/**
 * Hybrid search in a page: the index is read from a server, the encoder computes in a worker, and
 * its model is fetched once. Always with a tiny model; with MiniLM if TERMWISE_MINILM names its
 * folder.
 */

import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createIndex, MemoryDirectory, type SearchIndex } from "../../src/browser.ts";
import { createTinyBertFiles } from "../../src/models/bert/tiny-bert.contract.ts";
import { openEncoder, type VectorEncoder } from "../../src/search/index.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { type FileServer, serveFiles } from "../file-server.ts";
import { FLAGS, WEBGPU_FLAGS } from "./page.ts";

const ROOT = join(import.meta.dirname, "../..");
const MINILM = process.env.TERMWISE_MINILM;
const WEIGHTS = "model.fp16.safetensors";

const DOCUMENTS = [
  { id: "flutter", text: "Wing flutter: oscillations of an aircraft's wings in the air stream" },
  { id: "egg", text: "Boil the eggs in salted water for ten minutes." },
  { id: "market", text: "The stock market fell sharply on Monday." },
];

interface PageResult {
  readonly isInWorker: boolean;
  readonly vector: readonly number[];
  readonly ids: readonly string[];
  readonly fromWorker: readonly string[];
}

interface EncodedInPage {
  readonly device?: string;
  readonly isInWorker: boolean;
  readonly vectors: readonly (readonly number[])[];
}

let library: readonly (readonly [string, Uint8Array])[];
let browser: Awaited<ReturnType<typeof chromium.launch>>;
let server: FileServer | undefined;
let context: BrowserContext | undefined;

beforeAll(async () => {
  const folder = join(ROOT, "dist/src");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  library = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
      .map((entry) => join(entry.parentPath, entry.name))
      .map(async (file) => [relative(ROOT, file), await readFile(file)] as const),
  );
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS, ...WEBGPU_FLAGS],
  });
});
afterAll(() => browser?.close());
afterEach(async () => {
  await context?.close();
  await server?.close();
});

/** A page on a server with the library, the model and an index built with the encoder. */
async function openModelPage(
  model: Readonly<Record<string, Uint8Array>>,
  encoder: VectorEncoder,
): Promise<{ readonly page: Page; readonly index: SearchIndex }> {
  const memory = new MemoryDirectory();
  const index = await createIndex(memory, { encoder });
  await index.add(DOCUMENTS);
  const files = new Map(library);
  files.set("", Buffer.from("<!doctype html><title>meaning</title>"));
  for (const name of await memory.list()) files.set(`index/${name}`, await memory.read(name));
  for (const [name, bytes] of Object.entries(model)) files.set(`model/${name}`, bytes);
  server = await serveFiles(files);
  context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  return { page, index };
}

/** Searches in the page, on its own thread and in the worker of an index. */
function searchInPage(page: Page, query: string, options: object): Promise<PageResult> {
  // As text, because the test runner rewrites imports in functions.
  return page.evaluate(`(async () => {
    const { openInWorker, openReadOnly } = await import("/dist/src/browser.js");
    const { openEncoderInWorker } = await import("/dist/src/worker.js");
    const encoder = await openEncoderInWorker("/model", ${JSON.stringify(options)});
    const query = ${JSON.stringify(query)};
    const vector = await encoder.query(query);
    const index = await openReadOnly("/index", { encoder });
    const { hits } = await index.search(query, { ranker: "hybrid" });
    const inWorker = await openInWorker("/index");
    const others = await inWorker.search(query, { ranker: "hybrid", vector });
    const { isInWorker } = encoder;
    await Promise.all([index.close(), inWorker.close(), encoder.close()]);
    return {
      isInWorker,
      vector: [...vector],
      ids: hits.map(({ id }) => id),
      fromWorker: others.hits.map(({ id }) => id),
    };
  })()`) as Promise<PageResult>;
}

const listModelRequests = (): readonly string[] =>
  (server?.requests ?? []).map(({ name }) => name).filter((name) => name.startsWith("model/"));

/** Checks that hold for every model. Returns the ids of the hits. */
async function expectSameResults(
  model: Readonly<Record<string, Uint8Array>>,
  encoder: VectorEncoder,
  options: { readonly weights?: string },
): Promise<readonly string[]> {
  const { page, index } = await openModelPage(model, encoder);
  const query = "how planes shake";
  const settings = { ...options, name: encoder.name };
  const first = await searchInPage(page, query, settings);
  expect(first.isInWorker).toBe(true);
  expect(first.vector).toEqual(Array.from(await encoder.query(query)));
  const { hits } = await index.search(query, { ranker: "hybrid" });
  expect(first.ids).toEqual(hits.map(({ id }) => id));
  expect(first.fromWorker).toEqual(first.ids);
  // Its three files, and its missing settings file; that it is missing is cached, too.
  const modelRequests = listModelRequests();
  expect(modelRequests).toHaveLength(4);
  expect(modelRequests.at(-1)).toBe("model/modules.json");
  await page.reload();
  expect(await searchInPage(page, query, settings)).toEqual(first);
  expect(listModelRequests()).toEqual(modelRequests);
  await index.close();
  await encoder.close?.();
  return first.ids;
}

describe("an encoder in the worker of a page", () => {
  test("computes the same bytes as Node and fetches its model once", async () => {
    const model = createTinyBertFiles();
    const files = new MemoryFiles(
      Object.fromEntries(Object.entries(model).map(([name, bytes]) => [`tiny/${name}`, bytes])),
    );
    await expectSameResults(model, await openEncoder("tiny", { files }), {});
  });

  test("computes on the browser's GPU, and by itself not on one that is software", async () => {
    const shape = { layers: 2, width: 32, heads: 2, units: 64, places: 64 };
    const model = createTinyBertFiles([], shape);
    const files = new MemoryFiles(
      Object.fromEntries(Object.entries(model).map(([name, bytes]) => [`tiny/${name}`, bytes])),
    );
    const encoder = await openEncoder("tiny", { files });
    const { page, index } = await openModelPage(model, encoder);
    const texts = ["boil an egg", "wing flutter of an aircraft ".repeat(3), "x"];
    // As text, because the test runner rewrites imports in functions.
    const encodeInPage = (device: string): Promise<EncodedInPage> =>
      page.evaluate(`(async () => {
        const { openEncoderInWorker } = await import("/dist/src/worker.js");
        const options = { name: "tiny", device: ${JSON.stringify(device)} };
        const encoder = await openEncoderInWorker("/model", options);
        const vectors = await encoder.documents(${JSON.stringify(texts)});
        const { device, isInWorker } = encoder;
        await encoder.close();
        return { device, isInWorker, vectors: vectors.map((vector) => [...vector]) };
      })()`) as Promise<EncodedInPage>;
    const onGpu = await encodeInPage("gpu");
    expect(onGpu).toMatchObject({ device: "google swiftshader", isInWorker: true });
    const expected = await encoder.documents(texts);
    for (const [i, vector] of onGpu.vectors.entries()) {
      const cosine = vector.reduce((sum, x, j) => sum + x * ((expected[i] as number[])[j] ?? 0), 0);
      expect(cosine).toBeGreaterThan(0.9999);
    }
    const byItself = await encodeInPage("auto");
    expect(byItself.device).toBeUndefined();
    expect(byItself.vectors).toEqual(expected.map((vector) => Array.from(vector)));
    await index.close();
    await encoder.close?.();
  });

  test("the example of a page searches by meaning, and says on which device it encodes", async () => {
    const shape = { layers: 2, width: 32, heads: 2, units: 64, places: 64 };
    const model = createTinyBertFiles([], shape);
    const files = new MemoryFiles(
      Object.fromEntries(Object.entries(model).map(([name, bytes]) => [`tiny/${name}`, bytes])),
    );
    const encoder = await openEncoder("tiny", { files });
    const { page, index } = await openModelPage(model, encoder);
    for (const name of ["examples/semantic/main.js", "examples/semantic/index.html"]) {
      server?.files.set(name, await readFile(join(ROOT, name)));
    }
    const { hits } = await index.search("boil an egg", { ranker: "hybrid" });
    for (const [device, line] of [
      ["gpu", "Encoding on the GPU: google swiftshader"],
      ["auto", "Encoding on the CPU"], // a GPU that computes on the CPU is not chosen
    ]) {
      await page.goto(`${server?.url}examples/semantic/index.html?device=${device}`);
      await expect.poll(() => page.textContent("p"), { timeout: 60_000 }).toBe(line);
      await page.fill("input", "boil an egg");
      await page.click("button");
      await expect.poll(() => page.locator("li").count(), { timeout: 60_000 }).toBe(hits.length);
      expect(await page.textContent("li")).toBe(hits[0]?.document.text);
    }
    await index.close();
    await encoder.close?.();
  }, 180_000);

  test("names the missing file of a model", async () => {
    const { "config.json": config } = createTinyBertFiles();
    const files = new MemoryFiles(
      Object.fromEntries(
        Object.entries(createTinyBertFiles()).map(([name, bytes]) => [`tiny/${name}`, bytes]),
      ),
    );
    const encoder = await openEncoder("tiny", { files });
    const { page } = await openModelPage({ "config.json": config as Uint8Array }, encoder);
    await expect(searchInPage(page, "egg", { name: "tiny" })).rejects.toThrow(
      '/model/tokenizer.json"',
    );
    await encoder.close?.();
  });
});

if (MINILM === undefined) {
  console.log("TERMWISE_MINILM is not set: MiniLM is not tried in a page");
} else {
  test("MiniLM searches semantically in a page", async () => {
    const folder = join(MINILM, "model");
    const names = ["config.json", "tokenizer.json", WEIGHTS];
    const model = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))])),
    );
    const encoder = await openEncoder(MINILM, { name: "minilm" });
    const [best] = await expectSameResults(model, encoder, { weights: WEIGHTS });
    expect(best).toBe("flutter"); // which has no word of the query
  });
}
