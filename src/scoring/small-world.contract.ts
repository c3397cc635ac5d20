/** A small world to train in: documents about one colour each, in an index, with queries and judgements. */

import type { Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import { Vocabulary } from "../embeddings/index.ts";
import { IndexSnapshot, IndexWriter } from "../index/index.ts";
import { type Candidates, findCandidates } from "../ranking/candidates.ts";
import { Searcher } from "../ranking/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { type Analyzer, openAnalyzer } from "../text/index.ts";
import { TokenSequences } from "./token-sequences.ts";
import { tokenStatistics } from "./token-statistics.ts";

const COLOURS = ["red", "blue", "green", "grey"];
const SHADES = ["crimson", "azure", "olive", "slate"];
const THINGS = ["paint", "paper", "cloth", "stone", "glass", "wool", "clay", "wood"];

export interface SmallWorld {
  readonly snapshot: IndexSnapshot;
  readonly analyzer: Analyzer;
  readonly searcher: Searcher;
  readonly vocabulary: Vocabulary;
  readonly sequences: TokenSequences;
  readonly queries: readonly Query[];
  readonly judgements: Judgements;
  readonly candidates: readonly Candidates[];
}

/**
 * A query names a colour and a thing; relevant are the documents that have the
 * thing in the colour's shade, which BM25 cannot know.
 */
export async function smallWorld(): Promise<SmallWorld> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { analysis: {} });
  for (const thing of THINGS) {
    for (const shade of SHADES) {
      await writer.add({ id: `${shade}-${thing}`, text: `the ${thing} is of ${shade}` });
    }
  }
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  const searcher = new Searcher(snapshot, { analyzer });
  const queries: Query[] = [];
  const judgements = new Map<string, Map<string, number>>();
  for (const thing of THINGS) {
    for (const [i, colour] of COLOURS.entries()) {
      const id = `${colour}-${thing}`;
      queries.push({ id, text: `${colour} ${thing}` });
      judgements.set(id, new Map([[`${SHADES[i]}-${thing}`, 1]]));
    }
  }
  const words = [...(await tokenStatistics(snapshot, analyzer)).keys(), ...COLOURS];
  const vocabulary = new Vocabulary(words, new Float64Array(words.length).fill(1));
  const sequences = new TokenSequences(snapshot, analyzer, vocabulary);
  const candidates = await findCandidates(searcher, queries, judgements, { top: 10 });
  return { snapshot, analyzer, searcher, vocabulary, sequences, queries, judgements, candidates };
}
