/** Ways to damage the files of an index, for tests. */

import { plainCrc32 } from "../../src/common/bytes/crc32.ts";
import { type Commit, readCommit, writeCommit } from "../../src/index/commits/commit.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";

/** All files of a directory. */
export async function readContents(directory: Directory): Promise<Map<string, Uint8Array>> {
  const all = new Map<string, Uint8Array>();
  for (const name of await directory.list()) all.set(name, await directory.read(name));
  return all;
}

/** A copy with one bit flipped. */
export function flipBit(bytes: Uint8Array, at: number, bit = 0): Uint8Array {
  const copy = bytes.slice();
  copy[at] = (copy[at] as number) ^ (1 << bit);
  return copy;
}

/** The files with one of them changed and its checksums, its own and the commit's, updated. */
export async function changeWithChecksums(
  files: ReadonlyMap<string, Uint8Array>,
  name: string,
  change: (bytes: Uint8Array) => void,
): Promise<Map<string, Uint8Array>> {
  const bytes = (files.get(name) as Uint8Array).slice();
  change(bytes);
  const end = bytes.length - 4;
  const crc = plainCrc32(bytes.subarray(0, end));
  new DataView(bytes.buffer).setUint32(end, crc, true);
  const directory = new MemoryDirectory(new Map([...files, [name, bytes]]));
  if (name === "commit") return readContents(directory);
  const text = JSON.stringify(await readCommit(directory));
  const record = new RegExp(`("name":"${name}","bytes":\\d+,"crc":)\\d+`);
  await writeCommit(directory, JSON.parse(text.replace(record, `$1${crc}`)) as Commit, {
    fresh: [],
  });
  return readContents(directory);
}
