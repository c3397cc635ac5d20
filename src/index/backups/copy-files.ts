/** Copies files of an index. Each is verified by its checksum as it is read and as it was written. */

import { type Crc32, loadCrc32 } from "../../common/bytes/index.ts";
import { corrupt, TermwiseError } from "../../common/errors.ts";
import type { Progress } from "../../common/progress.ts";
import type { Directory, OpenFile } from "../../storage/directory.ts";
import { detectOrigin } from "../commits/owned-files.ts";
import type { FileRecord } from "../files/file-frame.ts";

const CHUNK_BYTES = 1 << 20;

/** Copies files; removes what it has copied if it fails. */
export async function copyFiles(
  source: Directory,
  target: Directory,
  records: readonly FileRecord[],
  progress: Progress,
): Promise<void> {
  const crc32 = await loadCrc32();
  const files: OpenFile[] = [];
  const total = records.reduce((sum, { bytes }) => sum + bytes, 0);
  const [task, unit] = ["copying", "bytes"];
  let done = 0;
  try {
    // All are opened before the first is copied: a writer may remove their names meanwhile.
    for (const { name, bytes } of records) files.push(await source.openFile(name, { bytes }));
    for (const [i, record] of records.entries()) {
      await copyFile(files[i] as OpenFile, target, record, crc32);
      await verifyCopy(target, record, crc32);
      done += record.bytes;
      progress({ task, unit, done, total, finished: done === total });
    }
  } catch (error) {
    // A full disk must not stay full. What cannot be removed now, the next copy removes.
    if (error instanceof TermwiseError) await removeRecords(target, records);
    throw error;
  } finally {
    for (const file of files) await file.close();
  }
}

async function removeRecords(target: Directory, records: readonly FileRecord[]): Promise<void> {
  for (const { name } of records) {
    if ((await detectOrigin(target, name).catch(() => "foreign")) === "foreign") continue;
    await target.remove(name).catch(() => {});
  }
}

async function copyFile(
  file: OpenFile,
  target: Directory,
  record: FileRecord,
  crc32: Crc32,
): Promise<void> {
  const writer = await target.create(record.name);
  try {
    await readVerified(file, record, crc32, (bytes) => writer.append(bytes));
  } finally {
    await writer.close();
  }
}

/** Reads a copy again. */
async function verifyCopy(target: Directory, record: FileRecord, crc32: Crc32): Promise<void> {
  const file = await target.openFile(record.name);
  try {
    await readVerified(file, record, crc32, async () => {});
  } finally {
    await file.close();
  }
}

/** Reads a file in chunks; `CORRUPT_INDEX` unless length and checksum are those of its record. */
async function readVerified(
  file: OpenFile,
  { name, bytes: length, crc: expected }: FileRecord,
  crc32: Crc32,
  use: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  if (file.size !== length) throw corrupt(name, file.size, `${length} bytes were written`);
  let crc = 0;
  for (let at = 0; at < length; at += CHUNK_BYTES) {
    const bytes = await file.read(at, Math.min(CHUNK_BYTES, length - at));
    crc = crc32(bytes.subarray(0, Math.max(0, length - 4 - at)), crc); // the rest is the checksum
    await use(bytes);
  }
  const end = await file.read(length - 4, 4);
  const stored = new DataView(end.buffer, end.byteOffset, 4).getUint32(0, true);
  if (crc !== expected || stored !== expected) throw corrupt(name, 0, "checksum differs");
}
