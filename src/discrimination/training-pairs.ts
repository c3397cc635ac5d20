/**
 * What weights are learned from: for each judged query the documents that
 * answer it and documents that answer it less.
 *
 * A relevant document is paired with another non-relevant one in each epoch,
 * drawn uniformly from those judged so, or from the best that the plain model
 * finds for the query. What the index or the judgements lack is left out.
 */

import type { Judgements } from "../collection/run.ts";
import { badArgument, quote } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import type { IndexView } from "../index/index-view.ts";
import { documentsWithoutIds } from "../ranking/document-set.ts";
import { Searcher } from "../ranking/searcher.ts";
import type { TrainingPair } from "./pair-loss.ts";
import type { TermMatrix } from "./term-matrix.ts";

/** A query as terms. */
export interface TermQuery {
  readonly id: string;
  readonly terms: readonly string[];
  /** Documents that never count as answers. */
  readonly exclude?: readonly string[];
}

/** Queries and what is known of their answers. */
export interface JudgedQueries {
  readonly queries: readonly TermQuery[];
  readonly judgements: Judgements;
}

/** `judged`: documents of grade 0. `found`: the best `depth` that are not relevant. */
export type NegativeSource = "judged" | "found";

interface Example {
  readonly query: TermQuery;
  readonly relevant: readonly number[];
  readonly others: ArrayLike<number>;
}

export class TrainingPairs {
  readonly #matrix: TermMatrix;
  readonly #examples: readonly Example[];
  /** Pairs of one epoch. */
  readonly count: number;

  private constructor(matrix: TermMatrix, examples: readonly Example[]) {
    this.#matrix = matrix;
    this.#examples = examples;
    this.count = examples.reduce((sum, { relevant }) => sum + relevant.length, 0);
  }

  /** `BAD_ARGUMENT` when there is nothing to learn from; the message says what is missing. */
  static async collect(
    view: IndexView,
    matrix: TermMatrix,
    { queries, judgements }: JudgedQueries,
    {
      negatives,
      depth,
      ranker,
    }: { readonly negatives: NegativeSource; readonly depth: number; readonly ranker: string },
  ): Promise<TrainingPairs> {
    const examples: Example[] = [];
    const searcher = new Searcher(view);
    let known = 0;
    for (const query of queries) {
      const grades = judgements.get(query.id) ?? new Map<string, number>();
      const excluded = new Set(query.exclude);
      const relevant: number[] = [];
      const judged: number[] = [];
      for (const [id, grade] of grades) {
        const document = view.find(id);
        if (document === undefined || excluded.has(id)) continue;
        known++;
        if (grade > 0) relevant.push(document);
        else if (grade === 0) judged.push(document);
      }
      if (relevant.length === 0) continue;
      const others =
        negatives === "judged" ? judged : await found(searcher, query, relevant, { depth, ranker });
      if (others.length > 0) examples.push({ query, relevant, others });
    }
    if (examples.length === 0) throw nothingToLearn({ queries, judgements }, known, negatives);
    return new TrainingPairs(matrix, examples);
  }

  /** The pairs of one epoch, in an order by chance. */
  draw(random: Random): TrainingPair[] {
    const pairs: TrainingPair[] = [];
    for (const { query, relevant, others } of this.#examples) {
      const terms = this.#matrix.query(query.terms);
      for (const document of relevant) {
        const other = others[random.below(others.length)] as number;
        const better = this.#matrix.document(document);
        pairs.push({ query: terms, better, worse: this.#matrix.document(other) });
      }
    }
    return random.shuffle(pairs);
  }
}

async function found(
  searcher: Searcher,
  { terms, exclude = [] }: TermQuery,
  relevant: readonly number[],
  { depth, ranker }: { readonly depth: number; readonly ranker: string },
): Promise<readonly number[]> {
  const answers = new Set(relevant);
  const filter =
    exclude.length === 0 ? {} : { filter: documentsWithoutIds(searcher.view, exclude) };
  const { documents } = await searcher.rank(terms, { ranker, top: depth, ...filter });
  return Array.from(documents).filter((document) => !answers.has(document));
}

function nothingToLearn(
  { queries, judgements }: JudgedQueries,
  known: number,
  negatives: NegativeSource,
): Error {
  if (!queries.some(({ id }) => judgements.has(id))) {
    return badArgument(`none of the ${queries.length} queries has judgements`);
  }
  if (known === 0) {
    const id = [...judgements.values()].flatMap((grades) => [...grades.keys()])[0] ?? "";
    return badArgument(
      `no judged document is in the index; is it of another collection? The first is ${quote(id)}`,
    );
  }
  const rule = negatives === "judged" ? "judged of grade 0" : "found beside it";
  return badArgument(`no query has both a relevant document and one ${rule}`);
}
