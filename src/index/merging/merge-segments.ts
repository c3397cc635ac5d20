/**
 * Merges several segments into one without deleted documents.
 *
 * Live documents keep their order: those of the first segment, then those of the second, and so on.
 * The lists of all segments are held in memory in compressed form, as in a search; tokens and
 * fields are processed one segment at a time. The result has the same bytes as a segment written
 * from the documents themselves. Terms of weight 0 are left out, like stop words.
 */

import { refusePart } from "../../common/bundle-parts.ts";
import { decodeText } from "../../common/bytes/index.ts";
import { listColumnFields, mergeColumns } from "../columns/index.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import { DocumentsWriter } from "../files/documents-writer.ts";
import { type FileRecord, FORMAT_VERSION } from "../files/file-frame.ts";
import { writeForms } from "../files/forms-builder.ts";
import type { FrameWriter } from "../files/frame-writer.ts";
import { PostingListCursor } from "../files/list-cursor.ts";
import type { StoredFieldsReader } from "../files/stored-fields-reader.ts";
import { readFieldNumber, stripField } from "../schema/index.ts";
import {
  hasFormCodes,
  type SegmentTarget,
  writeSegmentFile,
  writeStoredFile,
} from "../segments/segment-target.ts";
import { loadVectorWriting } from "../segments/vector-parts.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import { mergeForward } from "./merge-forward.ts";
import { DELETED, type MergeInput, type NumberedInput } from "./merge-input.ts";
import { type MergedTerms, mergeTerms } from "./merge-terms.ts";
import { selectStoredWriter } from "./select-stored-writer.ts";

export async function mergeSegments(
  target: SegmentTarget,
  segments: readonly MergeInput[],
): Promise<SegmentRecord> {
  const { name, content } = target;
  const fields = segments.map(({ segment }) => segment.documents.fieldCount);
  const writer = new DocumentsWriter(Math.max(...fields));
  const inputs = segments.map((input) =>
    numberDocuments(input, new MergedLengths(input, target), writer),
  );
  const documents = await writeSegmentFile(target, "document", (file) => writer.write(file));
  const { files, termNumbers }: MergedTerms = await mergeTerms(target, writer, inputs);
  const more: Partial<Record<"forward" | "forms" | "stored" | "columns" | "vectors", FileRecord>> =
    {};
  if (content.forward) {
    let forms: Iterable<[form: string, count: number]> = [];
    const isCoded = hasFormCodes(target);
    const version = isCoded ? FORMAT_VERSION : undefined;
    const write = async (file: FrameWriter): Promise<void> => {
      forms = await mergeForward(file, inputs, termNumbers, isCoded);
    };
    more.forward = await writeSegmentFile(target, "forward", write, version);
    more.forms = await writeSegmentFile(
      target,
      "forms",
      (file) => writeForms(file, forms, !isCoded),
      version,
    );
  }
  if (content.stored) {
    more.stored = await writeStoredFile(target, (file) =>
      mergeStoredFields(file, inputs, content.wordCodes === true),
    );
  }
  const columns = listColumnFields(target.schema);
  const liveInputs = inputs.map(({ segment, numbers }) => ({
    segment,
    documents: Uint32Array.from(numbers.keys()).filter((each) => numbers[each] !== DELETED),
  }));
  if (columns.length > 0) {
    more.columns = await writeSegmentFile(target, "columns", (file) =>
      mergeColumns(file, columns, liveInputs),
    );
  }
  if (target.vectors !== undefined) {
    const [{ mergeVectors }, { writeVectorFiles }] = await Promise.all([
      globalThis.TERMWISE_LEXICAL
        ? refusePart("TERMWISE_LEXICAL", "vectors")
        : import("./merge-vectors.ts"),
      loadVectorWriting(),
    ]);
    const merged = await mergeVectors(target.vectors.dimensions, liveInputs);
    Object.assign(more, await writeVectorFiles(target, target.vectors, merged));
  }
  return { name, documents: writer.count, files: { documents, ...files, ...more } };
}

/** The lengths of a segment's documents and of their fields, counting terms with a weight above 0. */
class MergedLengths {
  readonly #documents: MergeInput["segment"]["documents"];
  readonly lengths: Uint32Array;
  /** By field number; those without stop words are absent. */
  readonly #fields = new Map<number, Uint32Array>();

  constructor({ segment }: MergeInput, { weights, filter }: SegmentTarget) {
    const { dictionary, documents, postings } = segment;
    this.#documents = documents;
    this.lengths = weights === undefined ? documents.lengths : documents.lengths.slice();
    if (weights === undefined) return;
    const isStopped = (word: string): boolean =>
      weights.weight(word) === 0 || (filter !== undefined && weights.queryWeight(word) === 0);
    const cursor = dictionary.cursor();
    while (cursor.next()) {
      const term = cursor.term();
      if (!isStopped(stripField(decodeText(term)))) continue;
      const field = this.#openField(readFieldNumber(term));
      const list = new PostingListCursor(postings, undefined, cursor.entry(), undefined);
      for (let document = list.next(); document !== EXHAUSTED; document = list.next()) {
        this.lengths[document] = (this.lengths[document] as number) - list.frequency;
        if (field !== undefined) field[document] = (field[document] as number) - list.frequency;
      }
    }
  }

  fieldLength(field: number, document: number): number {
    const lengths = this.#fields.get(field) ?? this.#documents.fieldLengths(field);
    return lengths[document] as number;
  }

  /** Undefined for the text of a document without fields. */
  #openField(field: number): Uint32Array | undefined {
    if (field === 0) return undefined;
    const lengths = this.#fields.get(field) ?? this.#documents.fieldLengths(field).slice();
    this.#fields.set(field, lengths);
    return lengths;
  }
}

function numberDocuments(
  { segment, deletions }: MergeInput,
  lengths: MergedLengths,
  writer: DocumentsWriter,
): NumberedInput {
  const { documents } = segment;
  const numbers = new Uint32Array(documents.count);
  for (const [document, id] of documents.ids().entries()) {
    const isDeleted = deletions?.has(document) === true;
    numbers[document] = isDeleted ? DELETED : writer.count;
    if (isDeleted) continue;
    writer.add(id, lengths.lengths[document] as number, (field) =>
      lengths.fieldLength(field, document),
    );
  }
  return { segment, deletions, numbers };
}

async function mergeStoredFields(
  frame: FrameWriter,
  inputs: readonly NumberedInput[],
  isWordCoded: boolean,
): Promise<void> {
  const sources: StoredSource[] = [];
  for (const { segment, numbers } of inputs) {
    sources.push({ stored: await segment.readStoredFields(), numbers });
  }
  const write = await selectStoredWriter(isWordCoded);
  await write(frame, () => iterateLiveRecords(sources));
}

interface StoredSource extends Pick<NumberedInput, "numbers"> {
  readonly stored: StoredFieldsReader;
}

function* iterateLiveRecords(sources: readonly StoredSource[]): Generator<Uint8Array> {
  for (const { stored, numbers } of sources) {
    let document = 0;
    for (let block = 0; block < stored.blockCount; block++) {
      for (const record of stored.records(block)) {
        if (numbers[document++] !== DELETED) yield record;
      }
    }
  }
}
