/**
 * Named tensors as bytes, in the safetensors format
 * (https://github.com/huggingface/safetensors): eight bytes with the length of
 * a JSON header, the header, then the values. Only float32 is written and read.
 *
 * Nothing read is trusted: every offset is checked against the bytes there are.
 */

import { TermwiseError } from "../common/errors.ts";

export interface StoredTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export interface StoredTensors {
  readonly tensors: Readonly<Record<string, StoredTensor>>;
  /** Free text by name. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Longer headers are refused; the format's own limit. */
const LONGEST_HEADER = 100_000_000;

export function writeSafetensors({ tensors, metadata }: StoredTensors): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let end = 0;
  for (const [name, { shape, values }] of Object.entries(tensors)) {
    header[name] = { dtype: "F32", shape, data_offsets: [end, end + values.byteLength] };
    end += values.byteLength;
  }
  // Blanks bring the values to a multiple of 8, as the format asks.
  const text = JSON.stringify(header);
  const encoded = new TextEncoder().encode(text + " ".repeat(7 - ((byteLength(text) + 7) % 8)));
  const bytes = new Uint8Array(8 + encoded.length + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(encoded.length), true);
  bytes.set(encoded, 8);
  let at = 8 + encoded.length;
  for (const { values } of Object.values(tensors)) {
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return bytes;
}

/** `file` is only for messages. */
export function readSafetensors(bytes: Uint8Array, file: string): StoredTensors {
  if (bytes.length < 8) throw damaged(file, "it is shorter than 8 bytes");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (length > BigInt(Math.min(bytes.length - 8, LONGEST_HEADER))) {
    throw damaged(file, `its header cannot have ${length} bytes`);
  }
  const start = 8 + Number(length);
  const header = parsedHeader(bytes.subarray(8, start), file);
  const { __metadata__: metadata = {}, ...entries } = header;
  const tensors = Object.entries(entries).map(([name, entry]) => {
    const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
    if (dtype !== "F32") throw damaged(file, `"${name}" has type ${String(dtype)}, not F32`);
    if (!wholeNumbers(shape) || !wholeNumbers(offsets) || offsets.length !== 2) {
      throw damaged(file, `"${name}" has no whole shape and offsets`);
    }
    const [from, to] = offsets as [number, number];
    const count = shape.reduce((product, size) => product * size, 1);
    if (from > to || start + to > bytes.length || to - from !== 4 * count) {
      throw damaged(file, `"${name}" does not fit its offsets ${from} to ${to}`);
    }
    // A copy, because the values need not be aligned.
    const values = new Float32Array(bytes.slice(start + from, start + to).buffer);
    return [name, { shape, values }];
  });
  return {
    tensors: Object.fromEntries(tensors) as Record<string, StoredTensor>,
    metadata: metadata as Record<string, string>,
  };
}

function parsedHeader(bytes: Uint8Array, file: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof header === "object" && header !== null) return header as Record<string, unknown>;
  } catch (cause) {
    throw damaged(file, `its header is not JSON (${String(cause)})`);
  }
  throw damaged(file, "its header is not an object");
}

function wholeNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((x) => Number.isSafeInteger(x) && x >= 0);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function damaged(file: string, reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} is no safetensors file: ${reason}`, { file });
}
