/** Typed views of the sections of a file, each checked to be what its place promises. */

import { corrupt } from "../../common/errors.ts";
import type { Section } from "./file-frame.ts";
import { needAllOf } from "./page-fault.ts";

/** Exactly `count` sections, as every file of this kind has. */
export function checkSections<T>(
  file: string,
  frame: { readonly sections: readonly T[] },
  count: number,
): readonly T[] {
  if (frame.sections.length !== count) {
    throw corrupt(file, 0, `${frame.sections.length} sections instead of ${count}`);
  }
  return frame.sections;
}

/** Says that all of some sections will be read, for a file that is far away: they are fetched together. */
export function needSections(sections: readonly Section[]): void {
  needAllOf(
    sections.map(
      ({ need, bytes }) =>
        () =>
          need?.(0, bytes.length),
    ),
  );
}

/** A section as 32-bit words; `count`, where given, is how many there must be. */
export function readWords({ file, start, bytes }: Section, count?: number): Uint32Array {
  if (bytes.length % 4 !== 0 || (count !== undefined && bytes.length !== 4 * count)) {
    throw corrupt(file, start, `a section of ${bytes.length} bytes instead of ${4 * (count ?? 0)}`);
  }
  const { buffer, byteOffset } = alignBytes(bytes, 4);
  return new Uint32Array(buffer, byteOffset, bytes.length / 4);
}

/** A section as exactly `count` 16-bit words. */
export function readHalfWords({ file, start, bytes }: Section, count: number): Uint16Array {
  if (bytes.length !== 2 * count) {
    throw corrupt(file, start, `a section of ${bytes.length} bytes instead of ${2 * count}`);
  }
  const { buffer, byteOffset } = alignBytes(bytes, 2);
  return new Uint16Array(buffer, byteOffset, count);
}

/** The bytes themselves, or a copy where a platform handed them out at an odd place. */
function alignBytes(bytes: Uint8Array, to: number): Uint8Array {
  return bytes.byteOffset % to === 0 ? bytes : bytes.slice();
}
