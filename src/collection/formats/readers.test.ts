import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { ReadOptions } from "./lines.ts";
import { READERS, type Reader } from "./readers.contract.ts";

async function records(reader: Reader, content: string | Uint8Array, options?: ReadOptions) {
  const all: unknown[] = [];
  const files = new MemoryFiles({ file: content });
  for await (const record of reader.read(files, "file", options)) all.push(record);
  return all;
}

describe.each(READERS)("$name", (reader) => {
  test("reads the records of its sample, plain or compressed, with either line end", async () => {
    const plain = await records(reader, reader.sample);
    expect(plain).toHaveLength(2);
    expect(await records(reader, gzipSync(reader.sample))).toEqual(plain);
    expect(await records(reader, reader.sample.replaceAll("\n", "\r\n"))).toEqual(plain);
    expect(await records(reader, `\uFEFF${reader.sample}\n\n`)).toEqual(plain);
  });

  test("reports file and line of a bad record, and skips it with onBad", async () => {
    const [text, line] = reader.bad;
    const error = { code: "BAD_INPUT", details: { file: "file", line } };
    await expect(records(reader, text)).rejects.toMatchObject(error);
    const reported: unknown[] = [];
    const accepted = await records(reader, text, { onBad: (error) => reported.push(error) });
    expect(reported).toMatchObject([error]);
    expect(accepted).toHaveLength(2);
  });

  test("reports a missing file", async () => {
    await expect(async () => {
      for await (const _ of reader.read(new MemoryFiles(), "nowhere"));
    }).rejects.toMatchObject({ code: "NOT_FOUND", message: 'there is no file "nowhere"' });
  });

  test("finds nothing in an empty file", async () => {
    if (reader.name.startsWith("read")) {
      await expect(records(reader, "")).rejects.toMatchObject({ code: "BAD_INPUT" });
    } else {
      expect(await records(reader, "")).toEqual([]);
    }
  });

  test("reports a truncated gzip file, even with onBad", async () => {
    const packed = gzipSync(reader.sample.repeat(50));
    const cut = packed.subarray(0, packed.length - 12);
    await expect(records(reader, cut, { onBad: () => {} })).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining("file is damaged or cut off"),
    });
  });

  test("decodes bytes that are not UTF-8 as documented", async () => {
    const bytes = Buffer.from(reader.wrap("caf\u00e9"), "latin1");
    if (reader.encoding === "auto") {
      expect(JSON.stringify(await records(reader, bytes))).toContain("café");
    } else {
      await expect(records(reader, bytes)).rejects.toMatchObject({
        code: "BAD_INPUT",
        message: expect.stringMatching(/^file:\d+: the bytes are not valid UTF-8$/),
      });
    }
  });
});
