import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { FaultyDirectory, PowerCut } from "../faults/faulty-directory.ts";

const toBytes = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Every content of file `a` that 500 power cuts leave, after `prepare`. */
async function collectFates(
  prepare: (disk: FaultyDirectory) => Promise<void>,
): Promise<Set<string>> {
  const disk = new FaultyDirectory();
  await prepare(disk);
  const random = new Random(5);
  const contents = new Set<string>();
  for (let i = 0; i < 500; i++) {
    const content = disk.afterCrash(random).get("a");
    contents.add(content === undefined ? "lost" : Buffer.from(content).toString());
  }
  return contents;
}

test("keeps a file whose bytes and name were synced", async () => {
  const survivors = await collectFates(async (disk) => {
    await disk.write("a", toBytes("ab"));
    await disk.sync("a");
    await disk.syncNames();
  });
  expect([...survivors]).toEqual(["ab"]);
});

test("may lose a file whose name was not synced, but never its synced bytes", async () => {
  const survivors = await collectFates(async (disk) => {
    await disk.write("a", toBytes("ab"));
    await disk.sync("a");
  });
  expect([...survivors].sort()).toEqual(["ab", "lost"]);
});

test("damages unsynced bytes in all six ways", async () => {
  const survivors = await collectFates(async (disk) => {
    await disk.write("a", toBytes("ab"));
    await disk.syncNames();
  });
  for (const fate of ["ab", "lost", "", "a", "\0\0"]) expect(survivors).toContain(fate);
  // One bit differs, for instance a (0x61) becomes c (0x63).
  expect([...survivors].some((s) => s.length === 2 && s !== "ab" && s !== "\0\0")).toBe(true);
});

test("shows the old or the new file after an unsynced rename", async () => {
  const disk = new FaultyDirectory({ disk: new Map([["a", toBytes("old")]]) });
  await disk.write("b", toBytes("new"));
  await disk.sync("b");
  await disk.rename("b", "a");
  const random = new Random(1);
  const contents = new Set<string>();
  for (let i = 0; i < 100; i++) {
    contents.add(Buffer.from(disk.afterCrash(random).get("a") as Uint8Array).toString());
  }
  expect([...contents].sort()).toEqual(["new", "old"]);
});

test("fails at exactly the chosen operation and refuses all others after a power cut", async () => {
  const disk = new FaultyDirectory({ failAt: 3 });
  await disk.write("a", toBytes("x"));
  await disk.sync("a");
  await expect(disk.syncNames()).rejects.toThrow(PowerCut);
  await expect(disk.read("a")).rejects.toThrow(PowerCut);
  expect(disk.operations).toBe(3);
});

test("fails once, or from then on", async () => {
  const once = new FaultyDirectory({ failAt: 1, fault: "error once" });
  await expect(once.write("a", toBytes("xy"))).rejects.toMatchObject({
    code: "IO",
    details: { errno: "ENOSPC" },
  });
  expect(Buffer.from(await once.read("a")).toString()).toBe("x"); // a short write remains
  await once.remove("a");
  const always = new FaultyDirectory({ failAt: 1, fault: "error from then on" });
  for (const name of ["a", "b"]) {
    await expect(always.create(name)).rejects.toMatchObject({ code: "IO" });
  }
});

test("counts unclosed writers", async () => {
  const disk = new FaultyDirectory();
  const writer = await disk.create("a");
  expect(disk.openWriters).toBe(1);
  await writer.close();
  await writer.close();
  expect(disk.openWriters).toBe(0);
});
