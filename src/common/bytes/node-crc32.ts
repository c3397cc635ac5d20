/** CRC-32 by Node's zlib. */

import { loadNodeModule } from "../node-module.ts";
import type { Crc32 } from "./crc32.ts";

const { crc32 } = loadNodeModule("node:zlib");

/**
 * An empty array may have no address; zlib would then restart the checksum instead of continuing
 * it.
 */
export const nodeCrc32: Crc32 = (bytes, before = 0) =>
  bytes.length === 0 ? before : crc32(bytes, before);
