import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FileServer, serveFiles } from "../../../test/file-server.ts";
import { createTinyBertFiles, encodeJson } from "../../models/bert/tiny-bert.contract.ts";
import { openEncoder } from "../../search/index.ts";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { openEncoderInWorker } from "./index.ts";

const model = Object.entries(createTinyBertFiles());
let server: FileServer;
beforeAll(async () => {
  server = await serveFiles([
    ...model.map(([name, bytes]) => [`tiny/${name}`, bytes] as const),
    ...model.map(([name, bytes]) => [`settled/${name}`, bytes] as const),
    ["settled/modules.json", encodeJson([{ type: "models.Pooling", path: "1_Pooling" }])],
    ["settled/1_Pooling/config.json", encodeJson({ pooling_mode: "cls" })],
    ...model.slice(0, 2).map(([name, bytes]) => [`half/${name}`, bytes] as const),
  ]);
});
afterAll(() => server.close());

describe("an encoder at an address", () => {
  test("gives the vectors of the same encoder in a folder", async () => {
    const files = new MemoryFiles(
      Object.fromEntries(model.map(([name, bytes]) => [`tiny/${name}`, bytes])),
    );
    const options = { pooling: "first", queryPrefix: "q " } as const;
    const local = await openEncoder("tiny", { files, ...options });
    const remote = await openEncoderInWorker(`${server.url}tiny/`, { name: "tiny", ...options });
    expect(remote).toMatchObject({ name: "tiny", dimensions: 8 });
    expect(await remote.query("boil an egg")).toEqual(await local.query("boil an egg"));
    const texts = ["egg", "soup"];
    const told: unknown[] = [];
    const vectorsFromWorker = await remote.documents(texts, (report) => told.push(report));
    expect(vectorsFromWorker).toEqual(await local.documents(texts));
    expect(told).toEqual([{ task: "encoding", done: 2, total: 2, unit: "texts" }]);
    await remote.close();
    await expect(remote.query("egg")).rejects.toMatchObject({ code: "CANCELLED" });
    await local.close?.();
  });

  test("uses the settings of its folder", async () => {
    const [plain, settled, told] = await Promise.all([
      openEncoderInWorker(`${server.url}tiny`, { name: "tiny" }),
      openEncoderInWorker(`${server.url}settled`, { name: "tiny" }),
      openEncoderInWorker(`${server.url}tiny`, { name: "tiny", pooling: "first" }),
    ]);
    const vectors = await Promise.all([plain, settled, told].map((each) => each.query("soup")));
    expect(vectors[1]).toEqual(vectors[2]);
    expect(vectors[1]).not.toEqual(vectors[0]);
    await Promise.all([plain, settled, told].map((each) => each.close()));
  });

  test("names the file that is missing", async () => {
    await expect(openEncoderInWorker(`${server.url}half`, { name: "x" })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: `there is no file "${server.url}half/model.safetensors"`,
    });
  });

  test("reports an unreachable server", async () => {
    const closed = await serveFiles([]);
    await closed.close();
    const opening = openEncoderInWorker(closed.url, { name: "x" });
    await expect(opening).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  test.each([
    ["no address", { name: "x" }, 'by its address, got "no address"'],
    ["http://127.0.0.1/", { name: "" }, "needs the name of its model"],
  ])("is refused for %j and %j", async (address, options, message) => {
    await expect(openEncoderInWorker(address, options)).rejects.toThrow(message);
  });
});
