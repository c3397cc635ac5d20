/**
 * Examples sampled from judgements and first-stage candidates. Each epoch samples again and shuffles.
 * The sample depends only on the seed, the epoch and the candidates.
 */

import { badArgument } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import type { IndexView } from "../index/index.ts";
import type { TokenIds } from "../models/index.ts";
import type { Candidates } from "../ranking/candidates.ts";
import type { TextSequences } from "../scoring/text-sequences.ts";
import type { Example, ExampleSource } from "./examples.ts";
import {
  type EpochSamplingOptions,
  type Positive,
  type SampledEpoch,
  sampleEpoch,
} from "./sampled-epoch.ts";

/** The selection of examples from the candidates. */
export interface SamplingOptions extends EpochSamplingOptions {
  /** Which relevant documents to learn from: those among the candidates, or all. */
  readonly positives?: "found" | "all";
}

/** Examples per chunk. */
const CHUNK_SIZE = 64;

/** Examples from candidates. `BAD_ARGUMENT` if no positive has a document of a lower grade. */
export function sampleExamples(
  view: IndexView,
  candidates: readonly Candidates[],
  sequences: TextSequences,
  seed: Random,
  options: SamplingOptions = {},
): ExampleSource {
  const positives = candidates.map((queryCandidates) =>
    findPositives(queryCandidates, options.positives ?? "found"),
  );
  const draw = (epoch: number): SampledEpoch =>
    sampleEpoch(view, candidates, positives, seed.split(`epoch ${epoch}`), options);
  const first = draw(0);
  if (first.size === 0) {
    throw badArgument(
      `no query of ${candidates.length} has a relevant document with a worse one to compare it with`,
    );
  }
  const queries: TokenIds[] = new Array(candidates.length);
  const readQuery = (index: number): TokenIds => {
    queries[index] ??= sequences.query((candidates[index] as Candidates).query.text);
    return queries[index] as TokenIds;
  };
  return {
    size: first.size,
    async *examples(epoch) {
      const sampledEpoch = epoch === 0 ? first : draw(epoch);
      for (let start = 0; start < sampledEpoch.size; start += CHUNK_SIZE) {
        const run: Example[] = [];
        for (let i = start; i < Math.min(start + CHUNK_SIZE, sampledEpoch.size); i++) {
          const documents: TokenIds[] = [];
          for (const document of sampledEpoch.documents(i)) {
            const read = sequences.document(document);
            documents.push(read instanceof Promise ? await read : read); // awaiting costs more than reading
          }
          run.push({
            query: readQuery(sampledEpoch.query(i)),
            documents,
            grades: sampledEpoch.grades(i),
          });
        }
        yield run;
      }
    },
  };
}

/** The relevant documents of a query, in the order of their numbers. */
function findPositives({ documents, grades }: Candidates, which: "found" | "all"): Positive[] {
  return [...grades]
    .filter(([document, grade]) => grade > 0 && (which === "all" || documents.includes(document)))
    .sort(([a], [b]) => a - b);
}
