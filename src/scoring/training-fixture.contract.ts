/**
 * A small collection for training tests: documents about one colour each, in an index, with queries
 * and judgements.
 */

import type { Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import { Vocabulary } from "../embeddings/index.ts";
import { IndexSnapshot, IndexWriter } from "../index/index.ts";
import { type Candidates, findCandidates } from "../ranking/candidates.ts";
import { Searcher } from "../ranking/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { type Analyzer, openAnalyzer } from "../text/index.ts";
import { TokenSequences } from "./token-sequences.ts";
import { readTokenStatistics } from "./token-statistics.ts";

const COLOURS = ["red", "blue", "green", "grey"];
const SHADES = ["crimson", "azure", "olive", "slate"];
const OBJECTS = ["paint", "paper", "cloth", "stone", "glass", "wool", "clay", "wood"];

export interface TrainingFixture {
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
 * A query names a colour and an object. The relevant documents have the object in a shade of that
 * colour, which BM25 cannot match.
 */
export async function createTrainingFixture(): Promise<TrainingFixture> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { analysis: {} });
  for (const object of OBJECTS) {
    for (const shade of SHADES) {
      await writer.add({ id: `${shade}-${object}`, text: `the ${object} is of ${shade}` });
    }
  }
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  const searcher = new Searcher(snapshot, { analyzer });
  const queries: Query[] = [];
  const judgements = new Map<string, Map<string, number>>();
  for (const object of OBJECTS) {
    for (const [i, colour] of COLOURS.entries()) {
      const id = `${colour}-${object}`;
      queries.push({ id, text: `${colour} ${object}` });
      judgements.set(id, new Map([[`${SHADES[i]}-${object}`, 1]]));
    }
  }
  const words = [...(await readTokenStatistics(snapshot, analyzer)).keys(), ...COLOURS];
  const vocabulary = new Vocabulary(words, new Float64Array(words.length).fill(1));
  const sequences = new TokenSequences(snapshot, analyzer, vocabulary);
  const candidates = await findCandidates(searcher, queries, judgements, { top: 10 });
  return { snapshot, analyzer, searcher, vocabulary, sequences, queries, judgements, candidates };
}
