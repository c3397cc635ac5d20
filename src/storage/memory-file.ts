/** A file of which all bytes are in memory. */

import { shareableBytes } from "../common/bytes/index.ts";
import type { OpenFile } from "./directory.ts";
import { endedEarly } from "./storage-errors.ts";

/** Wraps immutable bytes as an open file. */
export function openBytes(bytes: Uint8Array, name = "a file in memory"): OpenFile {
  const fill = (target: Uint8Array, start: number): void => {
    if (start + target.length > bytes.length) throw endedEarly(name, bytes.length);
    target.set(bytes.subarray(start, start + target.length));
  };
  return {
    size: bytes.length,
    read: async (start, length) => bytes.slice(start, start + length),
    readShared: async () => copyToShared(bytes),
    readInto: async (target, start) => fill(target, start),
    readSync: fill,
    close: async () => {},
  };
}

/** A copy of bytes in memory that threads can share. */
export function copyToShared(bytes: Uint8Array): Uint8Array {
  const shared = shareableBytes(bytes.length);
  shared.set(bytes);
  return shared;
}
