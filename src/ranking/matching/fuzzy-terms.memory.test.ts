import { expect, test } from "vitest";
import { buildIndex } from "../../index/build-index.ts";
import { IndexSnapshot } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { openAnalyzer } from "../../text/index.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { FormDictionary } from "./form-dictionary.ts";
import { FormMatcher } from "./fuzzy-terms.ts";

const PLAIN = { stemmer: "none", stopWords: "none" } as const;

test("caches the expansion of a word by its matching options, and nothing that time cut short", async () => {
  const directory = new MemoryDirectory();
  const words = ["form", "forms", "formal", "farm"];
  await buildIndex(
    directory,
    words.map((text, i) => ({ id: String(i), text })),
    { analysis: PLAIN },
  );
  const snapshot = await IndexSnapshot.open(directory);
  const forms = FormDictionary.buildSync([...words].sort().map((word) => [word, 1] as const));
  const matcher = new FormMatcher([forms], snapshot, await openAnalyzer(PLAIN));
  const terms = (isPrefix: boolean, edits: 0 | 1, limit = TimeLimit.none()): string[] =>
    matcher.expand("form", { isPrefix, edits, maxTerms: 10 }, limit).map(({ term }) => term);
  const expired = new TimeLimit(0, () => 1);
  expired.checkClock();
  expect(terms(true, 0, expired)).toEqual([]);
  for (let round = 0; round < 2; round++) {
    expect(terms(true, 0)).toEqual(["form", "forms", "formal"]);
    expect(terms(false, 0)).toEqual(["form"]);
    expect(terms(false, 1)).toEqual(["form", "farm", "forms"]);
  }
  await snapshot.close();
});
