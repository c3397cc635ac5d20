import { describe, expect, test } from "vitest";
import { indexInMemory } from "../search/index.ts";
import { defaultRanker } from "./default-rankers.ts";
import { ranker } from "./naming/ranker-name.ts";
import type { Ranker } from "./ranker.ts";

const DOCUMENTS = [
  { id: "a", fields: { title: "red wing", text: "a wing of red, red and white" } },
  { id: "b", fields: { title: "flutter", text: "wing flutter at high speed of a red wing" } },
  { id: "c", fields: { title: "speed", text: "white" } },
];

describe("a default ranker scores like the one that its declaration builds", () => {
  test.each(["bm25", "bm25f"])("%s", async (name) => {
    const fields = name === "bm25f" ? { fields: { title: "text", text: "text" } as const } : {};
    const documents = DOCUMENTS.map(({ id, fields }) => ({ id, ...fields }));
    const reader = await indexInMemory(documents, fields);
    const scores = (ranker: Ranker) =>
      reader.searcher.rank("red wing wing speed", { ranker }).then((hits) => hits.scores);
    const own = (await defaultRanker(name)) as Ranker;
    expect(await scores(own)).toEqual(await scores(ranker(name)));
    expect((await scores(own)).length).toBe(3);
    await reader.close();
  });

  test("does not exist for a name with options", async () => {
    expect(await defaultRanker("bm25(k1=1)")).toBeUndefined();
    expect(await defaultRanker("lm")).toBeUndefined();
  });
});
