/**
 * Merges the sorted terms of several segments and concatenates their postings. Terms of weight 0
 * are left out, like stop words.
 */

import { compareByteStrings, decodeText, GrowingWords } from "../../common/bytes/index.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import type { DictionaryCursor, TermEntry } from "../files/dictionary.ts";
import type { DocumentLengths } from "../files/documents-writer.ts";
import { appendPositions, skipPositions } from "../files/positions.ts";
import { filterPostings, type TermsFiles, TermsWriter } from "../files/terms-writer.ts";
import { stripField } from "../schema/index.ts";
import type { SegmentTarget } from "../segments/segment-target.ts";
import { DELETED, type NumberedInput } from "./merge-input.ts";

export interface MergedTerms {
  readonly files: TermsFiles;
  /** For each segment the new number of each of its terms, or DELETED. */
  readonly termNumbers: readonly Uint32Array[];
}

export async function mergeTerms(
  target: SegmentTarget,
  lengths: DocumentLengths,
  inputs: readonly NumberedInput[],
): Promise<MergedTerms> {
  const termNumbers = inputs.map(({ segment }) =>
    new Uint32Array(segment.dictionary.termCount).fill(DELETED),
  );
  const cursors = inputs.map(({ segment }) => segment.dictionary.cursor());
  const { weights, content, filter } = target;
  const unlisted = weights === undefined ? undefined : await readUnlistedTerms(inputs);
  const list = new MergedList(lengths.lengths.length, content.positions);
  const files = await TermsWriter.write(target, lengths, async (writer) => {
    let open = cursors.map((_, i) => i).filter((i) => cursor(i).next());
    let number = 0;
    // Words with a list in any field: several terms may be fields of one word.
    const listed = target.schema === undefined ? undefined : new Set<string>();
    while (open.length > 0) {
      const term = findSmallestTerm(open.map(cursor)).slice();
      const holders = open.filter((i) => cursor(i).isAt(term));
      list.clear();
      const text = (weights ?? filter) ? decodeText(term) : undefined;
      if (text === undefined || weights?.weight(text) !== 0) {
        for (const i of holders) list.append(inputs[i] as NumberedInput, cursor(i).entry());
        if (text !== undefined && filter !== undefined) list.filter(filter.predicate(text));
        if (text !== undefined && unlisted !== undefined) {
          const word = stripField(text);
          if (list.count > 0) {
            unlisted.delete(word);
            listed?.add(word);
          } else if (listed?.has(word) !== true) unlisted.add(word);
        }
      }
      if (list.count > 0) {
        writer.add(term, list.documents, list.frequencies, list.count, list.positions);
        for (const i of holders) (termNumbers[i] as Uint32Array)[cursor(i).number] = number;
        number++;
      }
      const ended = holders.filter((i) => !cursor(i).next());
      if (ended.length > 0) open = open.filter((i) => !ended.includes(i));
      if (writer.isFull) await writer.drain();
    }
    for (const word of unlisted ?? []) writer.addUnlisted(word);
  });
  return { files, termNumbers };

  function cursor(i: number): DictionaryCursor {
    return cursors[i] as DictionaryCursor;
  }
}

/** The terms for which earlier merges found no document. */
async function readUnlistedTerms(inputs: readonly NumberedInput[]): Promise<Set<string>> {
  const segmentWeights = await Promise.all(inputs.map(({ segment }) => segment.readWeights()));
  return new Set(
    segmentWeights.flatMap((weights) => weights?.unlisted.map(([term]) => term) ?? []),
  );
}

function findSmallestTerm(cursors: readonly DictionaryCursor[]): Uint8Array {
  return cursors
    .map((cursor) => cursor.term())
    .reduce((smallest, term) => (compareByteStrings(term, smallest) < 0 ? term : smallest));
}

/** The live postings of one term, segment after segment, under their new numbers. */
class MergedList {
  readonly documents: Uint32Array;
  readonly frequencies: Uint32Array;
  count = 0;
  readonly #positions: GrowingWords | undefined;
  readonly #blockDocuments = new Uint32Array(BLOCK_SIZE);
  readonly #blockFrequencies = new Uint32Array(BLOCK_SIZE);

  constructor(documentCount: number, positions: boolean) {
    this.documents = new Uint32Array(documentCount);
    this.frequencies = new Uint32Array(documentCount);
    this.#positions = positions ? new GrowingWords() : undefined;
  }

  get positions(): Uint32Array | undefined {
    return this.#positions?.view();
  }

  clear(): void {
    this.count = 0;
    this.#positions?.clear();
  }

  /** Removes the postings that a predicate rejects. */
  filter(predicate: ((document: number, frequency: number) => boolean) | undefined): void {
    const { count, positions } = filterPostings(this, predicate);
    this.count = count;
    if (positions !== undefined) this.#positions?.truncate(positions.length);
  }

  append({ segment, numbers }: NumberedInput, entry: TermEntry): void {
    const blocks = segment.postings.blockCount(entry);
    for (let block = 0; block < blocks; block++) {
      const [documents, frequencies] = [this.#blockDocuments, this.#blockFrequencies];
      const count = segment.postings.read(entry, block, documents, frequencies);
      const positionReader = this.#positions && segment.positions?.reader(entry, block);
      for (let i = 0; i < count; i++) {
        const document = numbers[documents[i] as number] as number;
        const frequency = frequencies[i] as number;
        if (document === DELETED) {
          if (positionReader !== undefined) skipPositions(positionReader, frequency);
          continue;
        }
        this.documents[this.count] = document;
        this.frequencies[this.count++] = frequency;
        if (positionReader !== undefined)
          appendPositions(positionReader, frequency, this.#positions as GrowingWords);
      }
    }
  }
}
