/** Feedback expands a query by the words of documents that pass the filter, in explanations too. */

import { expect, test } from "vitest";
import { createIndex } from "./open-index.ts";

test("an explanation adds up to the score, and has no word of documents that are filtered out", async () => {
  const index = await createIndex();
  const hidden = Array.from({ length: 40 }, (_, i) => ({
    id: `hidden${i}`,
    text: `egg egg egg egg rare${i}`,
    kind: "hidden",
  }));
  const fillers = Array.from({ length: 60 }, (_, i) => ({
    id: `filler${i}`,
    text: `filler${i}`,
    kind: "public",
  }));
  await index.add([
    ...hidden,
    ...fillers,
    {
      id: "words",
      text: `egg one two ${hidden.map((_, i) => `rare${i}`).join(" ")}`,
      kind: "public",
    },
    { id: "soup", text: "egg soup water", kind: "public" },
  ]);
  const { hits } = await index.search("egg", {
    ranker: "rm3",
    filter: { and: [{ kind: "public" }, { id: { in: ["words", "soup"] } }] },
    explain: true,
  });
  expect(hits.map(({ id }) => id).sort()).toEqual(["soup", "words"]);
  for (const { score, explanation } of hits) expect(explanation?.value).toBe(score);
  const { hits: only } = await index.search("egg", {
    ranker: "rm3",
    filter: { id: "soup" },
    explain: true,
  });
  expect(only[0]?.explanation?.parts.map(({ label }) => label).sort()).toEqual([
    "egg",
    "soup",
    "water",
  ]);
  await index.close();
});
