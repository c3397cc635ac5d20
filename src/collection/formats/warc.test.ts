import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Document } from "../document.ts";
import { openCollection } from "../open-collection.ts";
import { streamWarcDocuments } from "./warc.ts";

function createRecord(headers: Record<string, string>, block: string | Buffer): Buffer {
  const body = Buffer.from(block);
  const lines = Object.entries({ ...headers, "Content-Length": String(body.length) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.concat([Buffer.from(`WARC/1.0\r\n${head}\r\n`), body, Buffer.from("\r\n\r\n")]);
}

const HTTP = { "WARC-Type": "response", "Content-Type": "application/http; msgtype=response" };
const PAGE =
  "<html><head><title>Salt &amp; plums</title></head><body><p>Layer them.</p></body></html>";

const createPage = (id: string, head: string, body: string | Buffer): Buffer =>
  createRecord(
    { ...HTTP, "WARC-TREC-ID": id, "WARC-Target-URI": "http://plums.example/" },
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), Buffer.from(body)]),
  );

async function read(content: Buffer, options = {}): Promise<Document[]> {
  const documents: Document[] = [];
  const files = new MemoryFiles({ "a.warc.gz": content });
  for await (const document of streamWarcDocuments(files, "a.warc.gz", options)) {
    documents.push(document);
  }
  return documents;
}

const info = createRecord({ "WARC-Type": "warcinfo" }, "software: a crawler\r\n\r\nmore\r\n");

test("Pages have a title, a text and an address; other records are skipped.", async () => {
  const page = createPage(
    "clueweb09-en0000-00-00000",
    "Content-Type: text/html; charset=utf-8",
    PAGE,
  );
  const image = createPage("x", "Content-Type: image/png", Buffer.from([0, 255, 10, 10]));
  const expected = [
    {
      id: "clueweb09-en0000-00-00000",
      title: "Salt & plums",
      text: "Layer them.",
      fields: { url: "http://plums.example/" },
    },
  ];
  expect(await read(Buffer.concat([info, image, page]))).toEqual(expected);
  const members = Buffer.concat([info, image, page].map((record) => gzipSync(record)));
  expect(await read(members)).toEqual(expected);
});

test("Bodies are put together from chunks, decompressed, and decoded by their character set.", async () => {
  const latin = Buffer.from("<p>caf\u00e9</p>", "latin1");
  const chunked = Buffer.concat([
    Buffer.from("5\r\n"),
    latin.subarray(0, 5),
    Buffer.from("\r\n6;x=1\r\n"),
    latin.subarray(5),
    Buffer.from("\r\n0\r\n\r\n"),
  ]);
  const records = [
    createPage(
      "a",
      "Content-Type: text/html; charset=ISO-8859-1\r\nTransfer-Encoding: chunked",
      chunked,
    ),
    createPage("b", "Content-Type: text/html\r\nContent-Encoding: gzip", gzipSync("<p>café</p>")),
    createPage("c", "Content-Type: text/html", latin),
    createPage("d", "Content-Type: text/plain\r\nTransfer-Encoding: chunked", "decoded already"),
  ];
  const texts = (await read(Buffer.concat(records))).map(({ id, text }) => `${id} ${text}`);
  expect(texts).toEqual(["a café", "b café", "c café", "d decoded already"]);
});

test("Texts that were extracted from pages have the id of their record.", async () => {
  const headers = {
    "WARC-Type": "conversion",
    "WARC-Record-ID": "<urn:uuid:7c1a>",
    "Content-Type": "text/plain",
  };
  expect(await read(createRecord(headers, "Salt.\n"))).toEqual([{ id: "7c1a", text: "Salt." }]);
});

test("A folder of WARC files is a collection, found by its content.", async () => {
  const page = createPage("a", "Content-Type: text/html", PAGE);
  const files = new MemoryFiles({ "crawl/00/a.gz": gzipSync(page), "crawl/readme": "a crawl" });
  const ids: string[] = [];
  const collection = await openCollection(files, "crawl");
  for await (const { id } of collection.documents()) ids.push(id);
  expect([collection.format, ids]).toEqual(["warc", ["a"]]);
});

test("What breaks the format is an error with the number of the record.", async () => {
  const page = createPage("a", "Content-Type: text/html", PAGE);
  const cut = Buffer.concat([info, page.subarray(0, page.length - 20)]);
  await expect(read(cut)).rejects.toThrow(
    /^a\.warc\.gz: record 2: the file ends before its \d+ bytes$/,
  );
  await expect(read(Buffer.from("WARC/1.0\r\nA: b\r\n\r\n"))).rejects.toThrow(
    "record 1: the header needs a Content-Length",
  );
  await expect(read(Buffer.concat([info, Buffer.from("no\r\n\r\n")]))).rejects.toThrow(
    "record 2: a record must start with WARC/",
  );
  await expect(read(page, { longestLine: 50 })).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  const bad = createPage("a b", "Content-Type: text/html", PAGE);
  const problems: string[] = [];
  const onBad = (error: Error): void => void problems.push(error.message);
  expect(await read(Buffer.concat([bad, page]), { onBad })).toHaveLength(1);
  expect(problems).toEqual(["a.warc.gz: record 1: the record has no id"]);
});

test.each([
  ["", '""'],
  ["0x10", '"0x10"'],
  ["-1", '"-1"'],
  ["2.5", '"2.5"'],
  ["99999999999999999999", '"99999999999999999999"'],
])("A Content-Length of %j is an error with its value.", async (length, shown) => {
  const record = Buffer.from(`WARC/1.0\r\nContent-Length: ${length}\r\n\r\nabc`);
  await expect(read(record)).rejects.toThrow(
    `a.warc.gz: record 1: Content-Length must be a number of bytes, got ${shown}`,
  );
});

test("A header without an end is an error of its length, and not kept.", async () => {
  const endless = Buffer.from(`WARC/1.0\r\n${"A: b\r\n".repeat(400_000)}`);
  await expect(read(endless)).rejects.toMatchObject({
    code: "LIMIT_EXCEEDED",
    message: "a.warc.gz: record 1: a header may have at most 1048576 bytes",
  });
});

test("A body in an encoding that is not read is an error with its record, not a text.", async () => {
  const brotli = createPage(
    "a",
    "Content-Type: text/html\r\nContent-Encoding: br",
    brotliCompressSync(PAGE),
  );
  const twice = createPage(
    "b",
    "Content-Type: text/html\r\nContent-Encoding: gzip, gzip",
    gzipSync(gzipSync(PAGE)),
  );
  const cut = createPage(
    "c",
    "Content-Type: text/html\r\nContent-Encoding: gzip",
    gzipSync(PAGE).subarray(0, 30),
  );
  const decoded = createPage("d", "Content-Type: text/html\r\nContent-Encoding: br", PAGE);
  const problems: string[] = [];
  const onBad = (error: Error): void => void problems.push(error.message);
  const found = await read(Buffer.concat([brotli, twice, cut, decoded]), { onBad });
  expect(found.map(({ id, text }) => `${id} ${text}`)).toEqual(["d Layer them."]);
  expect(problems).toEqual([
    'a.warc.gz: record 1: a body encoded by "br" cannot be read, only by gzip',
    'a.warc.gz: record 2: a body encoded by "gzip, gzip" cannot be read, only by gzip',
    expect.stringMatching(/^a\.warc\.gz: record 3: the body is damaged or cut off/),
  ]);
});

test("The body of a page is restored up to the longest page, however small its compressed bytes are.", async () => {
  const bomb = gzipSync(Buffer.alloc(2_000_000, "<p>plum</p>"));
  const page = createPage("a", "Content-Type: text/html\r\nContent-Encoding: gzip", bomb);
  await expect(read(page, { longestLine: 1_000_000 })).rejects.toMatchObject({
    code: "LIMIT_EXCEEDED",
    message: expect.stringMatching(
      /^a\.warc\.gz: record 1: a page may have at most 1000000 bytes, got 1/,
    ),
  });
  expect(await read(page)).toHaveLength(1);
});

test("Empty lines before a record take no memory, however many there are.", async () => {
  const page = createPage("a", "Content-Type: text/html", PAGE);
  const lines = Buffer.alloc(1 << 16, "\r\n");
  const begun = performance.now();
  const files = new MemoryFiles({});
  files.read = async function* () {
    for (let i = 0; i < 1000; i++) yield lines; // 63 MB
    yield page;
  };
  const ids: string[] = [];
  for await (const { id } of streamWarcDocuments(files, "a.warc", {})) ids.push(id);
  expect(ids).toEqual(["a"]);
  expect(performance.now() - begun).toBeLessThan(20_000); // it took minutes when all were kept
});

test("A body of many chunks is joined in place.", async () => {
  const letters = "<p>plums in salt".split("").map((letter) => `1\r\n${letter}\r\n`);
  const body = `${letters.join("")}${"1;x\r\n \r\n".repeat(100_000)}0\r\n\r\n`;
  const page = createPage("a", "Content-Type: text/html\r\nTransfer-Encoding: chunked", body);
  expect((await read(page)).map(({ text }) => text)).toEqual(["plums in salt"]);
});
