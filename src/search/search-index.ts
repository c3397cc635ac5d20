/// <reference lib="esnext.disposable" preserve="true" />

/**
 * An open index: the one object that most people need.
 *
 * When `add`, `put` or `delete` resolves, the change is seen by every later
 * search of this object, and in a folder it has reached the disk. One call is
 * one commit; calls are carried out in the order in which they were made.
 * Searches do not wait for changes, nor changes for searches: a search answers
 * as of the last change that was finished when it began.
 *
 * A search runs on the caller's thread and holds it for as long as ranking
 * takes: well under a millisecond for most queries over a million documents,
 * longer for feedback, phrases and re-ranking. `timeout` bounds ranking; the
 * `threads` option moves it to workers.
 */

import type { Query } from "../collection/document.ts";
import type { Run } from "../collection/run.ts";
import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import type { Progress } from "../common/progress.ts";
import type { IndexableDocument, IndexSettings } from "../index/index.ts";
import type { SchemaOptions } from "../index/schema/index.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { TrainedRanker } from "../training/ranker-training.ts";
import { CurrentReader } from "./current-reader.ts";
import type { Filter } from "./filter.ts";
import type { IndexReader } from "./index-reader.ts";
import { type AskedQuery, type JudgedQuery, queriesOf } from "./judged-queries.ts";
import { checkOptions, checkWhole } from "./known-options.ts";
import type { LearnedTermWeights, ModelTraining, WeightLearning } from "./learning.ts";
import type { EncoderHolder, EncoderSource, VectorEncoder } from "./meaning/index.ts";
import { isByMeaning } from "./meaning-name.ts";
import {
  type DocumentId,
  eachOf,
  idText,
  indexable,
  type OneOrMany,
  type SearchDocument,
  type StoredDocument,
  storedDocument,
} from "./search-document.ts";
import { explainDocument, scoringOf, searchHits } from "./search-hits.ts";
import {
  checkQuery,
  checkScoringOptions,
  checkSearchOptions,
  type ScoringOptions,
  type SearchOptions,
  type SearchResult,
} from "./search-options.ts";
import type { Suggestion, SuggestOptions } from "./suggestions.ts";
import { TrainedModels } from "./trained-models.ts";
import type { WriteQueue } from "./write-queue.ts";

/** How a set of queries is ranked. */
export interface RunOptions extends Pick<SearchOptions, keyof ScoringOptions | "rerank" | "depth"> {
  /** How many documents to return for each query at most. Default 1000. */
  readonly limit?: number | undefined;
  readonly minMatch?: number | undefined;
  /** The name of the run. Default: the ranker's. */
  readonly name?: string | undefined;
  readonly progress?: Progress | undefined;
}

const RUN = [
  ...["ranker", "syntax", "fields", "weights", "vector", "withoutVector", "rerank", "depth"],
  ...["limit", "minMatch", "name", "progress"],
];

const LEARN = ["model", "vectors", "keep", "mostQueries", "seed", "threads", "progress"];
const TRAIN = [
  ...["options", "settings", "sampling", "queryLength", "documentLength"],
  ...["validation", "ranker", "depth", "measure", "vocabulary", "threads", "progress"],
];

/** An open index: documents in, hits out. `createIndex` and `openIndex` give it. */
export class SearchIndex {
  readonly #current: CurrentReader;
  readonly #writes: WriteQueue;
  readonly #models = new TrainedModels();
  readonly #encoderSource: EncoderSource | undefined;
  #encoder: EncoderHolder | undefined;
  #isClosed = false;

  /** Use `createIndex` or `openIndex`. */
  constructor(
    reader: IndexReader,
    writes: WriteQueue,
    { encoder }: { readonly encoder?: EncoderSource | undefined } = {},
  ) {
    this.#encoderSource = encoder;
    this.#writes = writes;
    this.#current = new CurrentReader(reader, (old) => this.#models.close(old));
  }

  /**
   * Adds documents and returns how many. `BAD_ARGUMENT`, and nothing is added,
   * when one of them cannot be stored or its id is in the index already.
   */
  add(documents: OneOrMany<SearchDocument>): Promise<number> {
    return this.#write(documents, "refuse");
  }

  /** Adds documents, each in place of the one with its id if there is one; returns how many. */
  put(documents: OneOrMany<SearchDocument>): Promise<number> {
    return this.#write(documents, "keep-last");
  }

  /**
   * Gives an index that has fields more of them, or other weights. Documents
   * that are in it already lack the new fields.
   */
  async addFields(fields: SchemaOptions): Promise<void> {
    this.#checkOpen();
    await this.#writes.widen(fields, () => this.#current.refresh());
  }

  /** Deletes documents by their ids and returns how many were there. */
  delete(ids: OneOrMany<DocumentId>): Promise<number> {
    return this.#change(async (writer) => {
      let deleted = 0;
      for await (const id of eachOf(ids)) {
        if (await writer.delete(idText(id))) deleted++;
      }
      return deleted;
    });
  }

  /**
   * The best documents for a query, which may be any text. Documents without a
   * word of the query are not among them.
   */
  async search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    const begun = performance.now();
    checkQuery(query);
    checkSearchOptions(options);
    const found = await this.#read(async (reader) => {
      const { rerank } = options;
      const reranker =
        rerank === undefined ? undefined : await this.#models.reranker(rerank, reader);
      return searchHits(reader, query, await this.#withVector(reader, query, options), reranker);
    });
    return { ...found, took: performance.now() - begun };
  }

  /**
   * What a person who has typed `query` may be about to type: the last word
   * completed, and titles of documents in which all typed words stand.
   */
  async suggest(query: string, options: SuggestOptions = {}): Promise<readonly Suggestion[]> {
    const { checkSuggestOptions, suggestions } = await import("./suggestions.ts");
    checkSuggestOptions(query, options);
    return this.#read((reader) => suggestions(reader, query, options));
  }

  /** Why a document has its score, word by word. `NOT_FOUND` for an unknown id. */
  async explain(query: string, id: DocumentId, options: ScoringOptions = {}): Promise<Explanation> {
    checkQuery(query);
    checkScoringOptions(options);
    return this.#read(async (reader) => {
      const document = reader.snapshot.find(idText(id));
      if (document === undefined) {
        throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(idText(id))}`);
      }
      const known = await this.#withVector(reader, query, options);
      return explainDocument(reader, query, document, known);
    });
  }

  /** A document by its id; undefined when there is none. */
  async get(id: DocumentId): Promise<StoredDocument | undefined> {
    const name = idText(id);
    return this.#read(async ({ snapshot }) => {
      const document = snapshot.find(name);
      if (document === undefined) return undefined;
      const fields = snapshot.settings.stored ? await snapshot.fieldsOf(document) : {};
      return storedDocument(name, fields);
    });
  }

  /** How many documents there are, or how many of them pass a filter. */
  async count(filter?: Filter): Promise<number> {
    return this.#read(async ({ snapshot }) => {
      if (filter === undefined) return snapshot.documentCount;
      const { countLiving, filteredDocuments } = await import("./filtered-documents.ts");
      return countLiving(snapshot, await filteredDocuments(snapshot, filter));
    });
  }

  /** Ranks documents for many queries, as a run that `evaluate` and `compare` take. */
  async run(queries: readonly AskedQuery[], options: RunOptions = {}): Promise<Run> {
    checkOptions("run", options, RUN);
    checkWhole("limit", options.limit, 1);
    const asked = queriesOf(queries);
    return this.#read(async (reader) => {
      const { rerank, depth, limit = 1000, minMatch, name, progress } = options;
      if (isByMeaning(options.ranker)) return this.#runByMeaning(reader, asked, options);
      const { searcher, ranker, syntax, fields } = scoringOf(reader, options);
      const shared = {
        ranker,
        ...(fields === undefined ? {} : { fields }),
        top: limit,
        ...(name === undefined ? {} : { name }),
        ...(progress === undefined ? {} : { progress }),
      };
      if (rerank === undefined) {
        const { rankQueries } = await import("../ranking/query-batch.ts");
        const matched = minMatch === undefined ? {} : { minMatch };
        return rankQueries(searcher, asked, { ...shared, syntax, ...matched });
      }
      const { rerankQueries } = await import("../reranking/reranked-run.ts");
      const reranker = await this.#models.reranker(rerank, reader);
      const looked = depth === undefined ? {} : { depth };
      return rerankQueries(searcher, reranker, asked, { ...shared, ...looked });
    });
  }

  async #runByMeaning(
    reader: IndexReader,
    queries: readonly Query[],
    { rerank, limit = 1000, minMatch, name, progress, ...scoring }: RunOptions,
  ): Promise<Run> {
    if (rerank !== undefined) throw badArgument("a run by meaning cannot be re-ranked yet");
    const { rankByMeaning } = await import("./meaning-run.ts");
    const named = name ?? String(scoring.ranker);
    const bounds = { top: limit, ...(minMatch === undefined ? {} : { minMatch }) };
    const vectors = (query: string) => this.#withVector(reader, query, scoring);
    return rankByMeaning(reader, queries, vectors, { ...bounds, name: named, progress });
  }

  /** Learns from judged queries how much each word counts. Pass the result to `search` as `weights`. */
  async learn(
    judged: readonly JudgedQuery[],
    options: WeightLearning = {},
  ): Promise<LearnedTermWeights> {
    checkOptions("learn", options, LEARN);
    const { learnWeights } = await import("./learning.ts");
    return this.#read((reader) => learnWeights(reader, judged, options));
  }

  /** Trains a model, such as `knrm`, to re-rank. Pass the result to `search` as `rerank`. */
  async train(
    model: string,
    judged: readonly JudgedQuery[],
    options: ModelTraining = {},
  ): Promise<TrainedRanker> {
    checkOptions("train", options, TRAIN);
    const { trainModel } = await import("./learning.ts");
    return this.#read((reader) => trainModel(reader, model, judged, options));
  }

  /**
   * Sees what other processes have committed since; returns whether there was
   * anything. Models that were given as folders are read anew.
   */
  async refresh(): Promise<boolean> {
    this.#checkOpen();
    this.#models.forget();
    return this.#current.refresh();
  }

  /**
   * Works with the parts that the index is made of, as of one commit: the
   * snapshot, its analyzer, a searcher. They are valid for as long as `work` takes.
   */
  withReader<T>(work: (reader: IndexReader) => Promise<T>): Promise<T> {
    return this.#read(work);
  }

  /** Waits for what is under way, then lets the index go. A second call does nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#writes.close();
    await this.#current.close();
    await this.#encoder?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #write(
    documents: OneOrMany<SearchDocument>,
    duplicates: "refuse" | "keep-last",
  ): Promise<number> {
    return this.#change(async (writer) => {
      let count = 0;
      const { settings } = writer;
      const incoming = async function* () {
        for await (const document of eachOf(documents)) {
          yield indexable(document, settings);
          count++;
        }
      };
      await writer.addAll(await this.#withVectors(incoming(), settings), { duplicates });
      return count;
    });
  }

  /** Documents with the vectors that they lack, in an index that a model makes them for. */
  async #withVectors(
    documents: AsyncIterable<IndexableDocument>,
    settings: IndexSettings,
  ): Promise<AsyncIterable<IndexableDocument>> {
    if (settings.vectors?.model === undefined) return documents;
    const { documentVectors } = await import("./meaning/index.ts");
    return documentVectors(documents, settings, await this.#openEncoder(settings));
  }

  /** The options with the vector of the query, where the ranker needs one. */
  async #withVector<T extends ScoringOptions>(
    { snapshot: { settings } }: IndexReader,
    query: string,
    options: T,
  ): Promise<T> {
    if (!isByMeaning(options.ranker)) return options;
    const { queryVector } = await import("./meaning/index.ts");
    const isGiven = options.vector !== undefined || settings.vectors?.model === undefined;
    const encoder = isGiven
      ? undefined
      : await this.#openEncoder(settings).catch((error: unknown) => {
          const isMissing = error instanceof TermwiseError && error.code === "NOT_FOUND";
          if (isMissing && options.withoutVector === "words") return undefined;
          throw error;
        });
    return { ...options, vector: await queryVector(settings, encoder, query, options) };
  }

  async #openEncoder(settings: IndexSettings): Promise<VectorEncoder | undefined> {
    if (this.#encoderSource === undefined) return undefined;
    const { EncoderHolder } = await import("./meaning/index.ts");
    this.#encoder ??= new EncoderHolder(this.#encoderSource);
    return this.#encoder.encoderOf(settings);
  }

  async #change<T>(change: Parameters<WriteQueue["change"]>[0]): Promise<T> {
    this.#checkOpen();
    return this.#writes.change(change, () => this.#current.refresh()) as Promise<T>;
  }

  /** Reads as of the newest commit. Where another process took its files away, as of the next one. */
  async #read<T>(work: (reader: IndexReader) => Promise<T>): Promise<T> {
    this.#checkOpen();
    const { generation } = this.#current;
    try {
      return await this.#current.use(work);
    } catch (error) {
      const isGone = error instanceof TermwiseError && error.code === "NOT_FOUND";
      if (!isGone || generation !== this.#current.generation) throw error;
      if (!(await this.#current.refresh())) throw error;
      return this.#current.use(work);
    }
  }

  #checkOpen(): void {
    if (this.#isClosed) throw badArgument("the index is closed");
  }
}
