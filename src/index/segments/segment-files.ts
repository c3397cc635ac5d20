/** How the files of a segment are opened: read whole, read to where kernels search, or read as they are used. */

import type { Allocate } from "../../common/threads/index.ts";
import type { Directory } from "../../storage/directory.ts";
import {
  type FileKind,
  type FileRecord,
  type Frame,
  type IndexId,
  openFrame,
} from "../files/file-frame.ts";
import { type SlicedFrame, toSlicedFrame } from "../files/sliced-section.ts";

/** Where the files of a segment are read from. */
export interface FileSource extends Pick<Directory, "readShared"> {
  /** Where search kernels can read the lists without a copy; absent where nobody asked for that. */
  readonly heapPlacement?: HeapPlacement | undefined;
  /** Opens a file that is read as it is used; undefined for one that is better read at once. */
  openSliced?(file: FileRecord, kind: FileKind, indexId: IndexId): Promise<SlicedFrame> | undefined;
  /** Opens a file that is far away and of which parts are fetched as they are read; undefined for one that is read at once. */
  openRemote?(file: FileRecord, kind: FileKind, indexId: IndexId): Promise<Frame> | undefined;
}

/** Memory for what search kernels read. */
export interface HeapPlacement {
  /** Reads the file of the posting lists there. */
  read(file: FileRecord): Promise<Uint8Array>;
  readonly allocate: Allocate;
}

/** A source that notes what is read from it. */
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
      allocate: heapPlacement.allocate,
      read: (file) => record(file.name, heapPlacement.read(file)),
    },
  };
}

/** Reads a file at once and checks it. */
export type FileOpener = (file: FileRecord, kind: FileKind) => Promise<Frame>;

export function createFileOpener(source: FileSource, indexId: IndexId): FileOpener {
  return async (file, kind) => {
    const remote = source.openRemote?.(file, kind, indexId);
    if (remote !== undefined) return remote;
    const isInHeap = kind === "postings" && source.heapPlacement !== undefined;
    const bytes = await (isInHeap ? source.heapPlacement.read(file) : source.readShared(file.name));
    return openFrame(file.name, bytes, kind, { ...file, indexId });
  };
}

/** Opens a file that may be read as it is used. */
export type SlicedOpener = (file: FileRecord, kind: FileKind) => Promise<SlicedFrame>;

export function createSlicedOpener(source: FileSource, indexId: IndexId): SlicedOpener {
  const read = createFileOpener(source, indexId);
  return async (file, kind) =>
    source.openSliced?.(file, kind, indexId) ?? toSlicedFrame(await read(file, kind));
}
