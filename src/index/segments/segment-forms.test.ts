import { expect, test } from "vitest";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { FREQUENT } from "../files/surface-forms.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import type { Segment } from "./segment.ts";
import { formsInOrder } from "./segment-forms.ts";

test("the forms of a segment come in byte order, the frequent ones with their ranks", async () => {
  const directory = new MemoryDirectory();
  // 20,000 forms, more than are numbered by frequency; two stand out.
  const many = Array.from({ length: 20_000 }, (_, i) => `w${i}`);
  const text = `${many.join(" ")} zoo zoo zoo ant ant zoo`;
  await buildIndex(directory, [{ id: "a", text }]);
  const snapshot = await IndexSnapshot.open(directory);
  const { segment } = snapshot.parts[0] as { segment: Segment };
  const forms = [...(await formsInOrder(segment))];
  expect(forms.map(([form]) => form)).toEqual([...many, "ant", "zoo"].sort());
  const ranks = new Map(forms);
  expect([ranks.get("zoo"), ranks.get("ant"), ranks.get("w9999")]).toEqual([0, 1, FREQUENT]);
  expect(forms.filter(([, rank]) => rank < FREQUENT).length).toBe(FREQUENT);
});
