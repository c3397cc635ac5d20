/** The tasks of an encoder worker, as functions of plain data. */

import type { ComputeDevice } from "../../common/compute-device.ts";
import { badArgument } from "../../common/errors.ts";
import type { InputVector } from "../vectors/index.ts";
import { fetchModel, MODEL_FOLDER } from "./fetch-model.ts";
import type { EncoderOptions } from "./sentence-encoder.ts";
import { openEncoder, type VectorEncoder } from "./vector-encoder.ts";

/** Encoders that are open on this thread, by handle. */
const encoders = new Map<number, VectorEncoder>();
let nextId = 0;

/** The address and the options of an encoder. */
export interface EncoderTaskOptions extends EncoderOptions {
  readonly address: string;
  readonly weights: string;
  readonly device?: ComputeDevice | undefined;
}

/** An open encoder: its handle, and what a page shows of it. */
export interface OpenedEncoder {
  readonly encoder: number;
  readonly dimensions: number;
  readonly device?: string | undefined;
  readonly batchSize?: number | undefined;
}

/** Vectors of texts, and the GPU that computes now. */
export interface EncodedTexts {
  readonly vectors: readonly InputVector[];
  readonly device?: string | undefined;
}

/** Fetches and opens an encoder; returns its handle and its dimensions. */
export async function open({
  address,
  weights,
  ...options
}: EncoderTaskOptions): Promise<OpenedEncoder> {
  const files = await fetchModel(address, weights);
  const encoder = await openEncoder(MODEL_FOLDER, { ...options, files });
  encoders.set(nextId, encoder);
  const { dimensions, device, batchSize } = encoder;
  return { encoder: nextId++, dimensions, device, batchSize };
}

/** Names one of the open encoders. */
interface EncoderHandle {
  readonly encoder: number;
}

export function query({
  encoder,
  text,
}: EncoderHandle & { readonly text: string }): Promise<InputVector> {
  return findEncoder(encoder).query(text);
}

export async function documents({
  encoder,
  texts,
}: EncoderHandle & { readonly texts: readonly string[] }): Promise<EncodedTexts> {
  const source = findEncoder(encoder);
  const vectors = await source.documents(texts);
  return { vectors, device: source.device };
}

export async function close({ encoder }: EncoderHandle): Promise<void> {
  await findEncoder(encoder).close?.();
  encoders.delete(encoder);
}

function findEncoder(id: number): VectorEncoder {
  const encoder = encoders.get(id);
  if (encoder === undefined) throw badArgument("the encoder is closed");
  return encoder;
}
