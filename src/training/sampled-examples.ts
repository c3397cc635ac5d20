/**
 * Examples drawn from judgements and from what the first stage finds.
 *
 * For every relevant document of a query, documents of a lower grade are
 * drawn: hard ones, which the first stage ranks beside it, and random ones
 * from the whole index. Each epoch draws anew and shuffles. A document that
 * nobody judged counts as not relevant. What is drawn depends on the seed, the
 * epoch and the candidates alone.
 */

import { badArgument } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import type { IndexView } from "../index/index.ts";
import type { Tokens } from "../models/index.ts";
import type { Example, ExampleSource } from "./examples.ts";
import type { Candidates } from "./first-stage.ts";
import type { TextSequences } from "./text-sequences.ts";

export interface SamplingOptions {
  /** Negatives for each positive from the candidates, and from the whole index. */
  readonly hard?: number;
  readonly random?: number;
  /** Which relevant documents to learn from: those among the candidates, or all. */
  readonly positives?: "found" | "all";
  /** Positives of a query in one epoch at most. */
  readonly mostPositives?: number;
}

/** Tries at a random document that may serve, before one example goes without it. */
const MOST_TRIES = 100;

/** Document numbers with their grades, the best first. */
interface Drawn {
  readonly query: number;
  readonly documents: readonly number[];
  readonly grades: readonly number[];
}

/** Examples from candidates. `BAD_ARGUMENT` when no positive has anything below it. */
export function sampledExamples(
  view: IndexView,
  candidates: readonly Candidates[],
  sequences: TextSequences,
  seed: Random,
  options: SamplingOptions = {},
): ExampleSource {
  const positives = candidates.map((given) => positivesOf(given, options.positives ?? "found"));
  const draw = (epoch: number): Drawn[] =>
    drawEpoch(view, candidates, positives, seed.split(`epoch ${epoch}`), options);
  const first = draw(0);
  if (first.length === 0) {
    throw badArgument(
      `no query of ${candidates.length} has a relevant document with a worse one to compare it with`,
    );
  }
  const queries = candidates.map(({ query }) => sequences.query(query.text));
  return {
    size: first.length,
    async *examples(epoch) {
      for (const { query, documents, grades } of epoch === 0 ? first : draw(epoch)) {
        const tokens: Tokens[] = [];
        for (const document of documents) {
          const read = sequences.document(document);
          tokens.push(read instanceof Promise ? await read : read); // waiting costs more than reading
        }
        yield { query: queries[query] as Tokens, documents: tokens, grades } satisfies Example;
      }
    },
  };
}

function drawEpoch(
  view: IndexView,
  candidates: readonly Candidates[],
  positives: readonly (readonly Positive[])[],
  random: Random,
  { hard = 1, random: anywhere = 0, mostPositives = 8 }: SamplingOptions,
): Drawn[] {
  if (!(hard >= 0 && anywhere >= 0 && hard + anywhere >= 1)) {
    throw badArgument(`a positive needs negatives, got ${hard} hard and ${anywhere} random ones`);
  }
  const drawn: Drawn[] = [];
  for (const [query, given] of candidates.entries()) {
    const relevant = random.shuffle([...(positives[query] as readonly Positive[])]);
    for (const [better, grade] of relevant.slice(0, mostPositives)) {
      const negatives = [
        ...chosenBelow(given, grade, hard, random),
        ...drawnAnywhere(view, given, grade, anywhere, random),
      ];
      if (negatives.length === 0) continue;
      const grades = negatives.map((document) => Math.max(0, given.grades.get(document) ?? 0));
      drawn.push({ query, documents: [better, ...negatives], grades: [grade, ...grades] });
    }
  }
  return random.shuffle(drawn);
}

/** A relevant document with its grade. */
type Positive = readonly [document: number, grade: number];

/** Those of a query, in the order of their numbers. */
function positivesOf({ documents, grades }: Candidates, which: "found" | "all"): Positive[] {
  const found = new Set(documents);
  return [...grades]
    .filter(([document, grade]) => grade > 0 && (which === "all" || found.has(document)))
    .sort(([a], [b]) => a - b);
}

/** So many candidates of a lower grade, all equally likely, none twice. */
function chosenBelow(
  { documents, grades }: Candidates,
  grade: number,
  count: number,
  random: Random,
): number[] {
  const taken: number[] = [];
  const left = documents.slice();
  for (let length = left.length; taken.length < count && length > 0; length--) {
    const at = random.below(length);
    const document = left[at] as number;
    left[at] = left[length - 1] as number;
    if ((grades.get(document) ?? 0) < grade) taken.push(document);
  }
  return taken;
}

function drawnAnywhere(
  view: IndexView,
  { query, grades }: Candidates,
  grade: number,
  count: number,
  random: Random,
): number[] {
  const taken = new Set<number>();
  for (let tries = 0; taken.size < count && tries < count * MOST_TRIES; tries++) {
    const document = random.below(view.documentLimit);
    const id = view.id(document);
    const isLiving = view.find(id) === document;
    const isAllowed = (grades.get(document) ?? 0) < grade && query.exclude?.includes(id) !== true;
    if (isLiving && isAllowed) taken.add(document);
  }
  return [...taken];
}
