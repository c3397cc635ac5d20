/**
 * Trained models at work on an index. A model is opened over a snapshot when a
 * search first asks for it there, and closed with the snapshot's reader.
 */

import { badArgument } from "../common/errors.ts";
import type { HitReranker, Reranker } from "../reranking/reranker.ts";
import type { TrainedModel } from "../scoring/model-folder.ts";
import type { Directory } from "../storage/directory.ts";
import type { Backend } from "../tensor/program.ts";
import type { TrainedRanker } from "../training/ranker-training.ts";
import { directoryOfPlace, type IndexPlace, isDirectory } from "./index-place.ts";
import type { IndexReader } from "./index-reader.ts";
import { shown } from "./known-options.ts";
import type { DenseReranker, VectorEncoder } from "./meaning/index.ts";

/** A trained model: itself, or the folder or directory it was saved in. */
export type ModelSource = TrainedModel | IndexPlace;

/** What re-ranks hits: a trained model, or an encoder, by the cosines of query and documents. */
export type RerankSource = ModelSource | VectorEncoder;

/** Reads a trained model. `NOT_FOUND` where there is none. */
export async function openModel(place: IndexPlace): Promise<TrainedModel> {
  const { readModel } = await import("../scoring/model-folder.ts");
  return readModel(await directoryOfPlace(place));
}

/** Writes a trained model to a folder (in Node) or a directory, in place of one that may be there. */
export async function saveModel(trained: TrainedRanker, place: IndexPlace): Promise<void> {
  const { writeModel } = await import("../scoring/model-folder.ts");
  const { description, vocabulary, weights, tokenizerFile } = trained;
  const directory = await directoryOfPlace(place, { make: true });
  await writeModel(directory, description, vocabulary, weights, tokenizerFile);
}

/** Models that were read, and rerankers that are open, of one index. */
export class TrainedModels {
  readonly #read = new Map<string | Directory, Promise<TrainedModel>>();
  readonly #open = new WeakMap<IndexReader, Map<TrainedModel, Promise<Reranker>>>();
  readonly #dense = new WeakMap<IndexReader, Map<VectorEncoder, DenseReranker>>();

  /** The reranker of a model or an encoder over a snapshot. A folder is read once, until `forget`. */
  async reranker(source: RerankSource, reader: IndexReader): Promise<HitReranker> {
    if (isEncoder(source)) return this.#denseReranker(source, reader);
    const model = await this.#model(source);
    const ofReader = this.#open.get(reader) ?? new Map<TrainedModel, Promise<Reranker>>();
    this.#open.set(reader, ofReader);
    let reranker = ofReader.get(model);
    if (reranker === undefined) {
      reranker = openReranker(model, reader);
      ofReader.set(model, reranker);
      reranker.catch(() => ofReader.delete(model)); // told to whoever asked; the next one tries again
    }
    return reranker;
  }

  async #denseReranker(encoder: VectorEncoder, reader: IndexReader): Promise<DenseReranker> {
    const { DenseReranker } = await import("./meaning/index.ts");
    const ofReader = this.#dense.get(reader) ?? new Map<VectorEncoder, DenseReranker>();
    this.#dense.set(reader, ofReader);
    const reranker = ofReader.get(encoder) ?? new DenseReranker(reader.snapshot, encoder);
    ofReader.set(encoder, reranker);
    return reranker;
  }

  /** Closes the rerankers over a snapshot that nobody searches any more. */
  async close(reader: IndexReader): Promise<void> {
    const opened = [...(this.#open.get(reader)?.values() ?? [])];
    this.#open.delete(reader);
    await Promise.all(opened.map((each) => each.then((reranker) => reranker.close())));
  }

  /** Folders are read anew from now on. */
  forget(): void {
    this.#read.clear();
  }

  async #model(source: ModelSource): Promise<TrainedModel> {
    if (typeof source !== "string" && !isDirectory(source)) {
      const isModel = typeof source === "object" && source !== null && "description" in source;
      if (isModel) return source;
      throw badArgument(
        `rerank must be a trained model or its folder, or an encoder, got ${shown(source)}`,
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
  return Reranker.open(backend ?? (await ownBackend()), model, snapshot, analyzer);
}

/** The plain one computes the same where WASM is forbidden, as by the policy of a page. */
async function ownBackend(): Promise<Backend> {
  const { canRunWasm } = await import("../common/wasm-support.ts");
  if (canRunWasm()) return (await import("../tensor/wasm/index.ts")).wasmBackend();
  return (await import("../tensor/plain/index.ts")).plainBackend();
}
