/**
 * Writes stored fields whose values are encoded word by word (word-table.ts). The words are chosen
 * from a first pass over the documents.
 */

import { chooseWords, WordCodeEncoder } from "../encoding/word-codes.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { writeStoredFields } from "./stored-fields-writer.ts";
import { countWords, encodeValues, encodeWordTable } from "./word-table.ts";

/** Text from which words are chosen: enough for all that repeat, and the counts fit in memory. */
const MAX_SAMPLE_BYTES = 1 << 26;

/** Writes documents, given with their values as texts, as `writeStoredFields` does. */
export function writeWordCodedFields(
  frame: FrameWriter,
  records: () => Iterable<Uint8Array>,
): Promise<void> {
  const words = chooseWords(countSample(records));
  const encoder = new WordCodeEncoder(words);
  return writeStoredFields(frame, () => encodeAll(records(), encoder), encodeWordTable(words));
}

function* encodeAll(
  records: Iterable<Uint8Array>,
  encoder: WordCodeEncoder,
): Generator<Uint8Array> {
  for (const record of records) yield encodeValues(record, encoder);
}

/** How often each word occurs in every n-th document, with the smallest n that keeps the sample small. */
function countSample(records: () => Iterable<Uint8Array>): Map<string, number> {
  let bytes = 0;
  for (const { length } of records()) bytes += length;
  const step = Math.ceil(bytes / MAX_SAMPLE_BYTES);
  const counts = new Map<string, number>();
  let position = 0;
  for (const record of records()) if (position++ % step === 0) countWords(record, counts);
  return counts;
}
