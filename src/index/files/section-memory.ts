/** Where the numbers of packed sections are kept once they are unpacked. */

import { shareableBytes } from "../../common/bytes/index.ts";
import type { Section } from "./file-frame.ts";

/** Memory for unpacked sections. */
export interface SectionMemory {
  /** Memory for the numbers of a section, which the caller fills. */
  allocate(bytes: number, section: Section): Uint8Array;
  /** The numbers of a section, if another thread has unpacked them there. */
  find?(section: Section): Uint8Array | undefined;
}

/** Memory of its own for each section. */
export const OWN_MEMORY: SectionMemory = { allocate: shareableBytes };

/** Unpacked numbers as words. */
export function toWords({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
