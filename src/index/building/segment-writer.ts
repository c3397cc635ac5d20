/** Writes the files of a segment from documents in memory. */

import { encodeText } from "../../common/bytes/byte-strings.ts";
import type { Directory } from "../../storage/directory.ts";
import { sortByBytes } from "../codes/text-order.ts";
import type { IndexContent, SegmentRecord } from "../commits/segment-record.ts";
import { DocumentsWriter } from "../files/documents.ts";
import type { FileRecord, IndexId } from "../files/file-frame.ts";
import { ForwardWriter } from "../files/forward-writer.ts";
import { type FrameWriter, writeFrame } from "../files/frame-writer.ts";
import { type StoredBlock, StoredWriter } from "../files/stored-fields.ts";
import { orderForms } from "../files/surface-forms.ts";
import { type TermsFiles, type TermsOptions, TermsWriter } from "../files/terms-writer.ts";
import type { TermWeights } from "../weights/term-weights.ts";
import { invert, NO_TERM } from "./inversion.ts";

/** Documents as numbers; forms and terms are numbered in any order. */
export interface NumberedDocuments {
  readonly ids: readonly string[];
  /** The forms of all tokens, one document after another, and where each document ends. */
  readonly tokens: Uint32Array;
  readonly ends: Uint32Array;
  readonly forms: readonly string[];
  /** The term of each form, or NO_TERM. */
  readonly termOfForm: Uint32Array;
  readonly terms: readonly string[];
  readonly stored: readonly StoredBlock[];
}

/** With terms numbered in byte order, as in the dictionary. */
interface RankedDocuments extends Omit<NumberedDocuments, "termOfForm"> {
  /** The terms in byte order, as numbers of `terms`. */
  readonly order: Uint32Array;
  /** The place of each form's term in that order, or NO_TERM. */
  readonly rankOfForm: Uint32Array;
}

export async function writeSegment(
  directory: Directory,
  name: string,
  indexId: IndexId,
  content: IndexContent,
  numbered: NumberedDocuments,
  weights?: TermWeights,
): Promise<SegmentRecord> {
  const ranked = rank(numbered);
  const frame = (
    kind: "document" | "forward" | "stored",
    write: (frame: FrameWriter) => Promise<void>,
  ): Promise<FileRecord> => writeFrame(directory, `${name}.${kind}`, kind, indexId, write);
  const writer = measured(ranked);
  const documents = await frame("document", (file) => writer.write(file));
  const options = { lengths: writer.lengths, positions: content.positions, weights };
  const terms = await writeTerms(directory, name, indexId, options, ranked);
  const forward = content.forward
    ? { forward: await frame("forward", (file) => writeForward(file, ranked)) }
    : {};
  const stored = content.stored
    ? { stored: await frame("stored", (file) => writeStored(file, ranked)) }
    : {};
  return { name, documents: writer.count, files: { documents, ...terms, ...forward, ...stored } };
}

function rank(numbered: NumberedDocuments): RankedDocuments {
  const order = sortByBytes(numbered.terms);
  const rankOfTerm = new Uint32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) rankOfTerm[order[rank] as number] = rank;
  const rankOfForm = numbered.termOfForm.map((term) => rankOfTerm[term] ?? NO_TERM);
  return { ...numbered, order, rankOfForm };
}

/** The documents with their lengths: the tokens that have a term. */
function measured({ ids, tokens, ends, rankOfForm }: RankedDocuments): DocumentsWriter {
  const writer = new DocumentsWriter();
  let at = 0;
  for (const [document, id] of ids.entries()) {
    let length = 0;
    for (const end = ends[document] as number; at < end; at++) {
      if (rankOfForm[tokens[at] as number] !== NO_TERM) length++;
    }
    writer.add(id, length);
  }
  return writer;
}

function writeTerms(
  directory: Directory,
  name: string,
  indexId: IndexId,
  options: TermsOptions,
  { ids, tokens, ends, terms, order, rankOfForm }: RankedDocuments,
): Promise<TermsFiles> {
  const { positions } = options;
  const lists = invert(tokens, ends, rankOfForm, { terms: order.length, positions });
  const documents = new Uint32Array(ids.length);
  const frequencies = new Uint32Array(ids.length);
  return TermsWriter.write(directory, name, indexId, options, async (writer) => {
    for (let rank = 0; rank < order.length; rank++) {
      const start = lists.starts[rank] as number;
      const end = lists.starts[rank + 1] as number;
      let count = 0;
      let previous = -1;
      for (let i = start; i < end; i++) {
        const document = lists.documents[i] as number;
        if (document !== previous) {
          documents[count] = document;
          frequencies[count++] = 0;
          previous = document;
        }
        frequencies[count - 1] = (frequencies[count - 1] as number) + 1;
      }
      const term = encodeText(terms[order[rank] as number] as string);
      writer.add(term, documents, frequencies, count, lists.positions?.subarray(start, end));
      if (writer.isFull) await writer.drain();
    }
  });
}

async function writeForward(frame: FrameWriter, ranked: RankedDocuments): Promise<void> {
  const { tokens, ends, forms, rankOfForm } = ranked;
  const counts = new Uint32Array(forms.length);
  for (let i = 0; i < tokens.length; i++) {
    const form = tokens[i] as number;
    counts[form] = (counts[form] as number) + 1;
  }
  const order = orderForms(forms, counts);
  const numbers = new Uint32Array(forms.length);
  for (let number = 0; number < order.length; number++) numbers[order[number] as number] = number;
  const writer = new ForwardWriter(frame);
  let start = 0;
  for (const end of ends) {
    writer.addDocument(tokens, start, end, numbers);
    start = end;
    if (writer.isFull) await writer.drain();
  }
  await writer.end(orderedForms(order, forms, rankOfForm));
}

function* orderedForms(
  order: Uint32Array,
  forms: readonly string[],
  rankOfForm: Uint32Array,
): Generator<[form: Uint8Array, term: number]> {
  for (const form of order) {
    const rank = rankOfForm[form] as number;
    yield [encodeText(forms[form] as string), rank === NO_TERM ? -1 : rank];
  }
}

async function writeStored(frame: FrameWriter, { stored }: RankedDocuments): Promise<void> {
  const writer = new StoredWriter(frame);
  for (const block of stored) await writer.add(block);
  await writer.end();
}
