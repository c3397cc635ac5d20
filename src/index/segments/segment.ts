/**
 * One segment, opened for reading: a part of the index that never changes.
 *
 * Dictionary, postings, positions, ids and lengths are read at once and shared
 * by all threads; the forward index, the stored fields and the columns when first asked for.
 * Every file is checked in full when it is read.
 */

import { badArgument, corrupt } from "../../common/errors.ts";
import type { Allocate } from "../../common/threads/index.ts";
import type { Directory } from "../../storage/directory.ts";
import { ColumnsFile } from "../columns/index.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import { Dictionary } from "../files/dictionary.ts";
import { Documents } from "../files/documents.ts";
import {
  type FileKind,
  type FileRecord,
  type Frame,
  type IndexId,
  openFrame,
} from "../files/file-frame.ts";
import { Forward } from "../files/forward.ts";
import { Positions } from "../files/positions.ts";
import { Postings } from "../files/postings.ts";
import { Stored } from "../files/stored-fields.ts";
import { parseWeights, type StoredWeights } from "../files/weights-file.ts";

export class Segment {
  readonly record: SegmentRecord;
  readonly documents: Documents;
  readonly dictionary: Dictionary;
  readonly postings: Postings;
  readonly positions: Positions | undefined;
  /** Its files that are in memory, by name. Threads can share them. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  readonly #read: FileOpener;
  #forward: Promise<Forward> | undefined;
  #stored: Promise<Stored> | undefined;
  #columns: Promise<ColumnsFile | undefined> | undefined;

  private constructor(
    read: FileOpener,
    record: SegmentRecord,
    parts: Pick<Segment, "documents" | "dictionary" | "postings" | "positions" | "bytes">,
  ) {
    this.#read = read;
    this.record = record;
    this.documents = parts.documents;
    this.dictionary = parts.dictionary;
    this.postings = parts.postings;
    this.positions = parts.positions;
    this.bytes = parts.bytes;
  }

  static async open(files: FileSource, record: SegmentRecord, indexId: IndexId): Promise<Segment> {
    const bytes = new Map<string, Uint8Array>();
    const source = remembering(files, bytes);
    const read = fileOpener(source, indexId);
    const documents = await openDocuments(source, record, indexId);
    const { terms, postings, positions } = record.files;
    const dictionary = await openDictionary(source, record, indexId);
    const lists = new Postings(
      postings.name,
      await read(postings, "postings"),
      record.documents,
      source.placement?.allocate,
    );
    const blocks = lists.arrays.lastDocuments.length;
    const places =
      positions === undefined
        ? undefined
        : new Positions(positions.name, await read(positions, "position"), blocks);
    if (dictionary.hasPositions !== (places !== undefined)) {
      throw corrupt(terms.name, 0, "the dictionary and the commit disagree about positions");
    }
    const late = fileOpener(files, indexId);
    return new Segment(late, record, {
      documents,
      dictionary,
      postings: lists,
      positions: places,
      bytes,
    });
  }

  /** The surface tokens of its documents; read once and kept. */
  forward(): Promise<Forward> {
    this.#forward ??= this.readForward().catch((error: unknown) => {
      this.#forward = undefined; // a failure is for those who asked now; the next one tries again
      throw error;
    });
    return this.#forward;
  }

  /** The stored fields of its documents; read once and kept. */
  stored(): Promise<Stored> {
    this.#stored ??= this.readStored().catch((error: unknown) => {
      this.#stored = undefined;
      throw error;
    });
    return this.#stored;
  }

  /** The columns of its documents; read once and kept. Undefined where it has none. */
  columns(): Promise<ColumnsFile | undefined> {
    this.#columns ??= this.readColumns().catch((error: unknown) => {
      this.#columns = undefined;
      throw error;
    });
    return this.#columns;
  }

  /** The columns, read anew, for one use. */
  async readColumns(): Promise<ColumnsFile | undefined> {
    const { columns } = this.record.files;
    if (columns === undefined) return undefined;
    return new ColumnsFile(
      columns.name,
      await this.#read(columns, "columns"),
      this.record.documents,
    );
  }

  /** The surface tokens, read anew, for one use. */
  async readForward(): Promise<Forward> {
    const { forward } = this.record.files;
    if (forward === undefined) throw badArgument("the index was built without a forward index");
    return new Forward(forward.name, await this.#read(forward, "forward"), this.record.documents);
  }

  /** The weights of its terms; undefined in an index without. */
  async readWeights(): Promise<StoredWeights | undefined> {
    const { weights } = this.record.files;
    if (weights === undefined) return undefined;
    const frame = await this.#read(weights, "weights");
    return parseWeights(weights.name, frame, this.dictionary.termCount);
  }

  /** The stored fields, read anew, for one use. */
  async readStored(): Promise<Stored> {
    const { stored } = this.record.files;
    if (stored === undefined) throw badArgument("the index was built without stored fields");
    return new Stored(stored.name, await this.#read(stored, "stored"), this.record.documents);
  }
}

/** The ids and lengths of a segment alone, which is all that deleting needs. */
export async function openDocuments(
  source: FileSource,
  record: SegmentRecord,
  indexId: IndexId,
): Promise<Documents> {
  const file = record.files.documents;
  const frame = await fileOpener(source, indexId)(file, "document");
  const documents = new Documents(file.name, frame, source.placement?.allocate);
  if (documents.count !== record.documents) {
    throw corrupt(file.name, 0, `${documents.count} documents instead of ${record.documents}`);
  }
  return documents;
}

/** The terms of a segment alone. */
export async function openDictionary(
  source: FileSource,
  { files: { terms } }: SegmentRecord,
  indexId: IndexId,
): Promise<Dictionary> {
  return new Dictionary(terms.name, await fileOpener(source, indexId)(terms, "terms"));
}

/** Where the files of a segment are read from. */
export interface FileSource extends Pick<Directory, "readShared"> {
  /** Where search kernels can read the lists without a copy; absent where nobody asked for that. */
  readonly placement?: ListPlacement | undefined;
}

/** Memory for what search kernels read. */
export interface ListPlacement {
  /** Reads the file of the posting lists there. */
  read(file: FileRecord): Promise<Uint8Array>;
  readonly allocate: Allocate;
}

/** A source that notes what is read from it. */
function remembering(files: FileSource, bytes: Map<string, Uint8Array>): FileSource {
  const note = async (name: string, reading: Promise<Uint8Array>): Promise<Uint8Array> => {
    const read = await reading;
    bytes.set(name, read);
    return read;
  };
  const { placement } = files;
  return {
    readShared: (name) => note(name, files.readShared(name)),
    placement: placement && {
      allocate: placement.allocate,
      read: (file) => note(file.name, placement.read(file)),
    },
  };
}

type FileOpener = (file: FileRecord, kind: FileKind) => Promise<Frame>;

function fileOpener(source: FileSource, indexId: IndexId): FileOpener {
  return async (file, kind) => {
    const isPlaced = kind === "postings" && source.placement !== undefined;
    const bytes = await (isPlaced ? source.placement.read(file) : source.readShared(file.name));
    return openFrame(file.name, bytes, kind, { ...file, indexId });
  };
}
