/**
 * The segments of one directory that snapshots of this process have open.
 *
 * A segment is opened once for all snapshots that hold it. Whatever of it is
 * read late stays readable until the last of them lets go, because its files
 * are kept open: a writer, of this process or another, may remove their names
 * at any time. A segment is known by what it contains, not by its name, since a
 * folder may be removed and another index built in its place.
 */

import type { Directory, OpenFile } from "../../storage/directory.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import type { IndexId } from "../files/file-frame.ts";
import { type FileSource, Segment } from "../segments/segment.ts";

const byDirectory = new WeakMap<Directory, OpenSegments>();

/** The open segments of a directory. */
export function openSegments(directory: Directory): OpenSegments {
  const known = byDirectory.get(directory) ?? new OpenSegments(directory);
  byDirectory.set(directory, known);
  return known;
}

interface HeldSegment {
  readonly opening: Promise<OpenedSegment>;
  holders: number;
}

interface OpenedSegment {
  readonly segment: Segment;
  readonly close: () => Promise<void>;
}

export class OpenSegments {
  readonly #directory: Directory;
  readonly #held = new Map<string, HeldSegment>();

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** Opens a segment or shares one that is open. Each call that succeeds needs its own `release`. */
  async hold(record: SegmentRecord, indexId: IndexId): Promise<Segment> {
    const key = identity(record, indexId);
    let held = this.#held.get(key);
    if (held === undefined) {
      held = { opening: openHeld(this.#directory, record, indexId), holders: 0 };
      this.#held.set(key, held);
    }
    held.holders++;
    try {
      return (await held.opening).segment;
    } catch (error) {
      // A failure is for those who asked now; the next one tries again.
      if (this.#held.get(key) === held) this.#held.delete(key);
      throw error;
    }
  }

  /** Lets a segment go; the last one to do so closes its files. */
  async release(record: SegmentRecord, indexId: IndexId): Promise<void> {
    const key = identity(record, indexId);
    const held = this.#held.get(key);
    if (held === undefined || --held.holders > 0) return;
    this.#held.delete(key);
    await (await held.opening).close();
  }
}

/** The same for two segments exactly if all their files are the same. */
function identity({ name, files }: SegmentRecord, indexId: IndexId): string {
  return JSON.stringify([indexId, name, files]);
}

/** Opens a segment with the files that it reads late kept open. */
async function openHeld(
  directory: Directory,
  record: SegmentRecord,
  indexId: IndexId,
): Promise<OpenedSegment> {
  const open = new Map<string, OpenFile>();
  const close = async (): Promise<void> => {
    await Promise.all([...open.values()].map((file) => file.close()));
  };
  const source: FileSource = {
    readShared: (name) => open.get(name)?.readShared() ?? directory.readShared(name),
  };
  try {
    const { forward, stored, columns } = record.files;
    for (const file of [forward, stored, columns]) {
      if (file !== undefined) open.set(file.name, await directory.openFile(file.name));
    }
    return { segment: await Segment.open(source, record, indexId), close };
  } catch (error) {
    await close();
    throw error;
  }
}
