/** The encoder of an index with vectors, as the command line names it. Nothing is fetched for it. */

import { availableParallelism } from "node:os";
import type { Query } from "../../src/collection/document.ts";
import type { Run } from "../../src/collection/run.ts";
import { defined } from "../../src/common/defined.ts";
import { quote } from "../../src/common/errors.ts";
import type { EncoderEngine } from "../../src/dense/encoder/index.ts";
import { DenseReranker, isEncoderMissing, resolveQueryVector } from "../../src/dense/index.ts";
import type { InputVector } from "../../src/dense/vectors/index.ts";
import type { IndexSettings } from "../../src/index/index.ts";
import type { Hits } from "../../src/ranking/index.ts";
import { createHitsRetriever, runQueries } from "../../src/ranking/run-queries.ts";
import {
  openEncoder,
  type ScoringOptions,
  type SearchOptions,
  type VectorEncoder,
} from "../../src/search/index.ts";
import { openQuery } from "../../src/search/open-query.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext, Option } from "./command.ts";
import { readEncoderDevice } from "./encoder-device-option.ts";
import type { OpenIndex } from "./open-index.ts";
import { readThreads } from "./threads-option.ts";

export const ENCODER_OPTION: Option = {
  name: "encoder",
  value: "<folder>",
  summary:
    "folder or installed package of the encoder; by default the one stored with the vectors, such as minilm",
};

/** The backend that encodes documents. */
export const ENCODER_BACKEND_OPTION: Option = {
  name: "backend",
  value: "<name>",
  default: "wasm",
  choices: ["wasm", "onnx"],
  summary:
    "with --vectors: numeric backend of the encoder; onnx needs onnxruntime-node and uses one thread",
};

/** Opens the encoder of vectors of this model. */
export function openNamedEncoder(
  args: Arguments,
  model: string,
  engine: EncoderEngine = {},
): Promise<VectorEncoder> {
  const options = { name: model, ...readEncoderDevice(args), ...engine };
  return openEncoder(args.text("encoder") ?? model, options);
}

/** The engine for many documents: threads, or ONNX Runtime. */
export function readEncoderEngine(args: Arguments): EncoderEngine {
  if (args.text("backend") !== "onnx") {
    return { threads: readThreads(args) ?? availableParallelism() };
  }
  return { onnx: { runtime: process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node" } };
}

/** Works with the encoder that an index was made with; without one where it has none. */
export async function withQueryEncoder<T>(
  { vectors }: IndexSettings,
  args: Arguments,
  work: (encoder: VectorEncoder | undefined) => Promise<T>,
): Promise<T> {
  const model = vectors?.model;
  const encoder = model === undefined ? undefined : await openNamedEncoder(args, model);
  try {
    return await work(encoder);
  } finally {
    await encoder?.close?.();
  }
}

/** Whether there is an encoder for the index. The one that `--encoder` names must exist. */
export async function canEncodeQueries(settings: IndexSettings, args: Arguments): Promise<boolean> {
  try {
    return await withQueryEncoder(settings, args, async (encoder) => encoder !== undefined);
  } catch (error) {
    if (isEncoderMissing(error) && args.text("encoder") === undefined) return false;
    throw error;
  }
}

/** Says that words alone rank, and why. */
export function formatWordsFallback({ vectors }: IndexSettings, ranker: string): string {
  const model = vectors?.model;
  const reason =
    model === undefined
      ? "the vectors of the index have no model that could encode queries"
      : `the encoder ${quote(model)} was not found; name its folder with --encoder`;
  return `ranked by ${ranker} alone, without vectors: ${reason}`;
}

/** The vector of a query in the index's own model. */
export function encodeQuery(
  { snapshot: { settings } }: OpenIndex,
  query: string,
  args: Arguments,
  vectorFallback?: "refuse" | "words",
): Promise<InputVector | undefined> {
  const scoring = { syntax: args.has("syntax"), vectorFallback };
  return withQueryEncoder(settings, args, (encoder) =>
    resolveQueryVector(settings, encoder, query, scoring),
  ).catch((error: unknown) => {
    if (isEncoderMissing(error) && vectorFallback === "words") return undefined;
    throw error;
  });
}

/** Ranks queries by a dense or hybrid ranker. */
export function rankDense(
  index: OpenIndex,
  queries: readonly Query[],
  scoring: ScoringOptions & { readonly ranker: string },
  {
    top: limit,
    name,
    minMatch,
  }: { readonly top: number; readonly name: string } & Pick<SearchOptions, "minMatch">,
  args: Arguments,
  { progress }: Pick<CommandContext, "progress">,
): Promise<Run> {
  const { settings } = index.snapshot;
  return withQueryEncoder(settings, args, (encoder) => {
    const rank = async (query: Query, top: number): Promise<Hits> => {
      const vector = await resolveQueryVector(settings, encoder, query.text, scoring);
      const vectorised = { ...scoring, vector };
      return (await openQuery(index, query, vectorised, defined({ minMatch }))).rank(top);
    };
    const retriever = createHitsRetriever(index.snapshot, rank, { name, batchSize: 1 });
    return runQueries(retriever, queries, { top: limit, name, progress });
  });
}

/** Works with an encoder that re-ranks the documents of an index. */
export async function withDenseReranker<T>(
  { snapshot }: OpenIndex,
  name: string,
  args: Arguments,
  work: (reranker: DenseReranker) => Promise<T>,
): Promise<T> {
  const encoder = await openNamedEncoder(args, name);
  try {
    return await work(new DenseReranker(snapshot, encoder));
  } finally {
    await encoder.close?.();
  }
}
