/**
 * Turns examples into the batch of a training step: their pairs in sequence, and the inputs of
 * losses.
 */

import {
  createTripleInputs,
  type ModelVocabulary,
  type PairBatcher,
  type PairInputs,
  type TokenPair,
  type TripleInputs,
} from "../models/index.ts";
import {
  type Batch,
  type Index,
  indexInput,
  input,
  type Segments,
  segmentsInput,
  type Tensor,
} from "../tensor/index.ts";
import { type Example, forEachGradedPair } from "./examples.ts";

/** The inputs of losses beside the scores. `lists` are the examples; a triple is a list of two. */
export interface LossInputs extends Pick<TripleInputs, "better" | "worse"> {
  readonly lists: Segments;
  /** The first pair of each list, which has the highest grade. */
  readonly first: Index;
  /** Per pair: its grade, 1 if that is above 0, and its share of e^grade in its list. */
  readonly grades: Tensor;
  readonly labels: Tensor;
  readonly shares: Tensor;
  /** Per pair of `better` and `worse`: LambdaRank's factor of its loss. */
  readonly weights: Tensor;
}

/** The inputs of a batch of examples. */
export type ExampleInputs = PairInputs & LossInputs;

/** The inputs of a batch of examples for a model over a vocabulary. */
export function createExampleInputs(over: ModelVocabulary): ExampleInputs {
  return {
    ...createTripleInputs(over),
    isTraining: true,
    lists: segmentsInput("listOffsets", "lists", "pairs"),
    first: indexInput("first", "lists", "pairs"),
    grades: input("grades", ["pairs"]),
    labels: input("labels", ["pairs"]),
    shares: input("shares", ["pairs"]),
    weights: input("pairWeights", ["triples"]),
  };
}

/** A batch of examples as the values of its inputs. */
export function createExampleBatch(batcher: PairBatcher, examples: readonly Example[]): Batch {
  const pairs: TokenPair[] = [];
  const listOffsets = [0];
  const [better, worse]: [number[], number[]] = [[], []];
  const [grades, labels, shares]: [number[], number[], number[]] = [[], [], []];
  for (const { query, documents, grades: exampleGrades } of examples) {
    const start = pairs.length;
    for (const document of documents) pairs.push({ query, document });
    listOffsets.push(pairs.length);
    forEachGradedPair(exampleGrades, (high, low) => {
      better.push(start + high);
      worse.push(start + low);
    });
    let total = 0;
    for (const grade of exampleGrades) total += Math.exp(grade);
    for (const grade of exampleGrades) {
      grades.push(grade);
      labels.push(grade > 0 ? 1 : 0);
      shares.push(Math.exp(grade) / total);
    }
  }
  const first = listOffsets.slice(0, -1);
  return { ...batcher.pairs(pairs), listOffsets, first, better, worse, grades, labels, shares };
}
