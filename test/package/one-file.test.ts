/**
 * The README's example in a bundle of one file, as esbuild and the tools of Workers make it: all
 * lazy parts are in it, so the build leaves out those that the variables of docs/browser.md name.
 */

import { mkdtempSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createIndex, type Hit, MemoryDirectory } from "../../src/index.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "one-file-"));

/** The limit of docs/browser.md. */
const MAX_GZIPPED_BYTES = 150_000;
const DEFINE = {
  "globalThis.TERMWISE_LEXICAL": "true",
  "globalThis.TERMWISE_ENGLISH": "true",
  "globalThis.TERMWISE_BROWSER": "true",
};

async function bundle(code: string): Promise<string> {
  const input = join(folder, "app.js");
  await writeFile(
    input,
    code.replaceAll('"termwise"', JSON.stringify(join(root, "dist/src/index.js"))),
  );
  const { output } = (await build({
    root,
    logLevel: "silent",
    configFile: false,
    define: DEFINE,
    build: {
      write: false,
      target: "es2023",
      rolldownOptions: {
        input,
        preserveEntrySignatures: "strict",
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((each) => each.type === "chunk");
  expect(chunks).toHaveLength(1);
  return chunks[0]?.code ?? "";
}

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a bundle in one file", () => {
  let code = "";
  let printed = "";
  let bundled: typeof import("../../src/index.ts") & { readonly hits: readonly Hit[] };

  beforeAll(async () => {
    const readme = await readFile(join(root, "README.md"), "utf8");
    const [, example = "", output = ""] =
      readme.match(/```js run\n(.*?)```\s*```text\n(.*?)```/s) ?? [];
    printed = output;
    code = await bundle(
      `${example}\nexport { hits };\nexport { createIndex, openEncoder, openIndex } from "termwise";\n`,
    );
    const file = join(folder, "bundle.mjs");
    await writeFile(file, code);
    bundled = await import(/* @vite-ignore */ pathToFileURL(file).href);
  });

  test("of the README's example is below 150 kB and prints what the README shows", () => {
    const bytes = gzipSync(code, { level: 9 }).length;
    console.log(JSON.stringify({ oneFileGzippedBytes: bytes }));
    expect(bytes).toBeLessThan(MAX_GZIPPED_BYTES);
    const lines = bundled.hits.map(
      ({ document, snippet }) => `${document.title}: ${snippet?.text}\n`,
    );
    expect(lines.join("")).toBe(printed);
  });

  test("refuses what it leaves out, and names the variable", async () => {
    const index = await bundled.createIndex();
    await index.add({ id: 1, text: "Lower the eggs into boiling water." });
    const judged = [{ query: "eggs", judgements: { 1: 1 } }] as never;
    const lexical = { code: "UNAVAILABLE", message: expect.stringContaining("TERMWISE_LEXICAL") };
    await expect(index.learn(judged)).rejects.toMatchObject(lexical);
    await expect(index.train("knrm", judged)).rejects.toMatchObject(lexical);
    await expect(index.trainEncoder(judged)).rejects.toMatchObject(lexical);
    await expect(index.search("eggs", { rerank: "models/knrm" })).rejects.toMatchObject(lexical);
    await expect(index.search("eggs", { ranker: "dense", vector: [1] })).rejects.toMatchObject(
      lexical,
    );
    for (const ranker of ["sdm", "tdv-bm25"]) {
      await expect(index.search("eggs", { ranker })).rejects.toMatchObject(lexical);
    }
    await expect(bundled.createIndex({ vectors: { dimensions: 2 } })).rejects.toMatchObject(
      lexical,
    );
    await expect(bundled.openEncoder("minilm")).rejects.toMatchObject(lexical);
    const english = { code: "UNAVAILABLE", message: expect.stringContaining("TERMWISE_ENGLISH") };
    for (const analysis of [{ stemmer: "german" }, { stopWords: "german" }] as const) {
      await expect(bundled.createIndex({ analysis })).rejects.toMatchObject(english);
    }
    const browser = { code: "UNAVAILABLE", message: expect.stringContaining("TERMWISE_BROWSER") };
    await expect(bundled.createIndex(folder)).rejects.toMatchObject(browser);
    expect((await index.search("boiled egg")).hits.map(({ id }) => id)).toEqual(["1"]);
  });

  test("searches an index with vectors by its words, and refuses to change it", async () => {
    const directory = new MemoryDirectory();
    const built = await createIndex(directory, { vectors: { dimensions: 2 } });
    await built.add({ id: 1, text: "boiled eggs", vector: [1, 0] });
    await built.close();
    const index = await bundled.openIndex(directory);
    await expect(index.add({ id: 2, text: "soup", vector: [0, 1] })).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    expect((await index.search("egg")).hits.map(({ id }) => id)).toEqual(["1"]);
    await index.close();
  });
});
