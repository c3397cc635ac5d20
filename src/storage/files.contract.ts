/** The contract of every implementation of `Files`. */

import { describe, expect, test } from "vitest";
import type { Files } from "./files.ts";

/** `fresh` returns empty files; their paths start with `root`. */
export function filesContract(
  name: string,
  fresh: () => Promise<{ files: Files; root: string }>,
): void {
  describe(name, () => {
    test("returns what was written, in any chunks", async () => {
      const { files, root } = await fresh();
      await files.write(`${root}/a.txt`, [toBytes("one "), toBytes(""), toBytes("two")]);
      expect(await readText(files, `${root}/a.txt`)).toBe("one two");
      expect(await files.size(`${root}/a.txt`)).toBe(7);
    });

    test("streams a file larger than a chunk completely and in order", async () => {
      const { files, root } = await fresh();
      const large = new Uint8Array(1_000_003).map((_, i) => i * 7);
      await files.write(`${root}/large`, [large]);
      const parts: Uint8Array[] = [];
      for await (const chunk of files.read(`${root}/large`)) parts.push(chunk);
      expect(parts.length).toBeGreaterThan(1);
      expect(Buffer.concat(parts).equals(large)).toBe(true);
    });

    test("creates missing folders and lists names in byte order", async () => {
      const { files, root } = await fresh();
      for (const path of ["b", "a/deep/x", "B", "é"]) await files.write(`${root}/${path}`, []);
      expect(await files.list(root)).toEqual(["B", "a", "b", "é"]);
      expect(await files.kind(`${root}/a/deep`)).toBe("folder");
      expect(await files.kind(`${root}/b`)).toBe("file");
      expect(await files.kind(`${root}/c`)).toBeUndefined();
      expect(await files.kind(`${root}/b/c`)).toBeUndefined();
    });

    test("replaces a file when a write succeeds, and leaves no trace of a failed one", async () => {
      const { files, root } = await fresh();
      await files.write(`${root}/a`, [toBytes("old")]);
      const failing = async function* (): AsyncGenerator<Uint8Array> {
        yield toBytes("half");
        throw new Error("source failed");
      };
      await expect(files.write(`${root}/a`, failing())).rejects.toThrow("source failed");
      await expect(files.write(`${root}/new`, failing())).rejects.toThrow("source failed");
      expect(await readText(files, `${root}/a`)).toBe("old");
      expect(await files.list(root)).toEqual(["a"]);
      await files.write(`${root}/a`, [toBytes("new")]);
      expect(await readText(files, `${root}/a`)).toBe("new");
    });

    test("names the missing path", async () => {
      const { files, root } = await fresh();
      const missing = { code: "NOT_FOUND", message: expect.stringContaining("nowhere") };
      await expect(readText(files, `${root}/nowhere`)).rejects.toMatchObject(missing);
      await expect(files.size(`${root}/nowhere`)).rejects.toMatchObject(missing);
      await expect(files.list(`${root}/nowhere`)).rejects.toMatchObject(missing);
    });
  });
}

function toBytes(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

async function readText(files: Files, path: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of files.read(path)) parts.push(chunk);
  return Buffer.concat(parts).toString();
}
