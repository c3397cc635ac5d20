/**
 * Trained models at work on an index. A model is opened over a snapshot when a
 * search first asks for it there, and closed with the snapshot's reader.
 */

import { badArgument, describeValue } from "../common/errors.ts";
import type { DenseReranker, VectorEncoder } from "../dense/index.ts";
import type { HitReranker, Reranker } from "../reranking/reranker.ts";
import type { TrainedModel } from "../scoring/model-folder.ts";
import type { Directory } from "../storage/directory.ts";
import type { Backend } from "../tensor/program.ts";
import type { TrainedRanker } from "../training/train-ranker.ts";
import { type IndexLocation, isDirectory, openDirectory } from "./index-location.ts";
import type { IndexReader } from "./index-reader.ts";

/** A trained model: itself, or the folder or directory it was saved in. */
export type ModelSource = TrainedModel | IndexLocation;

/** What re-ranks hits: a trained model, or an encoder, by the cosines of query and documents. */
export type RerankSource = ModelSource | VectorEncoder;

/** Reads a trained model. `NOT_FOUND` where there is none. */
export async function openModel(location: IndexLocation): Promise<TrainedModel> {
  const { readModel } = await import("../scoring/model-folder.ts");
  return readModel(await openDirectory(location));
}

/** Writes a trained model to a folder (in Node) or a directory, in place of one that may be there. */
export async function saveModel(trained: TrainedRanker, location: IndexLocation): Promise<void> {
  const { writeModel } = await import("../scoring/model-folder.ts");
  const { description, vocabulary, weights, tokenizerFile } = trained;
  const directory = await openDirectory(location, { make: true });
  await writeModel(directory, description, vocabulary, weights, tokenizerFile);
}

/** Models that were read, and rerankers that are open, of one index. */
export class TrainedModels {
  readonly #read = new Map<string | Directory, Promise<TrainedModel>>();
  readonly #open = new WeakMap<IndexReader, Map<TrainedModel, Promise<Reranker>>>();
  readonly #dense = new WeakMap<IndexReader, Map<VectorEncoder, DenseReranker>>();

  /** The reranker of a model or an encoder over a snapshot. A folder is read once, until `forget`. */
  async loadReranker(source: RerankSource, reader: IndexReader): Promise<HitReranker> {
    if (isEncoder(source)) return this.#openDenseReranker(source, reader);
    const model = await this.#loadModel(source);
    const rerankers = this.#open.get(reader) ?? new Map<TrainedModel, Promise<Reranker>>();
    this.#open.set(reader, rerankers);
    let reranker = rerankers.get(model);
    if (reranker === undefined) {
      reranker = openReranker(model, reader);
      rerankers.set(model, reranker);
      reranker.catch(() => rerankers.delete(model)); // told to whoever asked; the next one tries again
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

  /** Closes the rerankers over a snapshot that nobody searches any more. */
  async close(reader: IndexReader): Promise<void> {
    const opened = [...(this.#open.get(reader)?.values() ?? [])];
    this.#open.delete(reader);
    await Promise.all(opened.map((each) => each.then((reranker) => reranker.close())));
  }

  /** Folders are read anew from now on. */
  clear(): void {
    this.#read.clear();
  }

  async #loadModel(source: ModelSource): Promise<TrainedModel> {
    if (typeof source !== "string" && !isDirectory(source)) {
      const isModel = typeof source === "object" && source !== null && "description" in source;
      if (isModel) return source;
      throw badArgument(
        `rerank must be a trained model or its folder, or an encoder, got ${describeValue(source)}`,
      );
    }
    let model = this.#read.get(source);
    if (model === undefined) {
      model = openModel(source);
      this.#read.set(source, model);
      model.catch(() => this.#read.delete(source));
    }
    return model;
  }
}

function isEncoder(source: RerankSource): source is VectorEncoder {
  return (
    typeof source === "object" && source !== null && "query" in source && "documents" in source
  );
}

/** Opens a model over a snapshot. Whoever opens a reranker closes it. */
export async function openReranker(
  model: TrainedModel,
  { snapshot, analyzer }: IndexReader,
  backend?: Backend,
): Promise<Reranker> {
  const { Reranker } = await import("../reranking/reranker.ts");
  return Reranker.open(backend ?? (await createBackend()), model, snapshot, analyzer);
}

/** The plain one computes the same where WASM is forbidden, as by the policy of a page. */
async function createBackend(): Promise<Backend> {
  const { canRunWasm } = await import("../common/wasm-support.ts");
  if (canRunWasm()) return (await import("../tensor/wasm/index.ts")).wasmBackend();
  return (await import("../tensor/plain/index.ts")).plainBackend();
}
