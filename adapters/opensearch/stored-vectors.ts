/**
 * The vectors of a document on a cluster: the rows of the local index in one binary value, each a scale
 * (float32, big endian) and its int8 codes. A script of the cluster computes the cosines that a local
 * index computes, to the last bit: whole numbers, times the scale of the row, times that of the query.
 */

import {
  type InputVector,
  type QuantisedVectors,
  quantiseQuery,
  rowLength,
  type SegmentVectors,
  toUnitVector,
} from "../../src/dense/vectors/index.ts";
import type { IndexSnapshot, SnapshotPart } from "../../src/index/index.ts";

/** The rows of one document. */
export type VectorRows = Pick<QuantisedVectors, "codes" | "scales">;

const SCALE_BYTES = 4;
/** Added to a code of the query, so that it is a character which every program passes on unchanged. */
const FIRST_CHARACTER = 0x1100;

/**
 * Reads the vectors of an index: a function from a document to the text of its rows. Documents are asked
 * for in their order, so the vectors of one segment are in memory at a time.
 */
export function createVectorReader({
  parts,
  settings,
}: IndexSnapshot): (document: number) => Promise<string | undefined> {
  const { dimensions = 0 } = settings.vectors ?? {};
  let current:
    | { readonly part: SnapshotPart; readonly vectors: SegmentVectors | undefined }
    | undefined;
  return async (document) => {
    const part = parts.findLast(({ base }) => base <= document);
    if (part === undefined) return undefined;
    if (current?.part !== part) {
      current = { part, vectors: await part.segment.readVectors(dimensions) };
    }
    const { vectors } = current;
    if (vectors === undefined) return undefined;
    const local = document - part.base;
    const [start, end] = [vectors.start(local), vectors.end(local)];
    if (start === end) return undefined;
    const codes = vectors.sliceCodes(start, end);
    return encodeRows({ codes, scales: vectors.scales.subarray(start, end) }, dimensions);
  };
}

/** The rows of a document as a cluster stores them, in Base64. */
export function encodeRows({ codes, scales }: VectorRows, dimensions: number): string {
  const length = rowLength(dimensions);
  const bytes = Buffer.alloc(scales.length * (SCALE_BYTES + length));
  for (const [row, scale] of scales.entries()) {
    const at = row * (SCALE_BYTES + length);
    bytes.writeFloatBE(scale, at);
    bytes.set(codes.subarray(row * length, (row + 1) * length), at + SCALE_BYTES);
  }
  return bytes.toString("base64");
}

/** Reads them again; undefined for a text that is not that of rows. */
export function decodeRows(text: string, dimensions: number): VectorRows | undefined {
  const bytes = Buffer.from(text, "base64");
  const length = rowLength(dimensions);
  const count = bytes.length / (SCALE_BYTES + length);
  if (!Number.isInteger(count) || count === 0) return undefined;
  const [codes, scales] = [new Int8Array(count * length), new Float32Array(count)];
  for (let row = 0; row < count; row++) {
    const at = row * (SCALE_BYTES + length);
    const scale = bytes.readFloatBE(at);
    if (!(scale > 0 && scale < Infinity)) return undefined;
    scales[row] = scale;
    codes.set(bytes.subarray(at + SCALE_BYTES, at + SCALE_BYTES + length), row * length);
  }
  return { codes, scales };
}

const PRODUCTS = Array.from(
  { length: 16 },
  (_, i) => `(q.charAt(i + ${i}) - ${FIRST_CHARACTER}) * (int) b[at + ${i}]`,
).join(" + ");

/** The cosine of the nearest row, for a document that has rows. Rows are multiples of 16 codes. */
const SCRIPT = `
BytesRef rows = doc['vectors'].value;
byte[] b = rows.bytes;
String q = params.query;
int length = q.length();
double unit = (double) params.unit;
double nearest = -2;
int at = rows.offset;
int end = at + rows.length;
while (at < end) {
  int bits = ((b[at] & 255) << 24) | ((b[at + 1] & 255) << 16) | ((b[at + 2] & 255) << 8) | (b[at + 3] & 255);
  at += ${SCALE_BYTES};
  int sum = 0;
  for (int i = 0; i < length; i += 16) {
    sum += ${PRODUCTS};
    at += 16;
  }
  double cosine = sum * (double) Float.intBitsToFloat(bits) * unit;
  if (cosine > nearest) { nearest = cosine; }
}
return nearest;`;

/** The order by cosine with a vector, and equal ones by the larger id, as of dense search. */
export function createCosineSort(vector: InputVector, dimensions: number): readonly object[] {
  const codes = new Int16Array(rowLength(dimensions));
  const unit = quantiseQuery(toUnitVector(vector), codes);
  const query = Array.from(codes, (code) => String.fromCharCode(code + FIRST_CHARACTER)).join("");
  const script = { lang: "painless", source: SCRIPT, params: { query, unit } };
  return [{ _script: { type: "number", script, order: "desc" } }, { key: "desc" }];
}
