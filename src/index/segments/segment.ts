/**
 * One segment, opened for reading: an immutable part of the index.
 *
 * Dictionary, postings, positions, ids and lengths are opened at once and shared by all threads;
 * the forward index, the stored fields and the columns on first use. Every file is checked in full
 * when it is opened. Of large positions and stored fields only pages in use stay in memory, if the
 * source allows it. Of a remote directory, ranges of these, of the dictionary and of the lists are
 * fetched on demand.
 */

import { badArgument, corrupt } from "../../common/errors.ts";
import type { HnswGraph } from "../../dense/hnsw/hnsw-graph.ts";
import type { SegmentVectors } from "../../dense/vectors/segment-vectors.ts";
import type { ColumnsFile } from "../columns/index.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import { Dictionary } from "../files/dictionary.ts";
import { Documents } from "../files/documents.ts";
import type { FileKind, FileRecord, IndexId } from "../files/file-frame.ts";
import type { FormsFile } from "../files/forms-file.ts";
import type { Forward } from "../files/forward.ts";
import { retryOnPageFault } from "../files/page-fault.ts";
import { Positions } from "../files/positions.ts";
import { Postings } from "../files/postings.ts";
import { type SlicedFrame, toSlicedFrame } from "../files/sliced-section.ts";
import { StoredFieldsReader, WORDS_SECTION } from "../files/stored-fields-reader.ts";
import type { StoredWeights } from "../files/weights-file.ts";
import {
  createFileOpener,
  createSlicedOpener,
  type FileOpener,
  type FileSource,
  recordReads,
  type SlicedOpener,
} from "./segment-files.ts";
import { loadGraphReading, loadVectorReading } from "./vector-parts.ts";

export class Segment {
  readonly record: SegmentRecord;
  readonly documents: Documents;
  readonly dictionary: Dictionary;
  readonly postings: Postings;
  readonly positions: Positions | undefined;
  /** Its files in memory, by name. Threads can share them. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  readonly #read: FileOpener;
  readonly #sliced: SlicedOpener;
  readonly #paged: (file: FileRecord, kind: FileKind) => Promise<SlicedFrame> | undefined;
  #forward: Promise<Forward> | undefined;
  #pagedForward: Promise<Forward> | undefined;
  #forms: Promise<FormsFile | undefined> | undefined;
  #stored: Promise<StoredFieldsReader> | undefined;
  #openStored: StoredFieldsReader | undefined;
  #columns: Promise<ColumnsFile | undefined> | undefined;

  private constructor(
    lazySource: FileSource,
    indexId: IndexId,
    record: SegmentRecord,
    parts: Pick<Segment, "documents" | "dictionary" | "postings" | "positions" | "bytes">,
  ) {
    this.#read = createFileOpener(lazySource, indexId);
    this.#sliced = createSlicedOpener(lazySource, indexId);
    this.#paged = (file, kind) => lazySource.openSliced?.(file, kind, indexId);
    this.record = record;
    this.documents = parts.documents;
    this.dictionary = parts.dictionary;
    this.postings = parts.postings;
    this.positions = parts.positions;
    this.bytes = parts.bytes;
  }

  static async open(files: FileSource, record: SegmentRecord, indexId: IndexId): Promise<Segment> {
    const bytes = new Map<string, Uint8Array>();
    const source = recordReads(files, bytes);
    const read = createFileOpener(source, indexId);
    const sliced = createSlicedOpener(source, indexId);
    const { terms, postings, positions } = record.files;
    // In parallel, because each is a request on a server.
    const opening = [
      openDocuments(source, record, indexId),
      openDictionary(source, record, indexId),
      read(postings, "postings"),
    ] as const;
    await Promise.allSettled(opening); // so that nothing is still reading after the error is thrown
    const [documents, dictionary, frame] = await Promise.all(opening);
    const lists = await retryOnPageFault(
      () => new Postings(postings.name, frame, record.documents, source.heapPlacement),
    );
    const blocks = lists.arrays.lastDocuments.length;
    const openedPositions =
      positions === undefined
        ? undefined
        : await openPositions(positions.name, await sliced(positions, "position"), blocks);
    if (dictionary.hasPositions !== (openedPositions !== undefined)) {
      throw corrupt(terms.name, 0, "the dictionary and the commit disagree about positions");
    }
    return new Segment(files, indexId, record, {
      documents,
      dictionary,
      postings: lists,
      positions: openedPositions,
      bytes,
    });
  }

  /** The surface tokens of its documents; cached. */
  forward(): Promise<Forward> {
    this.#forward ??= this.readForward().catch((error: unknown) => {
      this.#forward = undefined; // the caller gets the error; the next call tries again
      throw error;
    });
    return this.#forward;
  }

  /**
   * The surface tokens for callers that read few documents or all in order: from memory if loaded,
   * else in pages on demand.
   */
  pagedForward(): Promise<Forward> {
    if (this.#forward !== undefined) return this.#forward;
    this.#pagedForward ??= this.#openPagedForward().catch((error: unknown) => {
      this.#pagedForward = undefined;
      throw error;
    });
    return this.#pagedForward;
  }

  async #openPagedForward(): Promise<Forward> {
    const { forward } = this.record.files;
    if (forward === undefined) throw badArgument("the index was built without a forward index");
    const frame = await this.#paged(forward, "forward");
    if (frame === undefined) return this.forward();
    return this.#createForward(forward.name, frame, () => this.forms());
  }

  /** `openForms` opens the forms file, which an index with codes reads its forms from. */
  async #createForward(
    file: string,
    frame: SlicedFrame,
    openForms: () => Promise<FormsFile | undefined>,
  ): Promise<Forward> {
    const { Forward, CODED_SECTIONS } = await import("../files/forward.ts");
    if (frame.sections.length < CODED_SECTIONS) {
      return new Forward(file, frame, this.record.documents);
    }
    const forms = await openForms();
    if (forms === undefined) throw corrupt(file, 0, "the segment has no forms file");
    const { CodedForms } = await import("../files/coded-forms.ts");
    const coded = new CodedForms(file, frame, forms);
    return new Forward(file, frame, this.record.documents, coded);
  }

  /**
   * Its surface forms in byte order; opened once. Undefined in a segment written before such files
   * existed.
   */
  forms(): Promise<FormsFile | undefined> {
    this.#forms ??= this.#openForms().catch((error: unknown) => {
      this.#forms = undefined;
      throw error;
    });
    return this.#forms;
  }

  async #openForms(): Promise<FormsFile | undefined> {
    const { forms } = this.record.files;
    if (forms === undefined) return undefined;
    const { FormsFile } = await import("../files/forms-file.ts");
    return new FormsFile(forms.name, await this.#sliced(forms, "forms"));
  }

  /** The stored fields of its documents; cached. */
  storedFields(): Promise<StoredFieldsReader> {
    this.#stored ??= this.readStoredFields().then(
      (stored) => {
        this.#openStored = stored;
        return stored;
      },
      (error: unknown) => {
        this.#stored = undefined;
        throw error;
      },
    );
    return this.#stored;
  }

  /** The same at once; undefined until they have been opened. */
  get openStoredFields(): StoredFieldsReader | undefined {
    return this.#openStored;
  }

  /** The columns of its documents; cached. Undefined if it has none. */
  columns(): Promise<ColumnsFile | undefined> {
    this.#columns ??= this.readColumns().catch((error: unknown) => {
      this.#columns = undefined;
      throw error;
    });
    return this.#columns;
  }

  /** The columns, not cached. */
  async readColumns(): Promise<ColumnsFile | undefined> {
    const { columns } = this.record.files;
    if (columns === undefined) return undefined;
    const { ColumnsFile } = await import("../columns/index.ts");
    return new ColumnsFile(
      columns.name,
      await this.#read(columns, "columns"),
      this.record.documents,
    );
  }

  /** The vectors of its documents, not cached. Undefined if it has none. */
  async readVectors(dimensions: number): Promise<SegmentVectors | undefined> {
    const { vectors } = this.record.files;
    if (vectors === undefined) return undefined;
    const frame = await this.#read(vectors, "vectors");
    const { readVectors } = await loadVectorReading();
    return readVectors(vectors.name, frame, this.record.documents, dimensions);
  }

  /** The HNSW graph of `rows` vectors, not cached. Undefined if it has none. */
  async readHnswGraph(rows: number): Promise<HnswGraph | undefined> {
    const { graph } = this.record.files;
    if (graph === undefined) return undefined;
    const { readHnswGraph } = await loadGraphReading();
    return readHnswGraph(graph.name, await this.#read(graph, "graph"), rows);
  }

  /** The surface tokens, not cached. */
  async readForward(): Promise<Forward> {
    const { forward } = this.record.files;
    if (forward === undefined) throw badArgument("the index was built without a forward index");
    const frame = toSlicedFrame(await this.#read(forward, "forward"));
    return this.#createForward(forward.name, frame, () => this.#readForms());
  }

  /** The forms file in memory, not cached. */
  async #readForms(): Promise<FormsFile | undefined> {
    const { forms } = this.record.files;
    if (forms === undefined) return undefined;
    const { FormsFile } = await import("../files/forms-file.ts");
    return new FormsFile(forms.name, toSlicedFrame(await this.#read(forms, "forms")));
  }

  /** The weights of its terms; undefined in an index without weights. */
  async readWeights(): Promise<StoredWeights | undefined> {
    const { weights } = this.record.files;
    if (weights === undefined) return undefined;
    const { parseWeights } = await import("../files/weights-file.ts");
    const frame = await this.#read(weights, "weights");
    return parseWeights(weights.name, frame, this.dictionary.termCount);
  }

  /** The stored fields, not cached. */
  async readStoredFields(): Promise<StoredFieldsReader> {
    const { stored } = this.record.files;
    if (stored === undefined) throw badArgument("the index was built without stored fields");
    const frame = await this.#sliced(stored, "stored");
    const words = frame.sections[WORDS_SECTION];
    const table = words && (await import("../files/word-table.ts"));
    return retryOnPageFault(() => {
      const decoder = table && {
        words: table.openWordDecoder(words),
        expand: table.decodeValues,
      };
      return new StoredFieldsReader(stored.name, frame, this.record.documents, decoder);
    });
  }
}

function openPositions(name: string, frame: SlicedFrame, blocks: number): Promise<Positions> {
  return retryOnPageFault(() => new Positions(name, frame, blocks));
}

/** Opens only the ids and lengths of a segment, which is all that deletion needs. */
export async function openDocuments(
  source: FileSource,
  record: SegmentRecord,
  indexId: IndexId,
): Promise<Documents> {
  const file = record.files.documents;
  const frame = await createFileOpener(source, indexId)(file, "document");
  const documents = new Documents(file.name, frame, source.heapPlacement);
  if (documents.count !== record.documents) {
    throw corrupt(file.name, 0, `${documents.count} documents instead of ${record.documents}`);
  }
  return documents;
}

/** Opens only the terms of a segment. */
export async function openDictionary(
  source: FileSource,
  { files: { terms } }: SegmentRecord,
  indexId: IndexId,
): Promise<Dictionary> {
  const frame = await createFileOpener(source, indexId)(terms, "terms");
  return retryOnPageFault(() => new Dictionary(terms.name, frame, source.heapPlacement));
}
