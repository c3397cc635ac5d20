/** CRC-32 by Node's zlib. */

import { crc32 } from "node:zlib";
import type { Crc32 } from "./crc32.ts";

/** Memory of no bytes may have no address, for which zlib starts over instead of going on. */
export const nodeCrc32: Crc32 = (bytes, before = 0) =>
  bytes.length === 0 ? before : crc32(bytes, before);
