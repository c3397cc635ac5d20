/**
 * JSON records with a checksum.
 *
 * A record gets a member `checksum`: the CRC-32 of the UTF-8 bytes of the same record without it,
 * as `JSON.stringify` writes it. White space does not count, so a record may be formatted for
 * people.
 */

import { encodeText, loadCrc32 } from "../common/bytes/index.ts";

/** The record with its checksum. */
export async function addChecksum<T extends object>(record: T): Promise<T & { checksum: number }> {
  return { ...record, checksum: await computeChecksum(record) };
}

/** Whether a record has the checksum that it was written with. */
export async function hasValidChecksum({
  checksum,
  ...record
}: {
  checksum?: unknown;
}): Promise<boolean> {
  return checksum === (await computeChecksum(record));
}

async function computeChecksum(record: object): Promise<number> {
  return (await loadCrc32())(encodeText(JSON.stringify(record)));
}
