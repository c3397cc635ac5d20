/**
 * Makes one segment of several, deleted documents left out.
 *
 * Living documents keep their order: those of the first segment, then those of
 * the second, and so on. The lists of all segments are held in memory in their
 * compressed form, as they are when an index is searched; tokens and fields
 * pass through one segment at a time. Except for the stored fields, whose
 * blocks are copied as they are where nothing was deleted, the result has the
 * bytes that a segment written from the documents themselves has. Terms that
 * weigh nothing are left out, as if they had been stop words.
 */

import { decodeText } from "../../common/bytes/index.ts";
import { columnFields, mergeColumns } from "../columns/index.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import { DocumentsWriter } from "../files/documents-writer.ts";
import type { FileRecord } from "../files/file-frame.ts";
import { writeForms } from "../files/forms-builder.ts";
import type { FrameWriter } from "../files/frame-writer.ts";
import { ListCursor } from "../files/list-cursor.ts";
import { StoredWriter, storedBlock } from "../files/stored-writer.ts";
import { type SegmentTarget, writeSegmentFile } from "../segments/segment-target.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import { GONE, type MergeInput, type NumberedInput } from "./merge-input.ts";
import { mergeForward } from "./merged-forward.ts";
import { type MergedTerms, mergeTerms } from "./merged-terms.ts";

export async function mergeSegments(
  target: SegmentTarget,
  segments: readonly MergeInput[],
): Promise<SegmentRecord> {
  const { name, content } = target;
  const fields = segments.map(({ segment }) => segment.documents.fieldCount);
  const writer = new DocumentsWriter(Math.max(...fields));
  const inputs = segments.map((input) => numbered(input, keptLengths(input, target), writer));
  const documents = await writeSegmentFile(target, "document", (file) => writer.write(file));
  const { files, termNumbers }: MergedTerms = await mergeTerms(target, writer, inputs);
  const more: Partial<Record<"forward" | "forms" | "stored" | "columns" | "vectors", FileRecord>> =
    {};
  if (content.forward) {
    let forms: Iterable<[form: string, count: number]> = [];
    more.forward = await writeSegmentFile(target, "forward", async (file) => {
      forms = await mergeForward(file, inputs, termNumbers);
    });
    more.forms = await writeSegmentFile(target, "forms", (file) => writeForms(file, forms));
  }
  if (content.stored) {
    more.stored = await writeSegmentFile(target, "stored", (file) => mergeStored(file, inputs));
  }
  const columns = columnFields(target.schema);
  const living = inputs.map(({ segment, numbers }) => ({
    segment,
    documents: Uint32Array.from(numbers.keys()).filter((each) => numbers[each] !== GONE),
  }));
  if (columns.length > 0) {
    more.columns = await writeSegmentFile(target, "columns", (file) =>
      mergeColumns(file, columns, living),
    );
  }
  if (target.vectors !== undefined) {
    const [{ mergedVectors }, { writeVectorFiles }] = await Promise.all([
      import("../vectors/merged-vectors.ts"),
      import("../vectors/vector-files.ts"),
    ]);
    const merged = await mergedVectors(target.vectors.dimensions, living);
    Object.assign(more, await writeVectorFiles(target, target.vectors, merged));
  }
  return { name, documents: writer.count, files: { documents, ...files, ...more } };
}

/** The lengths of a segment's documents in the terms that weigh something. */
function keptLengths(
  { segment: { dictionary, documents, postings } }: MergeInput,
  { weights, filter }: SegmentTarget,
): Uint32Array {
  if (weights === undefined) return documents.lengths;
  const isStopped = (term: string): boolean =>
    weights.of(term) === 0 || (filter !== undefined && weights.ofQuery(term) === 0);
  const lengths = documents.lengths.slice();
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    if (!isStopped(decodeText(cursor.term()))) continue;
    const list = new ListCursor(postings, undefined, cursor.entry(), undefined);
    for (let document = list.next(); document !== EXHAUSTED; document = list.next()) {
      lengths[document] = (lengths[document] as number) - list.frequency;
    }
  }
  return lengths;
}

function numbered(
  { segment, deletions }: MergeInput,
  lengths: Uint32Array,
  writer: DocumentsWriter,
): NumberedInput {
  const { documents } = segment;
  const numbers = new Uint32Array(documents.count);
  for (const [document, id] of documents.ids().entries()) {
    const isGone = deletions?.has(document) === true;
    numbers[document] = isGone ? GONE : writer.count;
    if (isGone) continue;
    writer.add(
      id,
      lengths[document] as number,
      (field) => documents.lengthsOf(field)[document] as number,
    );
  }
  return { segment, deletions, numbers };
}

async function mergeStored(frame: FrameWriter, inputs: readonly NumberedInput[]): Promise<void> {
  const writer = new StoredWriter(frame);
  for (const { segment, numbers } of inputs) {
    const stored = await segment.readStored();
    let first = 0;
    for (let block = 0; block < stored.blockCount; block++) {
      const whole = stored.block(block);
      const isLiving = numbers.subarray(first, first + whole.documents);
      if (!isLiving.includes(GONE)) await writer.add(whole);
      else {
        const records = [...stored.records(block)].filter((_, i) => isLiving[i] !== GONE);
        if (records.length > 0) await writer.add(storedBlock(records));
      }
      first += whole.documents;
    }
  }
  await writer.end();
}
