import { expect, test } from "vitest";
import { createIndex, openIndex } from "../../search/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { dropWords } from "./drop-words.ts";

test("documents are not found by dropped words, in any field, and keep all else", async () => {
  const [source, target] = [new MemoryDirectory(), new MemoryDirectory()];
  const whole = await createIndex(source, { fields: { title: { weight: 2 }, body: {} } });
  await whole.add([
    { id: "a", title: "oak lamp", body: "a lamp of oak" },
    { id: "b", title: "oak", body: "a desk" },
    { id: "c", title: "lamp", body: "steel" },
  ]);
  await dropWords(source, target, new Map([["a", new Set(["oak"])]]), undefined);
  const dropped = await openIndex(target);
  const list = async (index: typeof dropped, query: string) =>
    (await index.search(query)).hits.map(({ id }) => id).sort();
  expect(await list(whole, "oak")).toEqual(["a", "b"]);
  expect(await list(dropped, "oak")).toEqual(["b"]);
  expect(await list(dropped, "lamp")).toEqual(["a", "c"]);
  expect(await dropped.get("a")).toEqual(await whole.get("a"));
  const lengths = await Promise.all(
    [whole, dropped].map((index) =>
      index.withReader(async ({ snapshot }) => [snapshot.totalLength, snapshot.length(0)]),
    ),
  );
  expect(lengths[1]).toEqual(lengths[0]);
  await Promise.all([whole.close(), dropped.close()]);
});
