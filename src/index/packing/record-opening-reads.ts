/** What opening an index reads, found by opening it: this is what the head of a pack has. */

import type { Directory, OpenFile } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { MIN_RANGED_BYTES, PACK_PAGE } from "../packed/pack-head.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";

/** A part of a file that was read. */
export interface RecordedRead {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** All parts of files that are read before a first search, and by one that shows and filters hits. */
export async function recordOpeningReads(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<readonly RecordedRead[]> {
  const directory = new RecordingDirectory(files);
  const snapshot = await IndexSnapshot.open(directory);
  for (const { segment } of snapshot.parts) {
    await segment.columns();
    if (segment.record.files.stored !== undefined) await segment.storedFields();
  }
  await snapshot.close();
  return directory.reads;
}

/** Files in memory that are read as those of a pack are. */
class RecordingDirectory extends MemoryDirectory implements Directory {
  readonly isRemote = true;
  readonly rangeThreshold: number = MIN_RANGED_BYTES;
  readonly reads: RecordedRead[] = [];

  override async read(name: string): Promise<Uint8Array> {
    return this.#record(name, await super.read(name));
  }

  override async readShared(name: string): Promise<Uint8Array> {
    return this.#record(name, await super.readShared(name));
  }

  override async openFile(name: string): Promise<OpenFile> {
    const { size, read, readShared, readInto, close } = await super.openFile(name);
    const record = (from: number, to: number): void => void this.reads.push({ name, from, to });
    return {
      size,
      close,
      pageBytes: PACK_PAGE,
      read: (start, length) => {
        record(start, Math.min(start + length, size));
        return read(start, length);
      },
      readShared: () => {
        record(0, size);
        return readShared();
      },
      readInto: (target, start) => {
        record(start, start + target.length);
        return readInto(target, start);
      },
    };
  }

  #record(name: string, bytes: Uint8Array): Uint8Array {
    this.reads.push({ name, from: 0, to: bytes.length });
    return bytes;
  }
}
