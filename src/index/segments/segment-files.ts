/**
 * How the files of a segment are opened: read whole, read into the heap of the search kernels, or
 * read on demand.
 */

import type { Directory } from "../../storage/directory.ts";
import {
  type FileKind,
  type FileRecord,
  type Frame,
  type IndexId,
  openFrame,
} from "../files/file-frame.ts";
import type { SectionMemory } from "../files/section-memory.ts";
import { type SlicedFrame, toSlicedFrame } from "../files/sliced-section.ts";

/** Reads the files of a segment. */
export interface FileSource extends Pick<Directory, "readShared"> {
  /** Memory in which search kernels can read the lists without a copy; absent if not requested. */
  readonly heapPlacement?: HeapPlacement | undefined;
  /** Opens a file that is read on demand; undefined for a file that should be read at once. */
  openSliced?(file: FileRecord, kind: FileKind, indexId: IndexId): Promise<SlicedFrame> | undefined;
  /**
   * Opens a remote file whose ranges are fetched on demand; undefined for a file that is read at
   * once.
   */
  openRemote?(file: FileRecord, kind: FileKind, indexId: IndexId): Promise<Frame> | undefined;
}

/** Memory for the data of the search kernels. */
export interface HeapPlacement extends SectionMemory {
  /** Whether it takes the dictionary, the ids and the lengths as well as the lists: other threads find them there. */
  readonly isForThreads?: boolean;
  /** Reads a file into it. */
  read(file: FileRecord): Promise<Uint8Array>;
}

/** A source that records which bytes are read from it. */
export function recordReads(files: FileSource, bytes: Map<string, Uint8Array>): FileSource {
  const record = async (name: string, reading: Promise<Uint8Array>): Promise<Uint8Array> => {
    const read = await reading;
    bytes.set(name, read);
    return read;
  };
  const { heapPlacement, openSliced, openRemote } = files;
  return {
    ...(openSliced && { openSliced }),
    ...(openRemote && { openRemote }),
    readShared: (name) => record(name, files.readShared(name)),
    heapPlacement: heapPlacement && {
      ...heapPlacement,
      read: (file) => record(file.name, heapPlacement.read(file)),
    },
  };
}

/** Reads a whole file and checks it. */
export type FileOpener = (file: FileRecord, kind: FileKind) => Promise<Frame>;

export function createFileOpener(source: FileSource, indexId: IndexId): FileOpener {
  return async (file, kind) => {
    const remote = source.openRemote?.(file, kind, indexId);
    if (remote !== undefined) return remote;
    const { heapPlacement } = source;
    const isPlaced =
      kind === "postings" ||
      (heapPlacement?.isForThreads === true && (kind === "terms" || kind === "document"));
    const placement = isPlaced ? heapPlacement : undefined;
    const bytes = await (placement?.read(file) ?? source.readShared(file.name));
    return openFrame(file.name, bytes, kind, { ...file, indexId });
  };
}

/** Opens a file that may be read on demand. */
export type SlicedOpener = (file: FileRecord, kind: FileKind) => Promise<SlicedFrame>;

export function createSlicedOpener(source: FileSource, indexId: IndexId): SlicedOpener {
  const read = createFileOpener(source, indexId);
  return async (file, kind) =>
    source.openSliced?.(file, kind, indexId) ?? toSlicedFrame(await read(file, kind));
}
