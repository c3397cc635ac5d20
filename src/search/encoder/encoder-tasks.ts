/** What an encoder in a worker is asked for, as functions of plain data. */

import { badArgument } from "../../common/errors.ts";
import type { GivenVector } from "../../index/vectors/index.ts";
import type { EncoderOptions } from "../../scoring/sentence-encoder.ts";
import { openEncoder, type VectorEncoder } from "../meaning/vector-encoder.ts";
import { fetchedModel, MODEL_FOLDER } from "./fetched-model.ts";

/** Encoders that are open on this thread, by their number. */
const encoders = new Map<number, VectorEncoder>();
let opened = 0;

/** Where an encoder is and how it is read. */
export interface SentEncoder extends EncoderOptions {
  readonly address: string;
  readonly weights: string;
}

/** Fetches and opens an encoder; returns its number and its dimensions. */
export async function open({
  address,
  weights,
  ...options
}: SentEncoder): Promise<{ readonly encoder: number; readonly dimensions: number }> {
  const files = await fetchedModel(address, weights);
  const encoder = await openEncoder(MODEL_FOLDER, { ...options, files });
  encoders.set(opened, encoder);
  return { encoder: opened++, dimensions: encoder.dimensions };
}

/** A question to one of the encoders. */
interface AskedEncoder {
  readonly encoder: number;
}

export function query({
  encoder,
  text,
}: AskedEncoder & { readonly text: string }): Promise<GivenVector> {
  return encoderOf(encoder).query(text);
}

export function documents({
  encoder,
  texts,
}: AskedEncoder & { readonly texts: readonly string[] }): Promise<readonly GivenVector[]> {
  return encoderOf(encoder).documents(texts);
}

export async function close({ encoder }: AskedEncoder): Promise<void> {
  await encoderOf(encoder).close?.();
  encoders.delete(encoder);
}

function encoderOf(number: number): VectorEncoder {
  const found = encoders.get(number);
  if (found === undefined) throw badArgument("the encoder is closed");
  return found;
}
