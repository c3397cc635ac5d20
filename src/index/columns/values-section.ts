/** The distinct values of a column as bytes; columns-file.ts says how. */

import { encodeText, GrowingBytes } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { FrontCoder, RESTART } from "../codes/front-coding.ts";
import { packSteps, unpackSteps } from "../codes/packed-numbers.ts";
import type { Section } from "../files/file-frame.ts";
import type { ColumnHeader, ValueForm } from "./columns-header.ts";
import type { ColumnField } from "./field-value.ts";
import { NumberTable, TextTable, type ValueTable } from "./value-table.ts";

/** Values as bytes. */
export interface WrittenValues {
  readonly form: ValueForm;
  readonly values: Uint8Array;
  readonly starts: Uint8Array;
}

const NOTHING = new Uint8Array(0);
/** The least number and the step, before the packed ones. */
const STEPS_HEAD = 16;
const MOST_STEPS = 0xffffffff;

/** Encodes ascending values of a type. */
export function writeValues(type: ColumnField["type"], table: ValueTable): WrittenValues {
  if (type !== "keyword") return writeNumbers(Float64Array.from(table.all(), Number));
  const coder = new FrontCoder();
  const values = new GrowingBytes();
  for (const value of table.all()) coder.append(encodeText(value as string), values);
  return { form: "text", values: values.view(), starts: packSteps(coder.starts.view()) };
}

/** Whole numbers with a common step and not too far apart as steps, all others as they are. */
function writeNumbers(numbers: Float64Array): WrittenValues {
  const [least = 0] = numbers;
  const most = numbers[numbers.length - 1] ?? 0;
  // Beyond the safe integers, a difference may be rounded.
  const isWhole = numbers.every(Number.isSafeInteger) && Number.isSafeInteger(most - least);
  let step = 0;
  if (isWhole) for (const number of numbers) step = greatestCommonDivisor(number - least, step);
  const isEven = step > 0 && (most - least) / step <= MOST_STEPS;
  if (!isEven) {
    const { buffer, byteOffset, byteLength } = numbers;
    const values = new Uint8Array(buffer, byteOffset, byteLength);
    return { form: "float64", values, starts: NOTHING };
  }
  const out = new GrowingBytes();
  const head = new Float64Array([least, step]);
  out.append(new Uint8Array(head.buffer));
  out.append(packSteps(Uint32Array.from(numbers, (number) => (number - least) / step)));
  return { form: "steps", values: out.view(), starts: NOTHING };
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
    return new TextTable(values, unpackSteps(starts, Math.ceil(count / RESTART)), count);
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
  const [least, step] = readFloats(
    { file, start, bytes: bytes.subarray(0, STEPS_HEAD) },
    2,
  ) as unknown as [number, number];
  const packed = { file, start: start + STEPS_HEAD, bytes: bytes.subarray(STEPS_HEAD) };
  return Float64Array.from(unpackSteps(packed, count), (steps) => least + steps * step);
}
