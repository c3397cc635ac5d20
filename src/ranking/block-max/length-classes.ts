/**
 * Lengths grouped into at most 256 classes, so that the score of a posting can be
 * read from a small table. The shortest length of a class gives an upper bound for
 * the class.
 *
 * Whole lengths below 128 have a class of their own; longer ones share classes whose
 * width grows with the length. Real lengths, sums of term weights, are divided into
 * classes of about the same number of documents.
 */

import type { HeapLease } from "../../common/threads/index.ts";
import type { IndexSnapshot } from "../../index/snapshots/index.ts";
import { ROUNDED_LENGTHS } from "../scorers/rounded-lengths.ts";
import { LENGTH_CLASSES } from "./layout.generated.ts";

/** Can be sent to another thread. */
export interface LengthClasses {
  /** Shortest and longest length of each class, above 0: a document without words has no postings. */
  readonly shortest: readonly number[];
  readonly longest: readonly number[];
}

/** Whole lengths below this have their own class, whose number is the length. */
export const EXACT_CLASSES = 128;
/** The largest length that impacts of the index can hold; longer ones are stored as this one. */
const MAX_STORED_LENGTH = 0xffff;

/** Classes of whole lengths up to `longest`. */
export function createIntegerLengthClasses(longest: number): LengthClasses {
  return boundClasses(computeFirstLengths(longest), longest);
}

function boundClasses(first: readonly number[], longest: number): LengthClasses {
  const last = first.map((_, i) => (first[i + 1] ?? Infinity) - 1).with(-1, longest);
  const raiseToOne = (length: number): number => Math.max(1, length);
  return { shortest: first.map(raiseToOne), longest: last.map(raiseToOne) };
}

/** Classes of lengths that rounded scores do not distinguish, up to `longest`. */
export function createRoundedLengthClasses(longest: number): LengthClasses {
  const first = ROUNDED_LENGTHS.filter((length) => length <= longest);
  return boundClasses(first, longest);
}

function computeFirstLengths(longest: number): number[] {
  const first: number[] = [];
  for (let length = 0; length < EXACT_CLASSES && length <= longest; length++) first.push(length);
  const ratio =
    (Math.max(longest, EXACT_CLASSES) / EXACT_CLASSES) **
    (1 / (LENGTH_CLASSES - EXACT_CLASSES - 1));
  for (let length = EXACT_CLASSES; length <= longest; length = Math.ceil(length * ratio + 1e-9)) {
    first.push(length);
  }
  return first;
}

/** Classes of real document lengths. */
export function createRealLengthClasses(lengths: Float64Array): LengthClasses {
  const sorted = lengths.filter((length) => length > 0).sort();
  if (sorted.length === 0) return { shortest: [1], longest: [1] };
  const shortest: number[] = [];
  for (let i = 0; i < LENGTH_CLASSES; i++) {
    const length = sorted[Math.floor((i * sorted.length) / LENGTH_CLASSES)] as number;
    if (length !== shortest.at(-1)) shortest.push(length);
  }
  const longest = shortest.slice();
  for (let i = 0, at = 0; i < sorted.length; i++) {
    const length = sorted[i] as number;
    if (length >= (shortest[at + 1] ?? Infinity)) at++;
    longest[at] = length;
  }
  return { shortest, longest };
}

/** The class of a length that is not above the longest. */
export function findLengthClass({ shortest }: LengthClasses, length: number): number {
  let low = 0;
  let high = shortest.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((shortest[middle] as number) <= length) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * True if each of the first EXACT_CLASSES classes holds one length, as those of
 * whole lengths do.
 */
export function hasExactClasses({ shortest, longest }: LengthClasses): boolean {
  return shortest.slice(0, EXACT_CLASSES).every((length, i) => length === longest[i]);
}

/** The class of each whole length that impacts of the index can hold. */
export function tabulateLengthClasses(classes: LengthClasses): Uint8Array {
  return Uint8Array.from({ length: MAX_STORED_LENGTH + 1 }, (_, length) =>
    findLengthClass(classes, length),
  );
}

/** Maximum number of fields that the kernels search; each takes a byte per document. */
const MAX_FIELDS = 32;

/**
 * The addresses of the length classes of each text field in each segment; only for
 * the first MAX_FIELDS fields.
 */
export function loadFieldClasses(
  { parts, settings }: IndexSnapshot,
  classes: LengthClasses,
  lease: HeapLease,
): readonly (readonly number[])[] {
  const fields = settings.schema?.textFields.slice(0, MAX_FIELDS) ?? [];
  if (fields.length === 0) return [];
  const classTable = tabulateLengthClasses(classes);
  return fields.map(({ text }) =>
    parts.map(({ segment }) => {
      const lengths = segment.documents.fieldLengths(text.number);
      const own = new Uint8Array(lengths.length);
      for (let i = 0; i < lengths.length; i++) {
        const length = lengths[i] as number;
        own[i] = classTable[length] ?? findLengthClass(classes, length);
      }
      return lease.importArray(own);
    }),
  );
}
