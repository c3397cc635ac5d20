/** An index in a worker, as built: from a directory in memory and from a file server. */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type FileServer, serveFiles } from "../file-server.ts";

const { createIndex, HttpDirectory, MemoryDirectory, openIndex, openInWorker } = (await import(
  new URL("../../dist/src/browser.js", import.meta.url).href
)) as typeof import("../../src/browser.ts");

const DOCUMENTS = [
  { id: "eggs", title: "Boiled eggs", text: "Lower the eggs into boiling water." },
  { id: "soup", title: "Soup", text: "Simmer the soup all day." },
];

const memory = new MemoryDirectory();
const open: { close(): Promise<void> }[] = [];
let server: FileServer;

beforeAll(async () => {
  const index = await createIndex(memory);
  await index.add(DOCUMENTS);
  await index.close();
  const files = new Map<string, Uint8Array>();
  for (const name of await memory.list()) files.set(`index/${name}`, await memory.read(name));
  server = await serveFiles(files);
});

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

afterAll(() => server.close());

test.each(["memory", "address", "directory"])(
  "returns the same results as on the calling thread: %s",
  async (from) => {
    const url = `${server.url}index`;
    const location = { memory, address: url, directory: new HttpDirectory(url) }[from] ?? url;
    const index = await openInWorker(location);
    open.push(index);
    expect(index.isInWorker).toBe(true);
    const { hits, total } = await index.search("boiled egg", { snippet: true });
    expect(total).toBe(1);
    expect(hits[0]?.document).toEqual(DOCUMENTS[0]);
    expect(hits[0]?.snippet?.html).toContain("<mark>");
    expect(await index.suggest("sou")).toEqual(await runOnThisThread((own) => own.suggest("sou")));
    expect(await index.explain("soup", "soup")).toEqual(
      await runOnThisThread((own) => own.explain("soup", "soup")),
    );
    expect(await index.get("soup")).toEqual(DOCUMENTS[1]);
    expect(await index.count()).toBe(2);
    expect(await index.refresh()).toBe(false);
  },
);

test("cancels aborted requests", async () => {
  const index = await openInWorker(memory);
  open.push(index);
  const typing = new AbortController();
  const outdated = index.search("boi", { signal: typing.signal });
  const current = index.search("boiled");
  typing.abort();
  await expect(outdated).rejects.toMatchObject({ name: "AbortError" });
  expect((await current).total).toBe(1);
});

test("rethrows errors with their code, and refuses calls once it is closed", async () => {
  await expect(openInWorker(`${server.url}nowhere`)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const index = await openInWorker(memory);
  await expect(index.explain("soup", "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
  const ranker = { name: "own", prepare: () => undefined } as never;
  await expect(index.search("soup", { ranker })).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
  await index.close();
  await expect(index.search("soup")).rejects.toMatchObject({ code: "CANCELLED" });
  await index.close();
});

test("an index on a server is opened by its URL, read-only", async () => {
  const index = await openIndex(`${server.url}index/`);
  open.push(index);
  expect((await index.search("soup")).hits.map(({ id }) => id)).toEqual(["soup"]);
  await expect(index.add({ id: "x", text: "x" })).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
});

async function runOnThisThread<T>(
  work: (index: Awaited<ReturnType<typeof openIndex>>) => Promise<T>,
): Promise<T> {
  const index = await openIndex(memory);
  try {
    return await work(index);
  } finally {
    await index.close();
  }
}
