/** Encodes and decodes the distinct values of a column; columns-file.ts describes the layout. */

import { encodeText, GrowingBytes } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { FrontCoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import { packDeltas } from "../encoding/pack-numbers.ts";
import { unpackDeltas } from "../encoding/packed-numbers.ts";
import type { Section } from "../files/file-frame.ts";
import type { ColumnField } from "./column-value.ts";
import type { ColumnHeader, ValueEncoding } from "./columns-header.ts";
import { NumberTable, TextTable, type ValueTable } from "./value-table.ts";

/** Encoded values. */
export interface EncodedValues {
  readonly form: ValueEncoding;
  readonly values: Uint8Array;
  readonly starts: Uint8Array;
}

const EMPTY = new Uint8Array(0);
/** Bytes of the minimum and the step, before the packed numbers. */
const STEPS_HEAD = 16;
const MAX_STEPS = 0xffffffff;

/** Encodes ascending values of a type. */
export function encodeValues(type: ColumnField["type"], table: ValueTable): EncodedValues {
  if (type !== "keyword" && type !== "geo")
    return encodeNumbers(Float64Array.from(table.all(), Number));
  const coder = new FrontCoder();
  const values = new GrowingBytes();
  for (const value of table.all()) coder.append(encodeText(value as string), values);
  return { form: "text", values: values.view(), starts: packDeltas(coder.starts.view()) };
}

/** Encodes integers with a common step and a small range as steps, all others as float64. */
function encodeNumbers(numbers: Float64Array): EncodedValues {
  const [min = 0] = numbers;
  const max = numbers[numbers.length - 1] ?? 0;
  // Outside the safe integers a difference may be rounded.
  const isInteger = numbers.every(Number.isSafeInteger) && Number.isSafeInteger(max - min);
  let step = 0;
  if (isInteger) for (const number of numbers) step = greatestCommonDivisor(number - min, step);
  const isEven = step > 0 && (max - min) / step <= MAX_STEPS;
  if (!isEven) {
    const { buffer, byteOffset, byteLength } = numbers;
    const values = new Uint8Array(buffer, byteOffset, byteLength);
    return { form: "float64", values, starts: EMPTY };
  }
  const out = new GrowingBytes();
  const head = new Float64Array([min, step]);
  out.append(new Uint8Array(head.buffer));
  out.append(packDeltas(Uint32Array.from(numbers, (number) => (number - min) / step)));
  return { form: "steps", values: out.view(), starts: EMPTY };
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** Decodes the values of a column, which must ascend. */
export function readValues(
  { type, form, values: count }: ColumnHeader,
  values: Section,
  starts: Section,
): ValueTable {
  if (form === "text") {
    return new TextTable(values, unpackDeltas(starts, Math.ceil(count / RESTART_INTERVAL)), count);
  }
  const numbers = form === "steps" ? readSteps(values, count) : readFloats(values, count);
  for (let i = 0; i < count; i++) {
    const isNext = i === 0 || (numbers[i] as number) > (numbers[i - 1] as number);
    if (!isNext || !Number.isFinite(numbers[i])) {
      throw corrupt(values.file, values.start, "the values of a column do not ascend");
    }
  }
  return new NumberTable(numbers, { isBoolean: type === "boolean" });
}

function readFloats({ file, start, bytes }: Section, count: number): Float64Array {
  if (bytes.length !== 8 * count) {
    throw corrupt(file, start, `${bytes.length} bytes for ${count} numbers`);
  }
  return new Float64Array(bytes.slice().buffer);
}

function readSteps(section: Section, count: number): Float64Array {
  const { file, start, bytes } = section;
  if (bytes.length < STEPS_HEAD) throw corrupt(file, start, "no least number and step");
  const [min, step] = readFloats(
    { file, start, bytes: bytes.subarray(0, STEPS_HEAD) },
    2,
  ) as unknown as [number, number];
  const packed = { file, start: start + STEPS_HEAD, bytes: bytes.subarray(STEPS_HEAD) };
  return Float64Array.from(unpackDeltas(packed, count), (steps) => min + steps * step);
}
