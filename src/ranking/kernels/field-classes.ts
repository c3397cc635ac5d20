/** The length classes of text fields, in the memory of the kernels. */

import type { HeapLease } from "../../common/threads/index.ts";
import type { IndexSnapshot } from "../../index/snapshots/index.ts";
import { findLengthClass, type LengthClasses, tabulateLengthClasses } from "./length-classes.ts";

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
