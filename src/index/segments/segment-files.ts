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
import { type SlicedFrame, slicedFrame } from "../files/sliced-section.ts";

/** Where the files of a segment are read from. */
export interface FileSource extends Pick<Directory, "readShared"> {
  /** Where search kernels can read the lists without a copy; absent where nobody asked for that. */
  readonly placement?: ListPlacement | undefined;
  /** Opens a file that is read as it is used; undefined for one that is better read at once. */
  sliced?(file: FileRecord, kind: FileKind, indexId: IndexId): Promise<SlicedFrame> | undefined;
  /** Opens a file that is far away and of which parts are fetched as they are read; undefined for one that is read at once. */
  fetched?(file: FileRecord, kind: FileKind, indexId: IndexId): Promise<Frame> | undefined;
}

/** Memory for what search kernels read. */
export interface ListPlacement {
  /** Reads the file of the posting lists there. */
  read(file: FileRecord): Promise<Uint8Array>;
  readonly allocate: Allocate;
}

/** A source that notes what is read from it. */
export function remembering(files: FileSource, bytes: Map<string, Uint8Array>): FileSource {
  const note = async (name: string, reading: Promise<Uint8Array>): Promise<Uint8Array> => {
    const read = await reading;
    bytes.set(name, read);
    return read;
  };
  const { placement, sliced, fetched } = files;
  return {
    ...(sliced && { sliced }),
    ...(fetched && { fetched }),
    readShared: (name) => note(name, files.readShared(name)),
    placement: placement && {
      allocate: placement.allocate,
      read: (file) => note(file.name, placement.read(file)),
    },
  };
}

/** Reads a file at once and checks it. */
export type FileOpener = (file: FileRecord, kind: FileKind) => Promise<Frame>;

export function fileOpener(source: FileSource, indexId: IndexId): FileOpener {
  return async (file, kind) => {
    const fetched = source.fetched?.(file, kind, indexId);
    if (fetched !== undefined) return fetched;
    const isPlaced = kind === "postings" && source.placement !== undefined;
    const bytes = await (isPlaced ? source.placement.read(file) : source.readShared(file.name));
    return openFrame(file.name, bytes, kind, { ...file, indexId });
  };
}

/** Opens a file that may be read as it is used. */
export type SlicedOpener = (file: FileRecord, kind: FileKind) => Promise<SlicedFrame>;

export function slicedOpener(source: FileSource, indexId: IndexId): SlicedOpener {
  const read = fileOpener(source, indexId);
  return async (file, kind) =>
    source.sliced?.(file, kind, indexId) ?? slicedFrame(await read(file, kind));
}
