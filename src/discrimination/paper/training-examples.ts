/**
 * The training examples: for each judged query, relevant documents and less relevant ones.
 *
 * In each epoch a relevant document is paired with negatives drawn uniformly from the judged ones,
 * or from the best documents of the plain model. A relevant document that the plain model does not
 * find shares hardly a term with its query. No weight can rank it before those that are found, and
 * learning from it does harm, so by default only found documents count. Queries are searched when
 * they are first drawn. Documents that the index or the judgements lack are skipped.
 */

import type { Judgements } from "../../collection/run.ts";
import { badArgument, quote } from "../../common/errors.ts";
import type { Random } from "../../common/random.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import { mapGrades } from "../../ranking/candidates.ts";
import type { QueryJudgements, TermQuery } from "../query-judgements.ts";
import { FirstStageCache } from "./first-stage-cache.ts";
import type { TermMatrix } from "./term-matrix.ts";
import type { TrainingExample } from "./training-loss.ts";

/** `judged`: documents of grade 0. `found`: the best `depth` that are not relevant. */
export type NegativeSource = "judged" | "found";

export interface ExampleOptions {
  readonly negatives: NegativeSource;
  /** Relevant documents to learn from: those among the best `depth` of the plain model, or all. */
  readonly positives: "found" | "all";
  readonly depth: number;
  /** Negatives per relevant document. */
  readonly others: number;
  /**
   * Maximum relevant documents per query and examples per epoch; the rest is left for other epochs.
   */
  readonly relevantPerQuery: number;
  readonly examplesPerEpoch: number;
  /** The plain model. */
  readonly ranker: string;
}

interface Candidates {
  readonly relevant: readonly number[];
  readonly others: readonly number[];
}

/** A query with its judgements; candidates are added when it is first drawn. */
interface Source {
  readonly query: TermQuery;
  readonly relevant: readonly number[];
  readonly judged: readonly number[];
  candidates?: Candidates;
}

export class TrainingExamples {
  readonly #matrix: TermMatrix;
  readonly #view: IndexView;
  readonly #data: QueryJudgements;
  readonly #options: ExampleOptions;
  readonly #sources: readonly Source[];

  /** `BAD_ARGUMENT` if there is nothing to learn from, here or at the first draw. */
  constructor(view: IndexView, matrix: TermMatrix, data: QueryJudgements, options: ExampleOptions) {
    this.#matrix = matrix;
    this.#view = view;
    this.#data = data;
    this.#options = options;
    this.#sources = data.queries
      .map((query) => createSource(view, query, data.judgements))
      .filter(({ relevant }) => relevant.length > 0);
    if (this.#sources.length === 0) throw this.#createNoExamplesError();
  }

  /** The examples of one epoch, in random order. */
  async draw(random: Random): Promise<TrainingExample[]> {
    const { others: perRelevant, relevantPerQuery, examplesPerEpoch } = this.#options;
    const examples: TrainingExample[] = [];
    for (const source of random.shuffle([...this.#sources])) {
      if (examples.length >= examplesPerEpoch) break;
      source.candidates ??= await this.#candidates(source);
      const { relevant, others } = source.candidates;
      if (others.length === 0) continue;
      const query = this.#matrix.query(source.query.terms);
      const few = relevant.length > relevantPerQuery ? random.shuffle([...relevant]) : relevant;
      for (const document of few.slice(0, relevantPerQuery)) {
        const sampledOthers = Array.from({ length: perRelevant }, () => {
          const other = others[random.below(others.length)] as number;
          return this.#matrix.document(other);
        });
        examples.push({ query, better: this.#matrix.document(document), others: sampledOthers });
      }
    }
    if (examples.length === 0) throw this.#createNoExamplesError();
    return random.shuffle(examples);
  }

  async #candidates({ query, relevant, judged }: Source): Promise<Candidates> {
    const { negatives, positives, depth, ranker } = this.#options;
    if (negatives === "judged" && positives === "all") return { relevant, others: judged };
    const firstStageDocuments = new Set(
      await FirstStageCache.of(this.#view).find(query, { ranker, depth }),
    );
    const answers = new Set(relevant);
    return {
      relevant:
        positives === "all" ? relevant : relevant.filter((each) => firstStageDocuments.has(each)),
      others:
        negatives === "judged"
          ? judged
          : [...firstStageDocuments].filter((each) => !answers.has(each)),
    };
  }

  #createNoExamplesError(): Error {
    const { queries, judgements } = this.#data;
    if (!queries.some(({ id }) => judgements.has(id))) {
      return badArgument(`none of the ${queries.length} queries has judgements`);
    }
    const judgedIds = [...judgements.values()].flatMap((grades) => [...grades.keys()]);
    if (!judgedIds.some((id) => this.#view.find(id) !== undefined)) {
      return badArgument(
        `no judged document is in the index; does it hold another collection? The first is ${quote(judgedIds[0] ?? "")}`,
      );
    }
    const rule = this.#options.negatives === "judged" ? "judged of grade 0" : "found beside it";
    return badArgument(`no query has both a relevant document and one ${rule}`);
  }
}

function createSource(view: IndexView, query: TermQuery, judgements: Judgements): Source {
  const grades = [...mapGrades(view, query, judgements.get(query.id) ?? new Map())];
  return {
    query,
    relevant: grades.filter(([, grade]) => grade > 0).map(([document]) => document),
    judged: grades.filter(([, grade]) => grade === 0).map(([document]) => document),
  };
}
