/**
 * Sections of a file whose bytes are asked for piece by piece: of one that is in
 * memory, or of one that is read in pages (paged-file.ts).
 */

import { corrupt } from "../../common/errors.ts";
import type { Frame, Section } from "./file-frame.ts";

/** A part of a file's content that need not be in memory. */
export interface SlicedSection {
  readonly file: string;
  /** Where the section begins in the file. */
  readonly start: number;
  readonly length: number;
  /**
   * The bytes from `from` to `to`, which must not be changed and may be valid only until the next
   * call. `CORRUPT_INDEX` where they lie outside.
   */
  slice(from: number, to: number): Uint8Array;
  /** Says that a range will be read, for a file that is far away: it is fetched at once (page-fault.ts). */
  need?(from: number, to: number): void;
}

/** A file that was checked and is read as it is used. */
export interface SlicedFrame {
  readonly sections: readonly SlicedSection[];
}

/** A file in memory, seen the same way. */
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

/** Said so that a place that is undefined fails, too. */
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

/** All of a section, as a copy that stays. */
export function readSection({ file, start, length, slice }: SlicedSection): Section {
  return { file, start, bytes: slice(0, length).slice() };
}
