/** The tasks of an encoder worker, as functions of plain data. */

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
}

/** Fetches and opens an encoder; returns its handle and its dimensions. */
export async function open({
  address,
  weights,
  ...options
}: EncoderTaskOptions): Promise<{ readonly encoder: number; readonly dimensions: number }> {
  const files = await fetchModel(address, weights);
  const encoder = await openEncoder(MODEL_FOLDER, { ...options, files });
  encoders.set(nextId, encoder);
  return { encoder: nextId++, dimensions: encoder.dimensions };
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

export function documents({
  encoder,
  texts,
}: EncoderHandle & { readonly texts: readonly string[] }): Promise<readonly InputVector[]> {
  return findEncoder(encoder).documents(texts);
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
