/** index, add, put and delete, one after the other, with documents from files and standard input. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { add } from "./add.ts";
import { type CommandOutput, createCommandRunner } from "./command-runner.contract.ts";
import { deleteDocuments } from "./delete.ts";
import { indexCollection } from "./index-collection.ts";
import { withPipes } from "./pipe-files.ts";
import { put } from "./put.ts";
import { search } from "./search.ts";

const folder = createTemporaryFolder("changes");
const index = join(folder, "index");
const COMMANDS = [indexCollection, add, put, deleteDocuments, search];

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Types a command quietly, with `input` on standard input, a byte at a time. */
function runWithInput(input: string, ...argv: string[]): Promise<CommandOutput> {
  const pipe = async function* (): AsyncGenerator<Uint8Array> {
    for (const byte of new TextEncoder().encode(input)) yield Uint8Array.of(byte);
  };
  const files = withPipes(new NodeFiles(), async (path) => (path === "-" ? pipe() : undefined));
  return createCommandRunner(files, COMMANDS)(...argv, "--quiet");
}

const type = (...argv: string[]): Promise<CommandOutput> => runWithInput("", ...argv);

async function searchIds(query: string): Promise<string[]> {
  const { out } = await type("search", index, query, "--json");
  return JSON.parse(out).hits.map(({ id }: { id: string }) => id);
}

beforeEach(async () => {
  const lines = '{"id":"d1","text":"flutter of a wing"}\n{"id":"d2","text":"heat in wings"}\n';
  const indexed = await type("index", file("first.jsonl", lines), "--out", index, "--force");
  expect(indexed).toMatchObject({ code: 0, note: "" });
});

describe("add", () => {
  test("adds documents, and says what was done", async () => {
    const more = file("more.jsonl", '{"id":"d3","text":"wing tips"}\n');
    expect(await type("add", index, more)).toEqual({
      code: 0,
      out: `added 1 document to ${index}; it has 3 documents now\n`,
      note: "",
    });
    expect(await searchIds("tips")).toEqual(["d3"]);
  });

  test("adds nothing when an id is there already, unless told to keep the first", async () => {
    const more = file("more.jsonl", '{"id":"d3","text":"tips"}\n{"id":"d1","text":"tips"}\n');
    const refused = await type("add", index, more);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.note).toContain('"d1" is in the index already');
    expect(await searchIds("tips")).toEqual([]);
    const { out } = await type("add", index, more, "--duplicates", "keep-first", "--json");
    expect(JSON.parse(out)).toMatchObject({ index, added: 1, skipped: 1, documents: 3 });
    expect(await searchIds("tips")).toEqual(["d3"]);
  });

  test("is refused where there is no index, and makes none", async () => {
    const nowhere = join(folder, "nowhere");
    expect(await type("add", nowhere, file("x.jsonl", ""))).toMatchObject({ code: 2, out: "" });
    expect(await type("add", folder, join(folder, "first.jsonl"))).toMatchObject({
      code: 2,
      note: expect.stringContaining("there is no index in the folder"),
    });
    expect(await new NodeFiles().kind(nowhere)).toBeUndefined();
  });
});

describe("put", () => {
  test("replaces by id and adds the rest", async () => {
    const more = file("more.jsonl", '{"id":"d1","text":"tips"}\n{"id":"d3","text":"tips"}\n');
    expect((await type("put", index, more)).out).toBe(
      `added 1 document to ${index} and replaced 1; it has 3 documents now\n`,
    );
    expect(await searchIds("tips")).toEqual(["d3", "d1"]);
    expect(await searchIds("flutter")).toEqual([]);
  });

  test("takes its columns from options", async () => {
    const table = file("t.csv", "SKU;Name;Text\nd2;Lamp;of brass\nd9;Desk;of oak\n");
    const names = ["--id-field", "sku", "--title-field", "name", "--text-field", "text,name"];
    const { out } = await type("put", index, table, ...names, "--json");
    expect(JSON.parse(out)).toMatchObject({ added: 1, replaced: 1, documents: 3 });
    expect(await searchIds("lamp")).toEqual(["d2"]);
    expect(await type("put", index, table, "--text-field", "a,,b")).toMatchObject({ code: 2 });
  });
});

describe("delete", () => {
  test("deletes by id, and names those that are not there", async () => {
    const { out, note, code } = await type("delete", index, "d1", "-x", "d7");
    expect(code).toBe(0);
    expect(out).toBe(`deleted 1 document from ${index}; it has 1 document now\n`);
    expect(note).toBe("2 not in the index: -x, d7\n");
    expect(await searchIds("wing")).toEqual(["d2"]);
  });

  test("reads ids from a file or from standard input", async () => {
    const { out } = await type("delete", index, "--ids", file("ids", "d1\n\n d7 \n"), "--json");
    expect(JSON.parse(out)).toMatchObject({ deleted: 1, missing: ["d7"], documents: 1 });
    expect((await runWithInput("d2\n", "delete", index, "--ids", "-")).out).toContain("deleted 1 ");
    expect(await searchIds("wing")).toEqual([]);
  });
});

describe("standard input", () => {
  test.each([
    ["JSON lines", '{"id":"d8","text":"tips"}\n'],
    ["a JSON array", '[{"id":"d8","text":"tips"}]'],
    ["tab-separated lines", "d8\ttips\n"],
    ["columns with names", "text;id\ntips;d8\n"],
    [
      "columns with names of one's own",
      "sku;note\nd8;tips\n",
      "--id-field=SKU",
      "--text-field=note",
    ],
    ["TREC documents", "<DOC>\n<DOCNO>d8</DOCNO>\n<TEXT>tips</TEXT>\n</DOC>\n"],
  ])("is read as %s", async (_, input, ...options) => {
    expect(await runWithInput(input, "add", index, "-", ...options)).toMatchObject({
      code: 0,
      note: "",
    });
    expect(await searchIds("tips")).toEqual(["d8"]);
  });

  test("may be far longer than what is looked at first", async () => {
    const line = (i: number): string => `{"id":"n${i}","text":"${"many words ".repeat(40)}"}\n`;
    const input = Array.from({ length: 4000 }, (_, i) => line(i)).join("");
    const pipe = async function* (): AsyncGenerator<Uint8Array> {
      const bytes = new TextEncoder().encode(input);
      for (let at = 0; at < bytes.length; at += 65536) yield bytes.subarray(at, at + 65536);
    };
    const files = withPipes(new NodeFiles(), async (path) => (path === "-" ? pipe() : undefined));
    const { out } = await createCommandRunner(files, COMMANDS)(
      "put",
      index,
      "-",
      "--json",
      "--quiet",
    );
    expect(JSON.parse(out)).toMatchObject({ added: 4000, documents: 4002 });
    const again = async (): Promise<void> => {
      for await (const _ of files.read("-"));
    };
    await expect(again()).rejects.toThrow("standard input can be read only once");
  });
});

test("a folder is indexed without what is no page, and a note says so", async () => {
  const pages = join(folder, "pages");
  await new NodeFiles().write(join(pages, "a.md"), [new TextEncoder().encode("# Tips\n\n*wing*")]);
  await new NodeFiles().write(join(pages, "b.txt"), [Uint8Array.of(0, 1, 2)]);
  await new NodeFiles().write(join(pages, "node_modules/c.md"), []);
  const { code, note } = await type("index", pages, "--out", index, "--force");
  expect(code).toBe(0);
  expect(note).toBe(
    `passed over 1 not text (${pages}/b.txt), 1 node_modules (${pages}/node_modules)\n`,
  );
  expect(await searchIds("wing")).toEqual(["a.md"]);
});

describe("parts, all documents and filters", () => {
  test("put --parts changes properties alone, and refuses unknown documents", async () => {
    const parts = file("parts.jsonl", '{"id":"d1","price":3}\n');
    expect(await type("put", index, parts, "--parts")).toMatchObject({
      ...{ code: 0, out: `changed 1 document of ${index}\n` },
    });
    expect(await searchIds("flutter")).toEqual(["d1"]);
    const unknown = file("unknown.jsonl", '{"id":"d9","price":3}\n');
    expect((await type("put", index, unknown, "--parts")).note).toContain('no document "d9"');
    const both = await type("put", index, parts, "--parts", "--replace-all");
    expect(both.note).toContain("exclude each other");
  });

  test("put --replace-all leaves the documents of the source alone", async () => {
    const all = file("all.jsonl", '{"id":"d2","text":"wing"}\n{"id":"d3","text":"wing"}\n');
    const { out } = await type("put", index, all, "--replace-all");
    expect(out).toBe(`added 2 documents to ${index} and replaced 0; it has 2 documents now\n`);
    expect((await searchIds("wing")).sort()).toEqual(["d2", "d3"]);
  });

  test("delete --filter deletes the documents that pass", async () => {
    await type("put", index, file("parts.jsonl", '{"id":"d1","price":3}\n'), "--parts");
    const { out } = await type("delete", index, "--filter", "price < 5");
    expect(out).toBe(`deleted 1 document from ${index}; it has 1 document now\n`);
    expect((await type("delete", index, "d2", "--filter", "price < 5")).note).toContain("ids or");
  });
});
