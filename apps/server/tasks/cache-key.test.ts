import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type CacheKey,
  getOrCreate,
  type IndexIdentity,
  joinSettings,
  readFileKey,
  readIndexIdentity,
} from "./cache-key.ts";

const folder = mkdtempSync(join(tmpdir(), "termwise-keys-"));
const path = join(folder, "weights.tsv");
const TIME = new Date(1_700_000_000_000);

function write(file: string, text: string): void {
  writeFileSync(file, text);
  utimesSync(file, TIME, TIME);
}

test("a file has the same key until it changes", async () => {
  write(path, "one");
  const key = await readFileKey(path);
  expect(key).toBeDefined();
  expect(await readFileKey(path)).toBe(key);
});

test("a file that replaces another of the same size and time has another key", async () => {
  write(path, "one");
  const key = await readFileKey(path);
  write(`${path}.new`, "two");
  renameSync(`${path}.new`, path);
  expect(await readFileKey(path)).not.toBe(key);
});

test("there is no key of a file that is missing, or of a folder", async () => {
  expect(await readFileKey(join(folder, "absent"))).toBeUndefined();
  expect(await readFileKey(folder)).toBeUndefined();
});

test("other settings are another key", async () => {
  const key = (await readFileKey(path)) as CacheKey;
  const first = joinSettings(key, { stemmer: "english" });
  expect(joinSettings(key, { stemmer: "english" })).toBe(first);
  expect(joinSettings(key, { stemmer: "none" })).not.toBe(first);
});

test("values are cached, failures are not, and a name is not a key", async () => {
  const cache = new Map<CacheKey, Promise<number>>();
  const key = (await readFileKey(path)) as CacheKey;
  await expect(getOrCreate(cache, key, () => Promise.reject(new Error("no")))).rejects.toThrow();
  expect(await getOrCreate(cache, key, async () => 1)).toBe(1);
  expect(await getOrCreate(cache, key, async () => 2)).toBe(1);
  // @ts-expect-error: the name of a model is not a key.
  expect(await getOrCreate(cache, "model", async () => 3)).toBe(3);
});

test("of values that are made anew, those used last are kept", async () => {
  const cache = new Map<CacheKey, Promise<number>>();
  const key = (await readFileKey(path)) as CacheKey;
  const get = (version: number): Promise<number> =>
    getOrCreate(cache, joinSettings(key, { version }), async () => version, 2);
  for (const version of [1, 2, 1, 3]) expect(await get(version)).toBe(version);
  expect([...cache.keys()]).toEqual([1, 3].map((version) => joinSettings(key, { version })));
});

test("an index has one identity until it is replaced, by this process or another", async () => {
  const indexFolder = join(folder, "index");
  mkdirSync(indexFolder);
  const identity = await readIndexIdentity([indexFolder], 0);
  writeFileSync(join(indexFolder, "commit"), "changes are not replacements");
  expect(await readIndexIdentity([indexFolder], 0)).toBe(identity);
  expect(await readIndexIdentity([indexFolder], 1)).not.toBe(identity);
  expect(await readIndexIdentity([indexFolder, folder], 0)).not.toBe(identity);
  rmSync(indexFolder, { recursive: true });
  mkdirSync(indexFolder);
  expect(await readIndexIdentity([indexFolder], 0)).not.toBe(identity);
  await expect(readIndexIdentity([join(folder, "absent")], 0)).rejects.toThrow("ENOENT");
});

test("the name of an index is not its identity", async () => {
  const cache = new Map<IndexIdentity, Promise<number>>();
  // @ts-expect-error: a successor of the same name would get the value.
  expect(await getOrCreate(cache, "recipes", async () => 1)).toBe(1);
});
