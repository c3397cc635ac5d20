/**
 * Sections of a file that are read slice by slice: from memory, or from a paged file
 * (paged-file.ts).
 */

import { corrupt } from "../../common/errors.ts";
import type { Frame, Section } from "./file-frame.ts";

/** A section that need not be in memory. */
export interface SlicedSection {
  readonly file: string;
  /** The offset of the section in the file. */
  readonly start: number;
  readonly length: number;
  /**
   * The bytes from `from` to `to`. They must not be changed and may be valid only until the next
   * call. Fails with `CORRUPT_INDEX` if they lie outside.
   */
  slice(from: number, to: number): Uint8Array;
  /** Requests a range of a remote file, which is fetched at once (page-fault.ts). */
  need?(from: number, to: number): void;
}

/** A checked file that is read on demand. */
export interface SlicedFrame {
  readonly sections: readonly SlicedSection[];
}

/** Wraps a file in memory. */
export function toSlicedFrame({ sections }: Frame): SlicedFrame {
  return {
    sections: sections.map((section) => ({
      file: section.file,
      start: section.start,
      length: section.bytes.length,
      slice: (from, to) => {
        checkSlice(section, section.bytes.length, from, to);
        return section.bytes.subarray(from, to);
      },
    })),
  };
}

/** Written so that an undefined offset fails, too. */
export function checkSlice(
  { file, start }: Pick<SlicedSection, "file" | "start">,
  length: number,
  from: number,
  to: number,
): void {
  if (!(from >= 0 && from <= to && to <= length)) {
    throw corrupt(file, start + from, "a part lies outside its section");
  }
}

/** All of a section, copied. */
export function readSection({ file, start, length, slice }: SlicedSection): Section {
  return { file, start, bytes: slice(0, length).slice() };
}
