import { expect, test } from "vitest";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { MAX_FREQUENT_FORMS } from "../files/order-forms.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import type { Segment } from "./segment.ts";
import { iterateForms } from "./segment-forms.ts";

test("iterates over the forms of a segment in byte order, the frequent ones with their frequency", async () => {
  const directory = new MemoryDirectory();
  // 20,000 forms, more than are numbered by frequency; two are more frequent than the others.
  const many = Array.from({ length: 20_000 }, (_, i) => `w${i}`);
  const text = `${many.join(" ")} zoo zoo zoo ant ant zoo`;
  await buildIndex(directory, [{ id: "a", text }]);
  const snapshot = await IndexSnapshot.open(directory);
  const { segment } = snapshot.parts[0] as { segment: Segment };
  const forms = [...(await iterateForms(segment))];
  expect(forms.map(([form]) => form)).toEqual([...many, "ant", "zoo"].sort());
  const counts = new Map(forms);
  const counted = [counts.get("zoo"), counts.get("ant"), counts.get("w9999")];
  expect(counted).toEqual([MAX_FREQUENT_FORMS, MAX_FREQUENT_FORMS - 1, 0]);
  expect(forms.filter(([, count]) => count > 0).length).toBe(MAX_FREQUENT_FORMS);
});
