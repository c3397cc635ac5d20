import { expect, test } from "vitest";
import { MemoryFiles } from "../src/storage/memory-files.ts";
import { OutcomeCache } from "./outcome-cache.ts";

const MODULE = "file:///experiment.js";
const KEY = { model: "knrm", settings: { rate: 0.1, epochs: 3 }, data: "abc", seed: 1 };

test("an outcome is computed once per key", async () => {
  const cache = new OutcomeCache(new MemoryFiles(), "kept", async () => "code");
  let computeCount = 0;
  const make = async (): Promise<number> => ++computeCount;
  expect(await cache.getOrCompute(MODULE, KEY, make)).toBe(1);
  const { seed, data, settings, model } = KEY;
  expect(await cache.getOrCompute(MODULE, { seed, data, settings, model }, make)).toBe(1);
  expect(
    await cache.getOrCompute(MODULE, { ...KEY, settings: { rate: 0.2, epochs: 3 } }, make),
  ).toBe(2);
  expect(await cache.getOrCompute(MODULE, { ...KEY, data: "abd" }, make)).toBe(3);
  expect(await cache.getOrCompute(MODULE, { ...KEY, seed: 2 }, make)).toBe(4);
});

test("changed code, or a damaged file, recomputes it", async () => {
  const files = new MemoryFiles();
  const compute = (code: string, value: string): Promise<string> =>
    new OutcomeCache(files, "kept", async () => code).getOrCompute(MODULE, KEY, async () => value);
  expect(await compute("a = 1", "old")).toBe("old");
  expect(await compute("a = 2", "new")).toBe("new");
  expect(await compute("a = 1", "unused")).toBe("old");
  for (const name of await files.list("kept")) {
    await files.write(`kept/${name}`, [new TextEncoder().encode('{"key": "')]);
  }
  expect(await compute("a = 1", "again")).toBe("again");
});

test("an outcome in which any byte was changed is computed again, and one without a checksum is read", async () => {
  const files = new MemoryFiles();
  const outcome = { map: 0.125, runs: [3, 4], note: "a text" };
  const compute = (value: unknown): Promise<unknown> =>
    new OutcomeCache(files, "kept", async () => "a = 1").getOrCompute(
      MODULE,
      KEY,
      async () => value,
    );
  expect(await compute(outcome)).toEqual(outcome);
  const [name = ""] = await files.list("kept");
  const sound: Uint8Array[] = [];
  for await (const chunk of files.read(`kept/${name}`)) sound.push(chunk);
  const bytes = Buffer.concat(sound);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = new Uint8Array(bytes);
    damaged[at] = (damaged[at] as number) ^ 1;
    await files.write(`kept/${name}`, [damaged]);
    const value = await compute("again");
    // A byte between values, such as a space for a newline, may leave the outcome as it was.
    if (value !== "again")
      expect([value, String.fromCharCode(bytes[at] as number)]).toEqual([outcome, "\n"]);
  }
  const { checksum: _, ...earlier } = JSON.parse(bytes.toString());
  await files.write(`kept/${name}`, [new TextEncoder().encode(JSON.stringify(earlier))]);
  expect(await compute("again")).toEqual(outcome);
});
