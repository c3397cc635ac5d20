/** The classes of the lengths of text fields, where the kernels read them. */

import type { HeapLease } from "../../common/threads/index.ts";
import type { IndexSnapshot } from "../../index/snapshots/index.ts";
import { findLengthClass, type LengthClasses, tabulateLengthClasses } from "./length-classes.ts";

/** Fields that the kernels search; each takes a byte per document. */
const MAX_FIELDS = 32;

/** The addresses of the classes of each text field in each segment; none beyond the first fields. */
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
