/**
 * Creates the boosts of all documents (boost-score.ts). For the kernels, documents are
 * classified by their boosts: a class has bounds of factor and amount.
 */

import { shareableBytes } from "../common/bytes/index.ts";
import type { BoostClasses, BoostValues, DocumentBoost } from "./boost-score.ts";

/** The number of classes. */
const CLASSES = 256;

/** The boosts of the documents 0 to `documentLimit` - 1. */
export function createDocumentBoost(
  boosts: readonly BoostValues[],
  documentLimit: number,
): DocumentBoost {
  const factors = boosts.filter(({ isFactor }) => isFactor);
  const amounts = boosts.filter(({ isFactor }) => !isFactor);
  return {
    boosts: [...factors, ...amounts],
    ...classifyDocuments(factors, amounts, documentLimit),
  };
}

/** Zeros that threads can share, one per document. */
export function createBoostValues(documentLimit: number): Float64Array {
  return new Float64Array(shareableBytes(8 * documentLimit).buffer);
}

function classifyDocuments(
  factors: readonly BoostValues[],
  amounts: readonly BoostValues[],
  documentLimit: number,
): BoostClasses {
  const factor = new Float64Array(documentLimit).fill(1);
  for (const { values } of factors) {
    for (let i = 0; i < documentLimit; i++) {
      factor[i] = (factor[i] as number) * (1 + (values[i] as number));
    }
  }
  const amount = new Float64Array(documentLimit);
  for (const { values } of amounts) {
    for (let i = 0; i < documentLimit; i++) {
      amount[i] = (amount[i] as number) + (values[i] as number);
    }
  }
  const [factorRange, amountRange] = [findRange(factor), findRange(amount)];
  const hasFactors = factorRange.max > factorRange.min;
  const hasAmounts = amountRange.max > amountRange.min;
  const factorClasses = hasFactors ? (hasAmounts ? Math.sqrt(CLASSES) : CLASSES) : 1;
  const amountClasses = CLASSES / factorClasses;
  const classes = shareableBytes(documentLimit);
  const bounds = {
    minFactors: new Float64Array(CLASSES).fill(factorRange.max),
    maxFactors: new Float64Array(CLASSES).fill(factorRange.min),
    minAmounts: new Float64Array(CLASSES).fill(amountRange.max),
    maxAmounts: new Float64Array(CLASSES).fill(amountRange.min),
  };
  for (let i = 0; i < documentLimit; i++) {
    const [f, a] = [factor[i] as number, amount[i] as number];
    const each = toClass(f, factorRange, factorClasses) * amountClasses;
    const number = each + toClass(a, amountRange, amountClasses);
    classes[i] = number;
    if (f < (bounds.minFactors[number] as number)) bounds.minFactors[number] = f;
    if (f > (bounds.maxFactors[number] as number)) bounds.maxFactors[number] = f;
    if (a < (bounds.minAmounts[number] as number)) bounds.minAmounts[number] = a;
    if (a > (bounds.maxAmounts[number] as number)) bounds.maxAmounts[number] = a;
  }
  return {
    classes,
    ...bounds,
    largestFactor: factorRange.max,
    largestAmount: amountRange.max,
    hasFactors,
  };
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function findRange(values: Float64Array): Range {
  let [min, max] = [values[0] ?? 0, values[0] ?? 0];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

/** Classes of equal width. */
function toClass(value: number, { min, max }: Range, count: number): number {
  if (count === 1 || !(max > min)) return 0;
  return Math.min(count - 1, Math.floor(((value - min) / (max - min)) * count));
}
