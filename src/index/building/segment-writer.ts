/** Writes the files of a segment from documents in memory. */

import { encodeText } from "../../common/bytes/index.ts";
import type { VectorBuilder } from "../../dense/vectors/vector-builder.ts";
import { type ColumnBuilder, listColumnFields, writeColumns } from "../columns/index.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import { sortByBytes } from "../encoding/sort-by-bytes.ts";
import { type DocumentLengths, DocumentsWriter } from "../files/documents-writer.ts";
import type { FileRecord } from "../files/file-frame.ts";
import { iterateDistinctForms, writeForms } from "../files/forms-builder.ts";
import { ForwardWriter } from "../files/forward-writer.ts";
import type { FrameWriter } from "../files/frame-writer.ts";
import { type FormOrders, orderForms } from "../files/order-forms.ts";
import {
  iterateRecords,
  type StoredRecords,
  writeStoredFields,
} from "../files/stored-fields-writer.ts";
import type { BlockCompressor, RecordSource } from "../files/stored-pieces.ts";
import {
  filterPostings,
  type PostingList,
  type TermsFiles,
  TermsWriter,
} from "../files/terms-writer.ts";
import { parseFieldNumber, stripField } from "../schema/index.ts";
import {
  type SegmentTarget,
  writeSegmentFile,
  writeStoredFile,
} from "../segments/segment-target.ts";
import { loadVectorWriting } from "../segments/vector-parts.ts";
import { FieldPostingFilter } from "../weights/field-posting-filter.ts";
import { PostingFilter, type PostingPredicates } from "../weights/pruning-rule.ts";
import { type InvertedLists, invert, NO_TERM } from "./inversion.ts";
import { selectByForm, type TokenBatch } from "./token-batch.ts";

/** Tokenised documents, as numbers. Forms and terms are numbered in any order. */
export interface NumberedDocuments {
  readonly ids: readonly string[];
  readonly batches: readonly TokenBatch[];
  readonly forms: readonly string[];
  /** The occurrences of each form. */
  readonly counts: Uint32Array;
  /** The term of each form, or NO_TERM. */
  readonly termOfForm: Uint32Array;
  readonly terms: readonly string[];
  /** Emptied once they are written. */
  readonly stored: StoredRecords[];
  /** The values of the fields with columns, by field name. */
  readonly columns: ReadonlyMap<string, ColumnBuilder>;
  /** The vectors of the documents, if the index has vectors. */
  readonly vectors: VectorBuilder | undefined;
  /** Holds the stored fields instead of `stored`. */
  readonly spill: RecordSource | undefined;
  /** Compresses stored fields beside the other work. */
  readonly compressor: BlockCompressor | undefined;
}

/** The same with terms numbered in byte order, as in the dictionary. */
interface RankedDocuments extends Omit<NumberedDocuments, "termOfForm"> {
  /** The terms in byte order, as numbers of `terms`. */
  readonly order: Uint32Array;
  /** The rank of each form's term in that order, or NO_TERM. */
  readonly rankOfForm: Uint32Array;
}

export async function writeSegment(
  target: SegmentTarget,
  numbered: NumberedDocuments,
): Promise<SegmentRecord> {
  const { name, content } = target;
  const ranked = rankTerms(numbered);
  const writer = measureDocuments(ranked, target.schema?.textFields.length ?? 0);
  const documents = await writeSegmentFile(target, "document", (file) => writer.write(file));
  const storing = content.stored ? writeStored(target, ranked) : undefined;
  storing?.catch(() => {}); // awaited below
  try {
    // Without threads the two would only take more memory side by side.
    if (ranked.compressor === undefined) await storing;
    const { terms, others } = await writeOthers(target, writer, ranked);
    const stored = await storing;
    return {
      name,
      documents: writer.count,
      files: { documents, ...terms, ...(stored && { stored }), ...others },
    };
  } catch (error) {
    await storing?.catch(() => {}); // so that nothing is written after a failure
    throw error;
  }
}

/** Writes the stored fields; empties those in memory. */
async function writeStored(
  target: SegmentTarget,
  { stored, spill, compressor }: RankedDocuments,
): Promise<FileRecord> {
  const record = await writeStoredFile(target, async (file) => {
    const isLarge = spill !== undefined || compressor !== undefined;
    if (!globalThis.TERMWISE_BROWSER && isLarge) {
      const { openRecords } = await import("./record-spill.ts");
      const { writeStoredPieces } = await import("../files/stored-pieces.ts");
      const records = spill ?? openRecords(stored);
      await writeStoredPieces(file, records, compressor ?? (await openCompressor()));
    } else await writeStoredFields(file, () => iterateRecords(stored));
  });
  stored.length = 0; // so that lists and texts are not in memory together
  return record;
}

async function openCompressor(): Promise<BlockCompressor> {
  const { compressBlocks } = await import("./compress-blocks.ts");
  return { width: 1, compress: compressBlocks };
}

type OtherFiles = Partial<Record<"forward" | "forms" | "columns" | "vectors", FileRecord>>;

/** Writes the files of terms, tokens, columns and vectors. */
async function writeOthers(
  target: SegmentTarget,
  writer: DocumentsWriter,
  ranked: RankedDocuments,
): Promise<{ terms: TermsFiles; others: OtherFiles }> {
  const { content } = target;
  const others: OtherFiles = {};
  const { files: terms, termNumbers } = await writeTerms(target, writer, ranked);
  if (content.forward) {
    const orders = orderForms(ranked.forms, ranked.counts);
    others.forward = await writeSegmentFile(target, "forward", (file) =>
      writeForward(file, ranked, termNumbers, orders),
    );
    const forms = iterateDistinctForms(ranked.forms, orders.sorted, ranked.counts);
    others.forms = await writeSegmentFile(target, "forms", (file) => writeForms(file, forms));
  }
  const fields = listColumnFields(target.schema);
  if (fields.length > 0) {
    const columns = fields.map((field) => ({
      field,
      column: (ranked.columns.get(field.name) as ColumnBuilder).finish(),
    }));
    others.columns = await writeSegmentFile(target, "columns", (file) =>
      writeColumns(file, writer.count, columns),
    );
  }
  if (ranked.vectors !== undefined && target.vectors !== undefined) {
    const { toVectorRows, writeVectorFiles } = await loadVectorWriting();
    const gathered = toVectorRows(target.vectors.dimensions, ranked.vectors.part());
    Object.assign(others, await writeVectorFiles(target, target.vectors, gathered));
  }
  return { terms, others };
}

function rankTerms(numbered: NumberedDocuments): RankedDocuments {
  const order = sortByBytes(numbered.terms);
  const rankOfTerm = new Uint32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) rankOfTerm[order[rank] as number] = rank;
  const rankOfForm = numbered.termOfForm.map((term) => rankOfTerm[term] ?? NO_TERM);
  return { ...numbered, order, rankOfForm };
}

/** The documents with their lengths, which count the tokens that have a term. */
function measureDocuments(
  { ids, batches, forms, rankOfForm }: RankedDocuments,
  fieldCount: number,
): DocumentsWriter {
  const writer = new DocumentsWriter(fieldCount);
  const fieldOfForm = fieldCount === 0 ? undefined : Uint32Array.from(forms, parseFieldNumber);
  const fieldLengths = new Uint32Array(fieldCount + 1);
  let document = 0;
  for (const batch of batches) {
    const { tokens, ends } = batch;
    const ranks = selectByForm(batch, rankOfForm);
    const fields = fieldOfForm && selectByForm(batch, fieldOfForm);
    let at = 0;
    for (let i = 0; i < ends.length; i++) {
      let length = 0;
      fieldLengths.fill(0);
      for (const end = ends[i] as number; at < end; at++) {
        const form = tokens[at] as number;
        if (ranks[form] === NO_TERM) continue;
        length++;
        if (fields === undefined) continue;
        const field = fields[form] as number;
        fieldLengths[field] = (fieldLengths[field] as number) + 1;
      }
      writer.add(ids[document++] as string, length, (field) => fieldLengths[field] as number);
    }
  }
  return writer;
}

async function writeTerms(
  target: SegmentTarget,
  lengths: DocumentLengths,
  { ids, batches, counts, terms, order, rankOfForm }: RankedDocuments,
): Promise<{ files: TermsFiles; termNumbers: Uint32Array }> {
  const { pruning } = target;
  const { positions } = target.content;
  const lists = new PostingLists(
    invert(batches, { termOfForm: rankOfForm, counts, terms: order.length }, { positions }),
    ids.length,
  );
  const readTerm = (rank: number): string => terms[order[rank] as number] as string;
  const filter =
    pruning &&
    createPostingFilter(pruning, lengths.lengths, Array.from(order.keys(), readTerm), lists);
  const termNumbers = new Uint32Array(order.length).fill(NO_TERM);
  let number = 0;
  const files = await TermsWriter.write(target, lengths, async (writer) => {
    for (let rank = 0; rank < order.length; rank++) {
      const text = readTerm(rank);
      const predicate = filter?.predicate(text); // reads lists, and a list is valid until the next
      const {
        documents,
        frequencies,
        count,
        positions: termPositions,
      } = filterPostings(lists.read(rank), predicate);
      if (count === 0) {
        writer.addUnlisted(stripField(text));
        continue;
      }
      termNumbers[rank] = number++;
      writer.add(encodeText(text), documents, frequencies, count, termPositions);
      if (writer.isFull) await writer.drain();
    }
  });
  return { files, termNumbers };
}

/** The postings to keep; `terms` are in the order of the lists. */
function createPostingFilter(
  { threshold, impacts }: NonNullable<SegmentTarget["pruning"]>,
  lengths: ArrayLike<number>,
  terms: readonly string[],
  lists: PostingLists,
): PostingPredicates {
  const ranks = new Map<string, number[]>();
  for (const [rank, term] of terms.entries()) {
    const word = stripField(term);
    const ofWord = ranks.get(word);
    if (ofWord === undefined) ranks.set(word, [rank]);
    else ofWord.push(rank);
  }
  return new FieldPostingFilter(
    new PostingFilter(threshold, impacts, lengths),
    lengths.length,
    ranks.keys(),
    function* (word) {
      for (const rank of ranks.get(word) ?? []) yield lists.read(rank);
    },
  );
}

async function writeForward(
  frame: FrameWriter,
  { batches, forms, rankOfForm }: RankedDocuments,
  termNumbers: Uint32Array,
  { order }: FormOrders,
): Promise<void> {
  const numbers = new Uint32Array(forms.length);
  for (let number = 0; number < order.length; number++) numbers[order[number] as number] = number;
  const writer = new ForwardWriter(frame);
  for (const batch of batches) {
    const { tokens, ends } = batch;
    const batchNumbers = selectByForm(batch, numbers);
    let start = 0;
    for (const end of ends) {
      writer.addDocument(tokens, start, end, batchNumbers);
      start = end;
      if (writer.isFull) await writer.drain();
    }
  }
  const numberOfForm = rankOfForm.map((rank) => termNumbers[rank] ?? NO_TERM);
  await writer.end(iterateOrderedForms(order, forms, numberOfForm));
}

function* iterateOrderedForms(
  order: Uint32Array,
  forms: readonly string[],
  numberOfForm: Uint32Array,
): Generator<[form: Uint8Array, term: number]> {
  for (const form of order) {
    const number = numberOfForm[form] as number;
    yield [encodeText(forms[form] as string), number === NO_TERM ? -1 : number];
  }
}

/**
 * Turns inverted documents into posting lists, one at a time, in arrays that the next list reuses.
 */
class PostingLists {
  readonly #inverted: InvertedLists;
  readonly #documents: Uint32Array;
  readonly #frequencies: Uint32Array;

  constructor(inverted: InvertedLists, documentCount: number) {
    this.#inverted = inverted;
    this.#documents = new Uint32Array(documentCount);
    this.#frequencies = new Uint32Array(documentCount);
  }

  /** The list of a term. Occurrences in the same document become one posting. */
  read(term: number): PostingList {
    const { starts, documents: all, positions } = this.#inverted;
    const [documents, frequencies] = [this.#documents, this.#frequencies];
    const start = starts[term] as number;
    const end = starts[term + 1] as number;
    let count = 0;
    let previous = -1;
    for (let i = start; i < end; i++) {
      const document = all[i] as number;
      if (document !== previous) {
        documents[count] = document;
        frequencies[count++] = 0;
        previous = document;
      }
      frequencies[count - 1] = (frequencies[count - 1] as number) + 1;
    }
    return { documents, frequencies, count, positions: positions?.subarray(start, end) };
  }
}
