/**
 * Trained models of an index. A model is opened over a snapshot when a search first
 * needs it there, and closed with the snapshot's reader.
 */

import type { ModelSource, RerankSource } from "../api/option-types.ts";
import { badArgument, describeValue } from "../common/errors.ts";
import type { DenseReranker, VectorEncoder } from "../dense/index.ts";
import type { TermSalience } from "../ranking/index.ts";
import type { HitReranker, Reranker } from "../reranking/reranker.ts";
import type { TrainedModel } from "../scoring/model-folder.ts";
import type { Directory } from "../storage/directory.ts";
import type { Backend } from "../tensor/program.ts";
import type { TrainedRanker } from "../training/train-ranker.ts";
import { type IndexLocation, isDirectory, openDirectory } from "./index-location.ts";
import type { IndexReader } from "./index-reader.ts";

/**
 * Reads a trained model, or a published cross-encoder in Hugging Face's layout. `NOT_FOUND` where
 * there is neither.
 */
export async function openModel(location: IndexLocation): Promise<TrainedModel> {
  const { readModelOrCheckpoint } = await import("../scoring/checkpoint-model.ts");
  return readModelOrCheckpoint(await openDirectory(location));
}

/** Writes a trained model to a folder (in Node) or a directory, replacing an existing one. */
export async function saveModel(trained: TrainedRanker, location: IndexLocation): Promise<void> {
  const { writeModel } = await import("../scoring/model-folder.ts");
  const { description, vocabulary, weights, tokenizerFile } = trained;
  const directory = await openDirectory(location, { make: true });
  await writeModel(directory, description, vocabulary, weights, tokenizerFile);
}

/** Loaded models and open rerankers of one index. */
export class TrainedModels {
  readonly #loaded = new Map<string | Directory, Promise<TrainedModel>>();
  readonly #open = new WeakMap<IndexReader, Map<TrainedModel, Promise<Reranker>>>();
  readonly #dense = new WeakMap<IndexReader, Map<VectorEncoder, DenseReranker>>();

  /**
   * The reranker of a model or an encoder over a snapshot. A folder is read once,
   * until `clear`.
   */
  async loadReranker(source: RerankSource, reader: IndexReader): Promise<HitReranker> {
    if (isEncoder(source)) return this.#openDenseReranker(source, reader);
    const model = await this.#loadModel(source);
    const rerankers = this.#open.get(reader) ?? new Map<TrainedModel, Promise<Reranker>>();
    this.#open.set(reader, rerankers);
    let reranker = rerankers.get(model);
    if (reranker === undefined) {
      reranker = openReranker(model, reader);
      rerankers.set(model, reranker);
      reranker.catch(() => rerankers.delete(model)); // callers receive the error; the next call tries again
    }
    return reranker;
  }

  async #openDenseReranker(encoder: VectorEncoder, reader: IndexReader): Promise<DenseReranker> {
    const { DenseReranker } = await import("../dense/index.ts");
    const rerankers = this.#dense.get(reader) ?? new Map<VectorEncoder, DenseReranker>();
    this.#dense.set(reader, rerankers);
    const reranker = rerankers.get(encoder) ?? new DenseReranker(reader.snapshot, encoder);
    rerankers.set(encoder, reranker);
    return reranker;
  }

  /** Closes the rerankers over a snapshot that is no longer searched. */
  async close(reader: IndexReader): Promise<void> {
    const rerankers = [...(this.#open.get(reader)?.values() ?? [])];
    this.#open.delete(reader);
    await Promise.all(rerankers.map((each) => each.then((reranker) => reranker.close())));
  }

  /** Folders are read again from now on. */
  clear(): void {
    this.#loaded.clear();
  }

  async #loadModel(source: ModelSource): Promise<TrainedModel> {
    if (typeof source !== "string" && !isDirectory(source)) {
      const isModel = typeof source === "object" && source !== null && "description" in source;
      if (isModel) return source;
      throw badArgument(
        `rerank must be a trained model or its folder, or an encoder, got ${describeValue(source)}`,
      );
    }
    let model = this.#loaded.get(source);
    if (model === undefined) {
      model = openModel(source);
      this.#loaded.set(source, model);
      model.catch(() => this.#loaded.delete(source));
    }
    return model;
  }
}

function isEncoder(source: RerankSource): source is VectorEncoder {
  return (
    typeof source === "object" && source !== null && "query" in source && "documents" in source
  );
}

/** Opens a model over a snapshot. The caller closes the reranker. */
export async function openReranker(
  model: TrainedModel,
  { snapshot, analyzer }: IndexReader,
  backend?: Backend,
): Promise<Reranker> {
  const { Reranker } = await import("../reranking/reranker.ts");
  return Reranker.open(backend ?? (await createBackend()), model, snapshot, analyzer);
}

/**
 * The plain backend computes the same where WASM is forbidden, as by a page's
 * content security policy.
 */
export async function createBackend(): Promise<Backend> {
  const { canRunWasm } = await import("../common/wasm-support.ts");
  if (canRunWasm()) return (await import("../tensor/wasm/index.ts")).wasmBackend();
  return (await import("../tensor/plain/index.ts")).plainBackend();
}

const salienceCache = new WeakMap<TrainedModel, Promise<readonly TermSalience[]>>();

/** The salience of every word of a model, computed once; empty for a model that learns none. */
export function loadSalience(model: TrainedModel): Promise<readonly TermSalience[]> {
  const salience = salienceCache.get(model) ?? computeSalience(model);
  salienceCache.set(model, salience);
  return salience;
}

async function computeSalience(model: TrainedModel): Promise<readonly TermSalience[]> {
  if (model.model.salience === undefined) return [];
  const { computeTermSalience } = await import("../reranking/index.ts");
  return computeTermSalience(await createBackend(), model);
}
