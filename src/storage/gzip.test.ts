import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compressGzip, decompress } from "./gzip.ts";

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Cuts bytes into pieces of `size`, so that boundaries fall anywhere. */
function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("decompress and compressGzip", () => {
  test("passes plain bytes through, whatever the chunks", async () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).filter((b) => b[0] !== 0x1f);
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 50 }), async (plain, size) => {
        expect(await collect(decompress(pieces(plain, size), "x"))).toEqual(Buffer.from(plain));
      }),
    );
  });

  test("decompresses zlib output, one byte at a time and with several members", async () => {
    const text = Buffer.from("wing flutter ".repeat(1000));
    expect(await collect(decompress(pieces(gzipSync(text), 1), "x"))).toEqual(text);
    const members = Buffer.concat([gzipSync("one "), gzipSync("two")]);
    expect((await collect(decompress(pieces(members, 7), "x"))).toString()).toBe("one two");
  });

  test("reports truncated or altered gzip", async () => {
    const gz = gzipSync(Buffer.from("wing flutter in a slipstream ".repeat(20)));
    for (let length = 2; length < gz.length; length++) {
      await expect(
        collect(decompress([gz.subarray(0, length)], "docs.gz")),
        `cut to ${length} bytes`,
      ).rejects.toMatchObject({ code: "BAD_INPUT", details: { file: "docs.gz" } });
    }
    const altered = Buffer.from(gz);
    altered[gz.length - 6] = (altered[gz.length - 6] as number) ^ 1; // a byte of the checksum
    await expect(collect(decompress([altered], "docs.gz"))).rejects.toThrow("docs.gz is damaged");
  });

  test("passes on the error of a failing source", async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield gzipSync("abc").subarray(0, 12);
      throw new Error("the disk is gone");
    }
    await expect(collect(decompress(source(), "x"))).rejects.toThrow("the disk is gone");
  });

  test("pulls no more than a slow reader requests, and stops its source when it stops", async () => {
    let pulled = 0;
    let closed = false;
    const member = gzipSync(randomBytes(10_000));
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          pulled += member.length;
          yield member;
        }
      } finally {
        closed = true;
      }
    }
    for await (const _ of decompress(source(), "x")) {
      await setTimeout(50);
      break;
    }
    await setTimeout(10);
    expect(closed).toBe(true);
    expect(pulled).toBeLessThan(1_000_000);
  });
});

test("compresses to what zlib decompresses", async () => {
  const text = Buffer.from("experimental investigation of the aerodynamics ".repeat(5000));
  expect(gunzipSync(await collect(compressGzip(pieces(text, 1000)))).equals(text)).toBe(true);
});

test("is compatible with the browser's codec in both directions", async () => {
  const browser = await import("./browser-gzip.ts");
  const text = Buffer.from("slipstream ".repeat(300));
  const stream = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield* pieces(bytes, 100);
  };
  const gz = await collect(compressGzip([text]));
  expect(await collect(browser.gunzip(stream(gz)))).toEqual(text);
  expect(await collect(decompress(browser.gzip(stream(text)), "x"))).toEqual(text);
  await expect(collect(browser.gunzip(stream(gz.subarray(0, 30))))).rejects.toThrow();
});
