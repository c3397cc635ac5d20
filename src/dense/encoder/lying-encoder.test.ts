/** An encoder, such as one behind an endpoint, may return anything: nothing of it enters an index or a ranking unchecked. */

import { describe, expect, test } from "vitest";
import { createIndex } from "../../search/index.ts";
import { TinyEncoder } from "./tiny-encoder.contract.ts";

class LyingEncoder extends TinyEncoder {
  queryAnswer: unknown;
  documentAnswer: unknown;

  override async query(text: string): Promise<number[]> {
    return (this.queryAnswer ?? (await super.query(text))) as number[];
  }

  override async documents(texts: readonly string[]): Promise<number[][]> {
    return (this.documentAnswer ?? (await super.documents(texts))) as number[][];
  }
}

const LIES: [string, unknown][] = [
  ["too few numbers", [1, 2]],
  ["too many numbers", [1, 2, 3, 4]],
  ["NaN", [Number.NaN, 1, 1]],
  ["infinity", [Number.POSITIVE_INFINITY, 1, 1]],
  ["texts", ["1", "2", "3"]],
  ["an object", { 0: 1 }],
  ["a number", 5],
];

describe("a lying encoder", () => {
  test.each(LIES)("with %s for a query is refused", async (_, answer) => {
    const encoder = new LyingEncoder();
    const index = await createIndex({ encoder });
    await index.add([{ id: "a", text: "car" }]);
    encoder.queryAnswer = answer;
    await expect(index.search("car", { ranker: "dense" })).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
    });
    encoder.queryAnswer = undefined;
    expect((await index.search("car", { ranker: "dense" })).hits[0]?.id).toBe("a");
    await index.close();
  });

  test.each([
    ...LIES.map(([name, answer]) => [name, [answer]] as const),
    ["no vector", []] as const,
  ])("with %s for a document changes nothing", async (_, answer) => {
    const encoder = new LyingEncoder();
    const index = await createIndex({ encoder });
    await index.add([{ id: "a", text: "car" }]);
    encoder.documentAnswer = answer;
    await expect(index.add([{ id: "b", text: "egg" }])).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
    });
    encoder.documentAnswer = undefined;
    expect((await index.search("car", { ranker: "dense" })).total).toBe(1);
    await index.close();
  });
});
