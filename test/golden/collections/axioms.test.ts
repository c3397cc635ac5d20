/**
 * The known verdicts of classical rankers, reproduced on synthetic documents with the statistics of
 * real collections.
 */

import { describe, expect, test } from "vitest";
import {
  createIndexRanker,
  findAxioms,
  type Lexicon,
  openLexicon,
  testRanker,
} from "../../../src/analysis/index.ts";
import { openDataset } from "../../../src/collection/index.ts";
import { findPackage } from "../../../src/collection/packages/node-packages.ts";
import { buildIndex, IndexSnapshot } from "../../../src/index/index.ts";
import { ranker } from "../../../src/ranking/index.ts";
import { MemoryDirectory } from "../../../src/storage/memory-directory.ts";
import { NodeFiles } from "../../../src/storage/node-files.ts";
import { type Analyzer, openAnalyzer } from "../../../src/text/index.ts";

const COLUMNS = [
  "TFC1",
  "TFC2",
  "TDC-2011",
  "TDC-2011-any",
  "TDC-2004",
  "LNC1",
  "LNC2",
  "TF-LNC",
] as const;

/** h holds, c conditional, v violated; in the order of the columns. */
const EXPECTED: readonly (readonly [string, string])[] = [
  ["tfidf", "h h h c c h h h"],
  ["tfidf(form=raw-tf)", "h v h h h h h h"],
  ["pl(b=0.75)", "h h h c c h v c"],
  ["bm25", "h h h c c h h h"],
  ["bm25(b=1)", "h h h c c h h c"],
  ["lm", "h h h c c h c h"],
  ["sdm", "h h h c c h c h"],
];

const VERDICTS = { h: "holds", c: "conditional", v: "violated" } as const;

describe.each(["cranfield", "wordnet"])("on %s", async (name) => {
  const { snapshot, analyzer, lexicon } = await open(name);

  test.each(EXPECTED)("%s has the known verdicts", async (ranked, letters) => {
    const under = createIndexRanker(snapshot, analyzer, { name: ranked, ranker: ranker(ranked) });
    const axioms = findAxioms(COLUMNS);
    const [tested] = await testRanker(under, lexicon, { axioms, probeDraws: 0 });
    const verdicts = new Map(tested?.results.map(({ axiom, verdict }) => [axiom, verdict]));
    const expected = letters.split(" ").map((letter) => VERDICTS[letter as keyof typeof VERDICTS]);
    expect(COLUMNS.map((axiom) => verdicts.get(axiom))).toEqual(expected);
  });
});

async function open(
  name: string,
): Promise<{ snapshot: IndexSnapshot; analyzer: Analyzer; lexicon: Lexicon }> {
  const options = { collections: process.env.TERMWISE_COLLECTIONS, findPackage };
  const collection = await openDataset(new NodeFiles(), name, options);
  const directory = new MemoryDirectory();
  await buildIndex(directory, collection.documents(), { positions: true });
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  return { snapshot, analyzer, lexicon: await openLexicon(snapshot, analyzer) };
}
