import { expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { createIndex } from "./open-index.ts";

/** So many documents match that the search reads documents in the order of values. */
const DOCUMENTS = 3000;

test("the first of many hits by a field are those of a full sort", async () => {
  const random = new Random(5);
  const index = await createIndex({ fields: { text: {}, day: "number", kind: "keyword" } });
  const documents = Array.from({ length: DOCUMENTS }, (_, i) => ({
    id: String(i).padStart(4, "0"),
    text: random.uniform() < 0.5 ? "red fox" : "blue fox fox",
    ...(random.uniform() < 0.1 ? {} : { day: random.below(40) }),
    kind: random.uniform() < 0.5 ? "a" : "b",
  }));
  await index.add(documents.slice(0, 1000));
  await index.add(documents.slice(1000));
  for (const direction of [1, -1]) {
    for (const [query, word] of [
      ["fox", "fox"],
      ["red", "red"],
    ] as const) {
      for (const limit of [1, 7, 100]) {
        const order = direction === 1 ? "day" : "-day";
        const { hits } = await index.search(query, { sort: [order, "kind"], limit });
        // Documents without a day come last; then by kind, score and the larger id.
        const expected = documents
          .filter(({ text }) => text.includes(word))

          .sort(
            (a, b) =>
              Number(a.day === undefined) - Number(b.day === undefined) ||
              direction * ((a.day ?? 0) - (b.day ?? 0)) ||
              (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0),
          );
        const keys = (
          all: readonly {
            readonly day?: unknown;
            readonly kind?: unknown;
            readonly id?: unknown;
          }[],
        ): unknown[] => all.map(({ day, kind }) => [day, kind]);
        expect(keys(hits.map(({ document }) => document))).toEqual(keys(expected.slice(0, limit)));
        const scores = hits.map(({ score, document }) => [document.day, document.kind, score]);
        for (const [i, [day, kind, score]] of scores.entries()) {
          const [nextDay, nextKind, next] = scores[i + 1] ?? [];
          if (nextDay === day && nextKind === kind)
            expect(score).toBeGreaterThanOrEqual(next as number);
        }
      }
    }
  }
});
