/**
 * Rewrites a segment with its documents in another order. Everything else is unchanged: terms and
 * their weights, surface forms, ids, fields. Lists and tokens are held in memory in compressed
 * form, as in a merge; fields are processed in a few rounds, so that they are never in memory all
 * at once.
 */

import { decodeText, GrowingWords } from "../../common/bytes/index.ts";
import { listColumnFields, mergeColumns } from "../columns/index.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import { sortByBytes } from "../encoding/sort-by-bytes.ts";
import { DocumentsWriter } from "../files/documents-writer.ts";
import { type FileRecord, FORMAT_VERSION } from "../files/file-frame.ts";
import { writeForms } from "../files/forms-builder.ts";
import type { Forward } from "../files/forward.ts";
import { ForwardWriter } from "../files/forward-writer.ts";
import type { FrameWriter } from "../files/frame-writer.ts";
import { appendPositions } from "../files/positions.ts";
import type { StoredFieldsReader } from "../files/stored-fields-reader.ts";
import { TermsWriter } from "../files/terms-writer.ts";
import { countTokenForms } from "../segments/check-forms.ts";
import type { Segment } from "../segments/segment.ts";
import {
  hasFormCodes,
  type SegmentTarget,
  writeSegmentFile,
  writeStoredFile,
} from "../segments/segment-target.ts";
import { loadVectorWriting } from "../segments/vector-parts.ts";
import { buildDocumentGraph } from "./document-graph.ts";
import { bisect } from "./graph-bisection.ts";
import { createFormCodes } from "./merge-forward.ts";
import { selectStoredWriter } from "./select-stored-writer.ts";

/** Approximate number of bytes of fields in memory at once. */
const ROUND_BYTES = 1 << 26;

/** How documents are placed by their terms. */
export interface ReorderOptions {
  /** Maximum number of postings in the document graph, of four bytes each. */
  readonly maxPostings: number;
  /** Receives the number of documents placed since the last call. */
  readonly onProgress: (documents: number) => void;
}

/** Writes the segment with documents of common terms near each other. None may be deleted. */
export function placeByTerms(
  target: SegmentTarget,
  segment: Segment,
  { maxPostings, onProgress }: ReorderOptions,
): Promise<SegmentRecord> {
  return reorderSegment(
    target,
    segment,
    bisect(buildDocumentGraph(segment, maxPostings), onProgress),
  );
}

/** `order` holds the number of each document in `segment`, in the new order; none is deleted. */
export async function reorderSegment(
  target: SegmentTarget,
  segment: Segment,
  order: Uint32Array,
): Promise<SegmentRecord> {
  const { name, content } = target;
  const writer = new DocumentsWriter(segment.documents.fieldCount);
  const ids = segment.documents.ids();
  for (const document of order) {
    writer.add(
      ids[document] as string,
      segment.documents.lengths[document] as number,
      (field) => segment.documents.fieldLengths(field)[document] as number,
    );
  }
  const numbers = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) numbers[order[i] as number] = i;
  const documents = await writeSegmentFile(target, "document", (file) => writer.write(file));
  const list = new RenumberedList(segment, numbers);
  const terms = await TermsWriter.write(target, writer, (terms) =>
    writeTerms(terms, segment, list),
  );
  const more: Partial<Record<"forward" | "forms" | "stored" | "columns" | "vectors", FileRecord>> =
    {};
  if (content.forward) {
    const isCoded = hasFormCodes(target);
    const version = isCoded ? FORMAT_VERSION : undefined;
    const write = (file: FrameWriter): Promise<void> => writeForward(file, segment, order, isCoded);
    more.forward = await writeSegmentFile(target, "forward", write, version);
    const forms = await countTokenForms(segment);
    more.forms = await writeSegmentFile(
      target,
      "forms",
      (file) => writeForms(file, forms, !isCoded),
      version,
    );
  }
  if (content.stored) {
    more.stored = await writeStoredFile(target, (file) =>
      writeStored(file, segment, numbers, content.wordCodes === true),
    );
  }
  const fields = listColumnFields(target.schema);
  if (fields.length > 0) {
    more.columns = await writeSegmentFile(target, "columns", (file) =>
      mergeColumns(file, fields, [{ segment, documents: order }]),
    );
  }
  if (target.vectors !== undefined) {
    const [{ mergeVectors }, { writeVectorFiles }] = await Promise.all([
      import("./merge-vectors.ts"),
      loadVectorWriting(),
    ]);
    const merged = await mergeVectors(target.vectors.dimensions, [{ segment, documents: order }]);
    Object.assign(more, await writeVectorFiles(target, target.vectors, merged));
  }
  return { name, documents: order.length, files: { documents, ...terms, ...more } };
}

async function writeTerms(
  writer: TermsWriter,
  segment: Segment,
  list: RenumberedList,
): Promise<void> {
  const cursor = segment.dictionary.cursor();
  while (cursor.next()) {
    list.read(cursor.entry());
    const { documents, frequencies, count, positions } = list;
    writer.add(cursor.term().slice(), documents, frequencies, count, positions);
    if (writer.isFull) await writer.drain();
  }
  for (const [term] of (await segment.readWeights())?.unlisted ?? []) writer.addUnlisted(term);
}

/** Renumbers and sorts one posting list at a time. */
class RenumberedList {
  count = 0;
  readonly documents: Uint32Array;
  readonly frequencies: Uint32Array;
  readonly #segment: Segment;
  readonly #numbers: Uint32Array;
  /** By new document number: its index in the old list. */
  readonly #oldIndexes: Uint32Array;
  readonly #blockDocuments = new Uint32Array(BLOCK_SIZE);
  readonly #blockFrequencies = new Uint32Array(BLOCK_SIZE);
  readonly #oldFrequencies: Uint32Array;
  readonly #oldPositions = new GrowingWords();
  /** The start of each posting's positions among the old ones. */
  readonly #positionStarts: Uint32Array;
  readonly #positions = new GrowingWords();

  constructor(segment: Segment, numbers: Uint32Array) {
    this.#segment = segment;
    this.#numbers = numbers;
    this.documents = new Uint32Array(numbers.length);
    this.frequencies = new Uint32Array(numbers.length);
    this.#oldIndexes = new Uint32Array(numbers.length);
    this.#oldFrequencies = new Uint32Array(numbers.length);
    this.#positionStarts = new Uint32Array(segment.positions === undefined ? 0 : numbers.length);
  }

  /** The positions of all postings, concatenated; undefined if they are not stored. */
  get positions(): Uint32Array | undefined {
    return this.#segment.positions === undefined ? undefined : this.#positions.view();
  }

  read(entry: Parameters<Segment["postings"]["read"]>[0]): void {
    const { postings, positions } = this.#segment;
    this.count = 0;
    this.#oldPositions.clear();
    for (let block = 0; block < postings.blockCount(entry); block++) {
      const count = postings.read(entry, block, this.#blockDocuments, this.#blockFrequencies);
      const reader = positions?.reader(entry, block);
      for (let i = 0; i < count; i++) {
        const document = this.#numbers[this.#blockDocuments[i] as number] as number;
        const frequency = this.#blockFrequencies[i] as number;
        this.#oldIndexes[document] = this.count;
        this.documents[this.count] = document;
        this.#oldFrequencies[this.count] = frequency;
        if (reader !== undefined) {
          this.#positionStarts[this.count] = this.#oldPositions.length;
          appendPositions(reader, frequency, this.#oldPositions);
        }
        this.count++;
      }
    }
    this.#sort();
  }

  #sort(): void {
    this.documents.subarray(0, this.count).sort();
    const hasPositions = this.#segment.positions !== undefined;
    this.#positions.clear();
    for (let i = 0; i < this.count; i++) {
      const oldIndex = this.#oldIndexes[this.documents[i] as number] as number;
      const frequency = this.#oldFrequencies[oldIndex] as number;
      this.frequencies[i] = frequency;
      if (!hasPositions) continue;
      const start = this.#positionStarts[oldIndex] as number;
      this.#positions.append(this.#oldPositions.view().subarray(start, start + frequency));
    }
  }
}

/** Form numbers depend on forms and counts alone, so they change only with the kind of numbering. */
async function writeForward(
  frame: FrameWriter,
  segment: Segment,
  order: Uint32Array,
  isCoded: boolean,
): Promise<void> {
  const forward = await segment.readForward();
  const forms = Array.from(forward.allForms(), ({ form, term }) => ({ form: form.slice(), term }));
  const byNumber = isCoded
    ? sortByBytes(forms.map(({ form }) => decodeText(form)))
    : Uint32Array.from(forms.keys());
  const numbers = new Uint32Array(forms.length);
  for (const [number, form] of byNumber.entries()) numbers[form] = number;
  const codes = isCoded ? await createFormCodes(countTokens(forward, numbers)) : undefined;
  const writer = new ForwardWriter(frame, codes);
  for (const document of order) {
    const tokens = forward.tokens(document);
    writer.addDocument(tokens, 0, tokens.length, numbers);
    if (writer.isFull) await writer.drain();
  }
  await writer.end(iterateForms(forms, byNumber));
}

/** The number of tokens of each form, by its new number. */
function countTokens(forward: Forward, numbers: Uint32Array): Uint32Array {
  const counts = new Uint32Array(numbers.length);
  for (const tokens of forward.allTokens()) {
    for (const form of tokens) {
      const number = numbers[form] as number;
      counts[number] = (counts[number] as number) + 1;
    }
  }
  return counts;
}

function* iterateForms(
  forms: readonly { readonly form: Uint8Array; readonly term: number }[],
  byNumber: Uint32Array,
): Generator<[form: Uint8Array, term: number]> {
  for (const each of byNumber) {
    const { form, term } = forms[each] as (typeof forms)[number];
    yield [form, term];
  }
}

async function writeStored(
  frame: FrameWriter,
  segment: Segment,
  numbers: Uint32Array,
  isWordCoded: boolean,
): Promise<void> {
  const stored = await segment.readStoredFields();
  const write = await selectStoredWriter(isWordCoded);
  await write(frame, () => iterateReordered(stored, numbers));
}

/** The encoded fields in the new order, in rounds of documents that fit into memory together. */
function* iterateReordered(
  stored: StoredFieldsReader,
  numbers: Uint32Array,
): Generator<Uint8Array> {
  const rounds = Math.ceil(stored.rawBytes / ROUND_BYTES);
  const width = Math.ceil(numbers.length / Math.max(1, rounds));
  for (let from = 0; from < numbers.length; from += width) {
    yield* readRecordsBetween(stored, numbers, from, Math.min(from + width, numbers.length));
  }
}

/** The encoded fields of the documents with new numbers from `from` to `to`, in order. */
function readRecordsBetween(
  stored: StoredFieldsReader,
  numbers: Uint32Array,
  from: number,
  to: number,
): Uint8Array[] {
  const records = new Array<Uint8Array>(to - from);
  let document = 0;
  for (let block = 0; block < stored.blockCount; block++) {
    for (const record of stored.records(block)) {
      const number = numbers[document++] as number;
      if (number >= from && number < to) records[number - from] = record.slice();
    }
  }
  return records;
}
