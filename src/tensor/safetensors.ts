/**
 * Named tensors as bytes, in the safetensors format
 * (https://github.com/huggingface/safetensors): eight bytes with the length of a
 * JSON header, the header, then the values. Float32 is written; float32, float16 and
 * bfloat16 are read. A table of rows may be stored in 8 bits per value: whole
 * numbers from -127 to 127, and a scale for each row in another tensor whose name
 * ends in `.scales`.
 *
 * Input is not trusted: every offset is checked against the size of the file.
 */

import { TermwiseError } from "../common/errors.ts";

/** A tensor of a file. */
export interface StoredTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
  /** Whether to write 8 bits per value, rounded. Read tensors always have float32 values. */
  readonly isEightBit?: boolean;
}

/** The tensors of a file by name, with its metadata. */
export interface StoredTensors {
  readonly tensors: Readonly<Record<string, StoredTensor>>;
  /** Free text by name. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Longer headers are rejected; the limit of the format. */
const MAX_HEADER_BYTES = 100_000_000;

/** Tensors as the bytes of a safetensors file. */
export function writeSafetensors({ tensors, metadata }: StoredTensors): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let end = 0;
  const parts: (Float32Array | Int8Array)[] = [];
  const add = (name: string, shape: readonly number[], values: Float32Array | Int8Array): void => {
    const dtype = values instanceof Int8Array ? "I8" : "F32";
    header[name] = { dtype, shape, data_offsets: [end, end + values.byteLength] };
    end += values.byteLength;
    parts.push(values);
  };
  const tables = Object.entries(tensors).filter(([, { isEightBit }]) => isEightBit);
  for (const [name, { shape, values, isEightBit }] of Object.entries(tensors)) {
    if (!isEightBit) add(name, shape, values);
  }
  for (const [name, { shape, values }] of tables) {
    const { scales, rounded } = quantiseRows(values, shape[0] ?? 1);
    add(name + SCALES, [scales.length], scales);
    add(name, shape, rounded);
  }
  // Blanks align the values to a multiple of 8, as the format requires.
  const text = JSON.stringify(header);
  const encoded = new TextEncoder().encode(text + " ".repeat(7 - ((byteLength(text) + 7) % 8)));
  const bytes = new Uint8Array(8 + encoded.length + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(encoded.length), true);
  bytes.set(encoded, 8);
  let at = 8 + encoded.length;
  for (const values of parts) {
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return bytes;
}

/** Readers from the bytes of values to float32, by type name. */
const READERS: Readonly<Record<string, { size: number; read(bytes: Uint8Array): Float32Array }>> = {
  // Copies, because the values need not be aligned.
  F32: { size: 4, read: (bytes) => new Float32Array(new Uint8Array(bytes).buffer) },
  F16: {
    size: 2,
    read: decodeFloat16,
  },
  BF16: { size: 2, read: decodeBfloat16 },
  I8: {
    size: 1,
    read: ({ buffer, byteOffset, length }) =>
      Float32Array.from(new Int8Array(buffer, byteOffset, length)),
  },
};

/** The suffix of the name of a table's scales. */
const SCALES = ".scales";

/** The nearest whole numbers from -127 to 127, with one scale per row. */
function quantiseRows(
  values: Float32Array,
  rows: number,
): { readonly scales: Float32Array; readonly rounded: Int8Array } {
  const width = values.length / rows;
  const scales = new Float32Array(rows);
  const rounded = new Int8Array(values.length);
  for (let row = 0; row < rows; row++) {
    const from = row * width;
    const largest = values
      .subarray(from, from + width)
      .reduce((m, x) => Math.max(m, Math.abs(x)), 0);
    scales[row] = largest / 127;
    const scale = scales[row] as number;
    for (let i = from; i < from + width && scale > 0; i++) {
      rounded[i] = Math.round((values[i] as number) / scale);
    }
  }
  return { scales, rounded };
}

/** Combines tables of 8 bits with their scales, which are then not tensors of their own. */
function dequantiseRows(
  tensors: Readonly<Record<string, StoredTensor>>,
  file: string,
): Record<string, StoredTensor> {
  const result: Record<string, StoredTensor> = { ...tensors };
  for (const [name, { values: scales }] of Object.entries(tensors)) {
    const table = name.endsWith(SCALES) ? tensors[name.slice(0, -SCALES.length)] : undefined;
    if (table === undefined) continue;
    if (table.shape[0] !== scales.length)
      throw createCorruptError(file, `"${name}" has another number of rows`);
    const width = table.values.length / Math.max(1, scales.length);
    const values = table.values.map(
      (value, i) => value * (scales[Math.floor(i / width)] as number),
    );
    result[name.slice(0, -SCALES.length)] = { shape: table.shape, values };
    delete result[name];
  }
  return result;
}

/** `file` is only for messages. Tensors that are not requested may have any type. */
export function readSafetensors(
  bytes: Uint8Array,
  file: string,
  isRequested: (name: string) => boolean = () => true,
): StoredTensors {
  const { header, start } = readHeader(bytes, file);
  const { __metadata__: metadata = {}, ...entries } = header;
  const requested = Object.entries(entries).filter(([name]) => isRequested(name));
  const tensors = requested.map(([name, entry]) => {
    const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
    const type = String(dtype);
    const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
    if (reader === undefined) {
      throw createCorruptError(
        file,
        `"${name}" has type ${type}, not ${Object.keys(READERS).join(", ")}`,
      );
    }
    if (!areIntegers(shape) || !areIntegers(offsets) || offsets.length !== 2) {
      throw createCorruptError(file, `"${name}" has no whole shape and offsets`);
    }
    const [from, to] = offsets as [number, number];
    const count = shape.reduce((product, size) => product * size, 1);
    if (from > to || start + to > bytes.length || to - from !== reader.size * count) {
      throw createCorruptError(file, `"${name}" does not fit its offsets ${from} to ${to}`);
    }
    return [name, { shape, values: reader.read(bytes.subarray(start + from, start + to)) }];
  });
  return {
    tensors: dequantiseRows(Object.fromEntries(tensors) as Record<string, StoredTensor>, file),
    metadata: metadata as Record<string, string>,
  };
}

/** The number of tensors that a file names. `file` is only for messages. */
export function countTensors(bytes: Uint8Array, file: string): number {
  return listTensors(bytes, file).length;
}

/** The names of the tensors of a file. */
export function listTensors(bytes: Uint8Array, file: string): readonly string[] {
  const { __metadata__: _, ...entries } = readHeader(bytes, file).header;
  return Object.keys(entries);
}

/** A lookup table: models have millions of numbers, but there are only 65,536 different ones. */
function decodeFloat16(bytes: Uint8Array): Float32Array {
  float16Table ??= Float32Array.from({ length: 1 << 16 }, (_, bits) => halfToFloat(bits));
  const table = float16Table;
  const halves = new Uint16Array(new Uint8Array(bytes).buffer);
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = table[halves[i] as number] as number;
  return values;
}

let float16Table: Float32Array | undefined;

/** IEEE 754 binary16: a sign, 5 bits of exponent, 10 of fraction. */
function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** bfloat16 is the upper half of a float32. */
function decodeBfloat16(bytes: Uint8Array): Float32Array {
  const upper = new Uint16Array(new Uint8Array(bytes).buffer);
  return new Float32Array(Uint32Array.from(upper, (bits) => bits << 16).buffer);
}

/** The header, and the offset at which the values start. */
function readHeader(
  bytes: Uint8Array,
  file: string,
): { readonly header: Record<string, unknown>; readonly start: number } {
  if (bytes.length < 8) throw createCorruptError(file, "it is shorter than 8 bytes");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (length > BigInt(Math.min(bytes.length - 8, MAX_HEADER_BYTES))) {
    throw createCorruptError(file, `its header cannot have ${length} bytes`);
  }
  const start = 8 + Number(length);
  return { header: parseHeader(bytes.subarray(8, start), file), start };
}

function parseHeader(bytes: Uint8Array, file: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof header === "object" && header !== null) return header as Record<string, unknown>;
  } catch (cause) {
    throw createCorruptError(file, `its header is not JSON (${String(cause)})`);
  }
  throw createCorruptError(file, "its header is not an object");
}

function areIntegers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((x) => Number.isSafeInteger(x) && x >= 0);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function createCorruptError(file: string, reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} is not a safetensors file: ${reason}`, { file });
}
