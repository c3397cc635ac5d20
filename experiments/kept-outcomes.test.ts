import { expect, test } from "vitest";
import { MemoryFiles } from "../src/storage/memory-files.ts";
import { KeptOutcomes } from "./kept-outcomes.ts";

const KEY = { model: "knrm", settings: { rate: 0.1, epochs: 3 }, data: "abc", seed: 1 };

test("an outcome is made once for everything that determines it", async () => {
  const kept = new KeptOutcomes(new MemoryFiles(), "kept", "1.0.0");
  let made = 0;
  const make = async (): Promise<number> => ++made;
  expect(await kept.of(KEY, make)).toBe(1);
  const { seed, data, settings, model } = KEY;
  expect(await kept.of({ seed, data, settings, model }, make)).toBe(1);
  expect(await kept.of({ ...KEY, settings: { rate: 0.2, epochs: 3 } }, make)).toBe(2);
  expect(await kept.of({ ...KEY, data: "abd" }, make)).toBe(3);
  expect(await kept.of({ ...KEY, seed: 2 }, make)).toBe(4);
});

test("another version of the program, and a damaged file, make it anew", async () => {
  const files = new MemoryFiles();
  await new KeptOutcomes(files, "kept", "1.0.0").of(KEY, async () => "old");
  expect(await new KeptOutcomes(files, "kept", "1.0.1").of(KEY, async () => "new")).toBe("new");
  for (const name of await files.list("kept")) {
    await files.write(`kept/${name}`, [new TextEncoder().encode('{"key": "')]);
  }
  expect(await new KeptOutcomes(files, "kept", "1.0.0").of(KEY, async () => "again")).toBe("again");
});
