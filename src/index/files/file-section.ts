/** Typed views of the sections of a file, each checked for its expected size. */

import { corrupt } from "../../common/errors.ts";
import type { Section } from "./file-frame.ts";
import { needAll } from "./page-fault.ts";

/** Checks that there are exactly `count` sections, as in every file of this kind. */
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

/** Requests all of some sections of a remote file, so that they are fetched together. */
export function needSections(sections: readonly Section[]): void {
  needAll(
    sections.map(
      ({ need, bytes }) =>
        () =>
          need?.(0, bytes.length),
    ),
  );
}

/** A section as 32-bit words; with `count`, exactly that many. */
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

/** The bytes themselves, or a copy if they are not aligned to `to`. */
function alignBytes(bytes: Uint8Array, to: number): Uint8Array {
  return bytes.byteOffset % to === 0 ? bytes : bytes.slice();
}
