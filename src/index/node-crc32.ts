/** CRC-32 by Node's zlib. */

import { crc32 } from "node:zlib";
import type { Crc32 } from "./crc32.ts";

export const nodeCrc32: Crc32 = (bytes, before = 0) => crc32(bytes, before);
