/**
 * An open index: the one object that most applications need.
 *
 * When `add`, `put`, `update`, `delete` or `replace` resolves, the change is seen by every later search
 * of this object, and in a folder it has reached the disk. One call is one commit;
 * calls run in the order in which they were made. Searches do not wait for changes,
 * nor changes for searches: a search returns results as of the last change that was
 * finished when it began.
 */

import { checkDeclaredOptions } from "../api/check-options.ts";
import type {
  DocumentId,
  DocumentPart,
  DocumentType,
  SearchDocument,
} from "../api/document-type.ts";
import type { Filter, FilteredDocuments } from "../api/filter.ts";
import type { SearchSettings, SettingsChange } from "../api/index-settings.ts";
import type { JudgedQuery, QueryInput } from "../api/judged-query.ts";
import type {
  AlphaLearning,
  BoostLearning,
  EncoderTraining,
  ModelTraining,
  RunOptions,
  WeightLearning,
} from "../api/learning-options.ts";
import type { SchemaFields } from "../api/schema-fields.ts";
import type { Query } from "../collection/document.ts";
import type { TextPair } from "../collection/formats/index.ts";
import type { Run } from "../collection/run.ts";
import { defined } from "../common/defined.ts";
import { badArgument } from "../common/errors.ts";
import type { LearnedAlpha } from "../dense/fusion/index.ts";
import type { IndexEncoderOptions } from "../dense/index.ts";
import type { TrainedEncoder } from "../dense/training/index.ts";
import type { IndexWriter, SearchDefaults } from "../index/index.ts";
import type { SchemaOptions } from "../index/schema/index.ts";
import { needsQueryVector } from "../ranking/needs-query-vector.ts";
import type { BatchRetriever } from "../ranking/run-queries.ts";
import type { TrainedRanker } from "../training/train-ranker.ts";
import { type IndexReader, nameHybrid } from "./index-reader.ts";
import type { LearnedBoosts } from "./learn-boosts.ts";
import type { LearnedTermWeights } from "./learning.ts";
import {
  loadBoostLearning,
  loadEncoderTraining,
  loadFusion,
  loadJudgedQueries,
  loadLearning,
  loadLearningRules,
  loadRerankingRetriever,
} from "./neural-parts.ts";
import { openQuery } from "./open-query.ts";
import { toQueries } from "./query-inputs.ts";
import { ReadableIndex } from "./readable-index.ts";
import { resolveScoring } from "./resolve-scoring.ts";
import { type OneOrMany, toIdText, toIndexable, toIterable } from "./search-document.ts";
import { readSettings } from "./search-settings.ts";
import type { WriteQueue } from "./write-queue.ts";

/** An open index: documents in, hits out. Returned by `createIndex` and `openIndex`. */
export class SearchIndex<Doc extends DocumentType = SearchDocument> extends ReadableIndex<Doc> {
  readonly #writes: WriteQueue;

  /** Use `createIndex` or `openIndex`. */
  constructor(reader: IndexReader, writes: WriteQueue, encoding: IndexEncoderOptions = {}) {
    super(reader, encoding);
    this.#writes = writes;
  }

  /**
   * Adds documents and returns their number. `BAD_ARGUMENT`, and nothing is added,
   * if one of them cannot be stored or its id is already in the index.
   */
  add(documents: OneOrMany<Doc>): Promise<number> {
    return this.#change((writer) => this.#addAll(writer, documents, "refuse"));
  }

  /** Adds documents, replacing those with the same ids; returns their number. */
  put(documents: OneOrMany<Doc>): Promise<number> {
    return this.#change((writer) => this.#addAll(writer, documents, "keep-last"));
  }

  /**
   * Changes properties of documents that the index has, and returns their number: those of a
   * part replace those of the document, null removes one, others stay. `NOT_FOUND`, and
   * nothing is changed, for an unknown id; `BAD_ARGUMENT` if documents are not stored.
   */
  update(parts: OneOrMany<DocumentPart<Doc>>): Promise<number> {
    return this.#change(async (writer) => {
      const { mergeParts } = await import("./document-parts.ts");
      await this.refreshReader();
      return this.useReader((reader) => {
        const merged = mergeParts(reader, toIterable(parts as OneOrMany<SearchDocument>));
        return this.#addAll(writer, merged, "keep-last");
      });
    });
  }

  /**
   * Replaces all documents by others and returns their number. Searches return the old
   * documents until the new ones are complete. If it fails, or the process ends, the old
   * documents remain. Fields and settings stay.
   */
  replace(documents: OneOrMany<Doc>): Promise<number> {
    return this.#change(async (writer) => {
      await writer.clear();
      return this.#addAll(writer, documents, "refuse");
    });
  }

  /**
   * Adds fields to an index with fields, or changes weights. Existing documents lack
   * the new fields.
   */
  async addFields(fields: SchemaFields<Doc>): Promise<void> {
    this.checkOpen();
    await this.#writes.addFields(fields as SchemaOptions, () => this.refreshReader());
  }

  /**
   * Changes settings of the index, and returns all of them. They apply to every search
   * that does not set the option itself; null resets one. `BAD_ARGUMENT`, and nothing is
   * changed, for a setting that is unknown or that a search would refuse. A function
   * gets the current settings, and no other change comes between.
   */
  async updateSettings(
    change: SettingsChange<Doc> | ((current: SearchSettings<Doc>) => SettingsChange<Doc>),
  ): Promise<SearchSettings<Doc>> {
    const merged: unknown = await this.#change(async (writer) => {
      const { checkSettings, mergeSettings } = await import("./update-settings.ts");
      const current: SearchSettings = readSettings(writer.settings);
      const changes =
        typeof change === "function" ? change(current as SearchSettings<Doc>) : change;
      const settings = mergeSettings(current, changes as SettingsChange);
      await this.useReader((reader) => checkSettings(reader, settings));
      await writer.configure(settings as SearchDefaults);
      return settings;
    });
    return merged as SearchSettings<Doc>;
  }

  /**
   * Deletes documents and returns how many existed: by their ids, or all that pass a filter,
   * as `{ filter }`.
   */
  delete(documents: OneOrMany<DocumentId> | FilteredDocuments<Doc>): Promise<number> {
    return this.#change(async (writer) => {
      const ids = isFiltered(documents)
        ? await this.#findIds(documents.filter as Filter | string)
        : toIterable(documents as OneOrMany<DocumentId>);
      let deleted = 0;
      for await (const id of ids) {
        if (await writer.delete(toIdText(id))) deleted++;
      }
      return deleted;
    });
  }

  async #findIds(filter: Filter | string): Promise<readonly string[]> {
    const { findIds } = await import("./document-parts.ts");
    await this.refreshReader();
    return this.useReader((reader) => findIds(reader, filter));
  }

  /** Ranks documents for many queries, as a run for `evaluate` and `compare`. */
  async run(queries: readonly QueryInput[], options: RunOptions<Doc> = {}): Promise<Run> {
    await checkLearningOptions("run", options, "RUN_RULES");
    const parsedQueries = toQueries(queries);
    return this.withReader(async (reader) => {
      const { limit: top = 1000, name, progress } = options;
      const { runQueries } = await import("../ranking/run-queries.ts");
      const retriever = await this.#openRetriever(reader, options as RunOptions);
      return runQueries(retriever, parsedQueries, { top, name, progress });
    });
  }

  async #openRetriever(
    reader: IndexReader,
    { rerank, depth, minMatch, ...options }: RunOptions,
  ): Promise<BatchRetriever> {
    const bounds = defined({ minMatch });
    const { ranker: setting } = readSettings(reader.snapshot.settings);
    const named = options.ranker ?? (options.weights === undefined ? setting : undefined);
    const scoring = { ...options, ...defined({ ranker: named }) };
    const name = await this.#nameVectorRanker(reader, { ...scoring, rerank });
    if (name !== undefined) {
      if (rerank !== undefined) throw badArgument("a run by vectors cannot be re-ranked yet");
      const { createHitsRetriever } = await import("../ranking/run-queries.ts");
      const rank = async (query: Query, top: number) => {
        const vectorised = await this.withVector(reader, query.text, scoring);
        return (await openQuery(reader, query, vectorised, bounds)).rank(top);
      };
      return createHitsRetriever(reader.snapshot, rank, { name, batchSize: 1 });
    }
    if (scoring.rules !== undefined && scoring.rules.length > 0) {
      if (rerank !== undefined) throw badArgument("a run with rules cannot be re-ranked yet");
      const { createHitsRetriever } = await import("../ranking/run-queries.ts");
      const rank = async (query: Query, top: number) =>
        (await openQuery(reader, query, scoring, bounds)).rank(top);
      const { ranker: own = reader.ranker } = scoring;
      const label = typeof own === "string" ? own : "ranking";
      return createHitsRetriever(reader.snapshot, rank, { name: label, batchSize: 1 });
    }
    const resolved = await resolveScoring(reader, scoring);
    const { searcher, ranker, syntax, fields, exactFields, boost } = resolved;
    if (rerank !== undefined) {
      const { createRerankingRetriever } = await loadRerankingRetriever();
      const reranker = await this.loadReranker(rerank, reader);
      return createRerankingRetriever(searcher, reranker, { ranker, ...defined({ depth, boost }) });
    }
    const { createIndexRetriever } = await import("../ranking/index-retriever.ts");
    const reading = { ranker, syntax, exactFields, ...bounds, ...defined({ fields, boost }) };
    return createIndexRetriever(searcher, reading);
  }

  /** The dense or hybrid ranker of a run; undefined if words rank. */
  async #nameVectorRanker(reader: IndexReader, options: RunOptions): Promise<string | undefined> {
    const { ranker, weights } = options;
    if (needsQueryVector(ranker)) return ranker;
    if (!this.encodesByDefault(reader, options)) return undefined;
    const encoder = await this.loadEncoder();
    if (!(await encoder.canEncode(reader.snapshot.settings))) return undefined;
    return nameHybrid(weights?.ranker ?? reader.lexicalRanker);
  }

  /** Learns term weights from judged queries. Pass the result to `search` as `weights`. */
  async learn(
    judged: readonly JudgedQuery[],
    options: WeightLearning = {},
  ): Promise<LearnedTermWeights> {
    await checkLearningOptions("learn", options, "LEARN_RULES");
    const { learnWeights } = await loadLearning();
    return this.withReader((reader) => learnWeights(reader, judged, options));
  }

  /**
   * Tunes the weight of vectors in `hybrid` on judged queries, by cross-validation.
   * With fewer than 200 of them alpha stays 1. Pass the `ranker` of the result to
   * `search`.
   */
  async learnAlpha(
    judged: readonly JudgedQuery[],
    options: AlphaLearning = {},
  ): Promise<LearnedAlpha> {
    await checkLearningOptions("learnAlpha", options, "ALPHA_RULES");
    const { learnAlpha } = await loadFusion();
    const { toJudgements } = await loadJudgedQueries();
    const [queries, judgements] = [toQueries(judged), toJudgements(judged)];
    return this.withReader((reader) => {
      const openSearch = async (query: Query, ranker: string) => {
        const scoring = await this.withVector(reader, query.text, { ranker });
        return openQuery(reader, query, scoring);
      };
      return learnAlpha(openSearch, queries, judgements, options);
    });
  }

  /**
   * Learns the weights of boosts from judged queries, by cross-validation. With fewer than 100 of
   * them, or without a gain that is unlikely to be chance, no boost is kept. Pass the `boost` of
   * the result to `search` or `updateSettings`.
   */
  async learnBoosts(
    judged: readonly JudgedQuery[],
    options: BoostLearning<Doc>,
  ): Promise<LearnedBoosts<Doc>> {
    await checkLearningOptions("learnBoosts", options, "BOOSTS_RULES");
    const { learnBoosts } = await loadBoostLearning();
    const { toJudgements } = await loadJudgedQueries();
    const { boost = [], ranker, weights, ...settings } = options as unknown as BoostLearning;
    const boosts = Array.isArray(boost) ? boost : [boost];
    const [queries, judgements] = [toQueries(judged), toJudgements(judged)];
    const { runQueries } = await import("../ranking/run-queries.ts");
    const learned = await this.withReader((reader) =>
      learnBoosts(
        async (each, sample, top) => {
          const scoring = { boost: each, ...defined({ ranker, weights }) };
          return runQueries(await this.#openRetriever(reader, scoring), sample, { top });
        },
        boosts,
        queries,
        judgements,
        settings,
      ),
    );
    return learned as unknown as LearnedBoosts<Doc>;
  }

  /** Trains a model, such as `knrm`, to re-rank. Pass the result to `search` as `rerank`. */
  async train(
    model: string,
    judged: readonly JudgedQuery[],
    options: ModelTraining = {},
  ): Promise<TrainedRanker> {
    await checkLearningOptions("train", options, "TRAIN_RULES");
    await checkLearningOptions("settings", options.settings, "SETTINGS_RULES");
    const { trainModel } = await loadLearning();
    return this.withReader((reader) => trainModel(reader, model, judged, options));
  }

  /**
   * Trains a word-vector encoder: texts are means of word vectors, so encoding needs
   * no network. Pass the result to `createIndex` as `encoder`, or `save` it for
   * `openEncoder`. It learns from judged queries, or from pairs of texts, `{ query,
   * document }`, which need not be in the index.
   */
  async trainEncoder(
    examples: readonly (JudgedQuery | TextPair)[],
    options: EncoderTraining = {},
  ): Promise<TrainedEncoder> {
    await checkLearningOptions("trainEncoder", options, "ENCODER_RULES");
    const { trainEncoder } = await loadEncoderTraining();
    const { parseEncoderExamples } = await loadJudgedQueries();
    const parsedExamples = parseEncoderExamples(examples);
    return this.withReader((reader) => trainEncoder(reader, parsedExamples, options));
  }

  protected override finish(): Promise<void> {
    return this.#writes.close();
  }

  async #addAll(
    writer: IndexWriter,
    documents: OneOrMany<SearchDocument>,
    duplicates: "refuse" | "keep-last",
  ): Promise<number> {
    let count = 0;
    const { settings } = writer;
    const incoming = async function* () {
      for await (const document of toIterable(documents)) {
        yield toIndexable(document, settings);
        count++;
      }
    };
    const hasModel = settings.vectors?.model !== undefined;
    const encoder = hasModel ? await this.loadEncoder() : undefined;
    const encoded = (await encoder?.withVectors(incoming(), settings)) ?? incoming();
    await writer.addAll(encoded, { duplicates });
    return count;
  }

  async #change<T>(change: Parameters<WriteQueue["change"]>[0]): Promise<T> {
    this.checkOpen();
    return this.#writes.change(change, () => this.refreshReader()) as Promise<T>;
  }
}

function isFiltered<Doc>(
  documents: OneOrMany<DocumentId> | FilteredDocuments<Doc>,
): documents is FilteredDocuments<Doc> {
  return typeof documents === "object" && documents !== null && "filter" in documents
    ? !(Symbol.iterator in documents)
    : false;
}

/** Loads the rules with the first call that needs them: a page that searches has none. */
async function checkLearningOptions(
  operation: string,
  options: object | undefined,
  table: keyof typeof import("../api/learning-rules.generated.ts"),
): Promise<void> {
  const rules = await loadLearningRules();
  checkDeclaredOptions(operation, options, rules[table]);
}
