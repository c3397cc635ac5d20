/**
 * The files of one directory that this process has in use.
 *
 * A snapshot holds the files of its commit. A writer that no longer needs a
 * file condemns it; it is removed when the last holder lets go, or at once. An
 * opened segment is shared by all snapshots that hold it.
 */

import type { Directory } from "../../storage/directory.ts";
import type { IndexId } from "../files/file-frame.ts";
import { Segment } from "../segments/segment.ts";
import { filesOf, type SegmentRecord } from "./segment-record.ts";

const byDirectory = new WeakMap<Directory, SharedFiles>();

/** The one list of files in use of a directory. */
export function sharedFiles(directory: Directory): SharedFiles {
  const known = byDirectory.get(directory) ?? new SharedFiles(directory);
  byDirectory.set(directory, known);
  return known;
}

export class SharedFiles {
  readonly #directory: Directory;
  readonly #holders = new Map<string, number>();
  readonly #condemned = new Set<string>();
  /** Opened segments by name, while their files are held. */
  readonly #segments = new Map<string, Promise<Segment>>();

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** Keeps the files of these segments until `release`. */
  hold(segments: readonly SegmentRecord[]): void {
    for (const { name } of segments.flatMap(filesOf)) {
      this.#holders.set(name, (this.#holders.get(name) ?? 0) + 1);
    }
  }

  /** Lets the files go and removes those that were condemned meanwhile. */
  async release(segments: readonly SegmentRecord[]): Promise<void> {
    for (const { name } of segments.flatMap(filesOf)) {
      const holders = (this.#holders.get(name) ?? 0) - 1;
      if (holders > 0) this.#holders.set(name, holders);
      else this.#holders.delete(name);
    }
    for (const { name, files } of segments) {
      if (!this.#holders.has(files.documents.name)) this.#segments.delete(name);
    }
    // A reader is done either way; a file that cannot be removed now stays condemned.
    await this.#removeCondemned().catch(() => {});
  }

  /** The opened segment; its files must be held. */
  segment(record: SegmentRecord, indexId: IndexId): Promise<Segment> {
    let segment = this.#segments.get(record.name);
    if (segment === undefined) {
      segment = Segment.open(this.#directory, record, indexId);
      this.#segments.set(record.name, segment);
      // A failure is for those who asked now; the next one tries again.
      segment.catch(() => this.#segments.delete(record.name));
    }
    return segment;
  }

  /** Removes files as soon as nobody holds them; those that cannot be removed are tried again. */
  async condemn(names: readonly string[]): Promise<void> {
    for (const name of names) this.#condemned.add(name);
    await this.#removeCondemned();
  }

  async #removeCondemned(): Promise<void> {
    for (const name of [...this.#condemned]) {
      if (this.#holders.has(name)) continue;
      await this.#directory.remove(name);
      this.#condemned.delete(name);
    }
  }
}
