import { expect, test } from "vitest";
import { MemoryFiles } from "../src/storage/memory-files.ts";
import { OutcomeCache } from "./outcome-cache.ts";

const KEY = { model: "knrm", settings: { rate: 0.1, epochs: 3 }, data: "abc", seed: 1 };

test("an outcome is computed once per key", async () => {
  const cache = new OutcomeCache(new MemoryFiles(), "kept", "1.0.0");
  let computeCount = 0;
  const make = async (): Promise<number> => ++computeCount;
  expect(await cache.getOrCompute(KEY, make)).toBe(1);
  const { seed, data, settings, model } = KEY;
  expect(await cache.getOrCompute({ seed, data, settings, model }, make)).toBe(1);
  expect(await cache.getOrCompute({ ...KEY, settings: { rate: 0.2, epochs: 3 } }, make)).toBe(2);
  expect(await cache.getOrCompute({ ...KEY, data: "abd" }, make)).toBe(3);
  expect(await cache.getOrCompute({ ...KEY, seed: 2 }, make)).toBe(4);
});

test("another version of the program, or a damaged file, recomputes it", async () => {
  const files = new MemoryFiles();
  await new OutcomeCache(files, "kept", "1.0.0").getOrCompute(KEY, async () => "old");
  expect(await new OutcomeCache(files, "kept", "1.0.1").getOrCompute(KEY, async () => "new")).toBe(
    "new",
  );
  for (const name of await files.list("kept")) {
    await files.write(`kept/${name}`, [new TextEncoder().encode('{"key": "')]);
  }
  expect(
    await new OutcomeCache(files, "kept", "1.0.0").getOrCompute(KEY, async () => "again"),
  ).toBe("again");
});
