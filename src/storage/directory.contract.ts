/** The contract of every implementation of `Directory`. */

import { describe, expect, test } from "vitest";
import type { Directory } from "./directory.ts";

export function directoryContract(name: string, fresh: () => Promise<Directory>): void {
  describe(name, () => {
    test("returns what was written, whole and in parts", async () => {
      const directory = await fresh();
      await directory.write("a", toBytes("one"));
      const writer = await directory.create("b");
      for (const part of ["two ", "", "three"]) await writer.append(toBytes(part));
      await writer.close();
      expect(await readText(directory, "a")).toBe("one");
      expect(await readText(directory, "b")).toBe("two three");
    });

    test("reads into memory that threads can share", async () => {
      const directory = await fresh();
      await directory.write("a", toBytes("shared"));
      const shared = await directory.readShared("a");
      expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(decode(shared)).toBe("shared");
    });

    test("keeps the bytes of an open file when its name is removed or reused", async () => {
      const directory = await fresh();
      await directory.write("a", toBytes("abcdef"));
      const file = await directory.openFile("a");
      await directory.remove("a");
      await directory.write("a", toBytes("other"));
      expect(file.size).toBe(6);
      expect(decode(await file.read(2, 3))).toBe("cde");
      expect(decode(await file.read(4, 100))).toBe("ef");
      expect((await file.read(9, 1)).length).toBe(0);
      const buffer = new Uint8Array(3);
      await file.readInto(buffer, 1);
      expect(decode(buffer)).toBe("bcd");
      await expect(file.readInto(buffer, 4)).rejects.toMatchObject({ code: "IO" });
      // Not every platform can read synchronously.
      if (file.readSync !== undefined) {
        file.readSync(buffer, 3);
        expect(decode(buffer)).toBe("def");
        expect(() => file.readSync?.(buffer, 4)).toThrow("ended at byte 6");
      }
      const shared = await file.readShared();
      expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(decode(shared)).toBe("abcdef");
      await file.close();
      await file.close();
    });

    test("returns copies, so that no caller can change a file", async () => {
      const directory = await fresh();
      const mine = toBytes("abc");
      await directory.write("a", mine);
      mine[0] = 0;
      (await directory.read("a"))[1] = 0;
      expect(await readText(directory, "a")).toBe("abc");
    });

    test("never overwrites", async () => {
      const directory = await fresh();
      await directory.write("a", toBytes("old"));
      await expect(directory.write("a", toBytes("new"))).rejects.toMatchObject({ code: "IO" });
      await expect(directory.create("a")).rejects.toMatchObject({ code: "IO" });
      expect(await readText(directory, "a")).toBe("old");
    });

    test("renames a file over an old one, and to itself", async () => {
      const directory = await fresh();
      await directory.write("new", toBytes("2"));
      await directory.write("pointer", toBytes("1"));
      await directory.rename("new", "pointer");
      await directory.rename("pointer", "pointer");
      expect(await directory.list()).toEqual(["pointer"]);
      expect(await readText(directory, "pointer")).toBe("2");
    });

    test("lists names in byte order, without removed ones", async () => {
      const directory = await fresh();
      for (const file of ["b", "a", "B", "a.2", "c"]) await directory.write(file, toBytes(""));
      await directory.remove("c");
      expect(await directory.list()).toEqual(["B", "a", "a.2", "b"]);
    });

    test("syncs files and names", async () => {
      const directory = await fresh();
      await directory.write("a", toBytes("x"));
      await directory.sync("a");
      await directory.syncNames();
      expect(await readText(directory, "a")).toBe("x");
    });

    test("names the missing file", async () => {
      const directory = await fresh();
      const missing = { code: "NOT_FOUND", message: 'there is no file "absent"' };
      await expect(directory.read("absent")).rejects.toMatchObject(missing);
      await expect(directory.readShared("absent")).rejects.toMatchObject(missing);
      await expect(directory.openFile("absent")).rejects.toMatchObject(missing);
      await expect(directory.sync("absent")).rejects.toMatchObject(missing);
      await expect(directory.remove("absent")).rejects.toMatchObject(missing);
    });

    test.each(["", ".hidden", "../up", "a/b", "a\\b", "a\0b", "ü", "x".repeat(201)])(
      "rejects the name %j",
      async (bad) => {
        const directory = await fresh();
        const rule = { code: "BAD_ARGUMENT" };
        await expect(directory.write(bad, toBytes(""))).rejects.toMatchObject(rule);
        await expect(directory.read(bad)).rejects.toMatchObject(rule);
        await expect(directory.lock(bad)).rejects.toMatchObject(rule);
      },
    );

    test("grants a lock of one name to one holder at a time", async () => {
      const directory = await fresh();
      const release = await directory.lock("writer");
      await expect(directory.lock("writer")).rejects.toMatchObject({ code: "LOCKED" });
      const other = await directory.lock("other");
      expect(await directory.isLocked("writer")).toBe(true);
      await release();
      expect(await directory.isLocked("writer")).toBe(false);
      await (await directory.lock("writer"))();
      await other();
      expect(await directory.list()).toEqual([]);
    });
  });
}

function toBytes(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

async function readText(directory: Directory, name: string): Promise<string> {
  return decode(await directory.read(name));
}

/** A decoder does not accept shared memory. */
function decode(read: Uint8Array): string {
  return new TextDecoder().decode(read.slice());
}
