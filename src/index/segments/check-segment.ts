/**
 * Reads every byte of a segment and checks its parts against each other.
 *
 * Checksums prove that bytes are as they were written. This proves that what was written is valid:
 * the invariants of docs/format.md. Any violation is thrown as `CORRUPT_INDEX` with file and
 * offset.
 */

import { compareByteStrings, GrowingWords } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { checkRows } from "../../dense/vectors/vectors-file.ts";
import type { Directory } from "../../storage/directory.ts";
import { compareValues, type NonNullScalar } from "../columns/index.ts";
import { listFileKinds, type SegmentRecord } from "../commits/segment-record.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import type { DictionaryCursor, TermEntry } from "../files/dictionary.ts";
import { type IndexId, openFrame } from "../files/file-frame.ts";
import { impactFrequency, impactLength } from "../files/impacts.ts";
import { appendPositions } from "../files/positions.ts";
import { readFieldNumber } from "../schema/index.ts";
import { checkForms } from "./check-forms.ts";
import type { Segment } from "./segment.ts";

/**
 * `dimensions` are those of its vectors. In an index pruned by posting, lists may contain less than
 * lengths and tokens imply, never more.
 */
export async function checkSegment(
  segment: Segment,
  {
    isPruned = false,
    dimensions = 0,
  }: { readonly isPruned?: boolean; readonly dimensions?: number | undefined } = {},
): Promise<void> {
  const isConsistent = isPruned
    ? (actual: number, expected: number): boolean => actual <= expected
    : (actual: number, expected: number): boolean => actual === expected;
  const occurrences = new PostingsCheck(segment, isConsistent).run();
  checkIds(segment);
  if (segment.record.files.forward !== undefined) {
    await checkForward(segment, occurrences, { isRight: isConsistent, isPruned });
    await checkForms(segment);
  }
  if (segment.record.files.stored !== undefined) await checkStored(segment);
  await checkColumns(segment);
  const vectors = await segment.readVectors(dimensions);
  if (vectors !== undefined) {
    checkRows(segment.record.files.vectors?.name ?? "", vectors);
    await segment.readHnswGraph(vectors.scales.length); // checks every list while reading
  }
  await segment.readWeights(); // checks every weight while reading
}

/** Checks the checksum of every file of a segment. */
export async function checkSegmentFiles(
  directory: Directory,
  record: SegmentRecord,
  indexId: IndexId,
): Promise<void> {
  for (const [file, kind] of listFileKinds(record)) {
    const bytes = await directory.read(file.name);
    await openFrame(file.name, bytes, kind, { ...file, indexId });
  }
}

/** Reads dictionary, postings and positions in parallel. */
class PostingsCheck {
  readonly #segment: Segment;
  /** By text field; index 0 is the whole document. */
  readonly #lengths: readonly Uint32Array[];
  readonly #isConsistent: (listed: number, expected: number) => boolean;
  readonly #documents = new Uint32Array(BLOCK_SIZE);
  readonly #frequencies = new Uint32Array(BLOCK_SIZE);
  readonly #positions = new GrowingWords();
  #nextBlock = 0;
  #nextTail = 0;
  #nextPosition = 0;

  constructor(segment: Segment, isConsistent: (actual: number, expected: number) => boolean) {
    this.#segment = segment;
    this.#isConsistent = isConsistent;
    const { count, fieldCount } = segment.documents;
    this.#lengths = Array.from({ length: fieldCount + 1 }, () => new Uint32Array(count));
  }

  /** Returns the number of occurrences of each term. */
  run(): Uint32Array {
    const { dictionary, documents } = this.#segment;
    const occurrences = new Uint32Array(dictionary.termCount);
    const cursor = dictionary.cursor();
    const top = dictionary.readTop();
    let previous: Uint8Array | undefined;
    while (cursor.next()) {
      if (previous !== undefined && compareByteStrings(previous, cursor.term()) >= 0) {
        throw this.#termError(cursor, "it does not come after the term before it");
      }
      previous = cursor.term().slice();
      const isFirst = top !== undefined && cursor.number % top.spacing === 0;
      if (isFirst && !top.isFirst(previous, cursor.number / top.spacing)) {
        throw this.#termError(cursor, "the top of the dictionary has another one in its place");
      }
      occurrences[cursor.number] = this.#checkList(cursor);
    }
    this.#checkEnds();
    if (occurrences.reduce((a, b) => Math.max(a, b), 0) !== dictionary.maxCollectionFrequency) {
      const name = this.#segment.record.files.terms.name;
      throw corrupt(name, 0, "no term has the occurrences of the most frequent one");
    }
    for (const [field, counted] of this.#lengths.entries()) {
      const differs = documents
        .fieldLengths(field)
        .findIndex((length, i) => !this.#isConsistent(counted[i] as number, length));
      if (differs < 0) continue;
      const fieldLabel = field === 0 ? "" : ` in text field ${field}`;
      const name = this.#segment.record.files.documents.name;
      throw corrupt(
        name,
        0,
        `the length of document ${differs}${fieldLabel} differs from its postings`,
      );
    }
    return occurrences;
  }

  #checkList(cursor: DictionaryCursor): number {
    const { postings } = this.#segment;
    const entry = cursor.entry();
    this.#checkOffsets(cursor, entry);
    const field = readFieldNumber(cursor.term());
    const [totalLengths, fieldLengths] = [this.#lengths[0] as Uint32Array, this.#lengths[field]];
    if (fieldLengths === undefined) throw this.#termError(cursor, `it is of text field ${field}`);
    let occurrences = 0;
    const blocks = postings.blockCount(entry);
    for (let block = 0; block < blocks; block++) {
      const count = postings.read(entry, block, this.#documents, this.#frequencies);
      for (let i = 0; i < count; i++) {
        const document = this.#documents[i] as number;
        const frequency = this.#frequencies[i] as number;
        occurrences += frequency;
        totalLengths[document] = (totalLengths[document] as number) + frequency;
        if (field > 0) fieldLengths[document] = (fieldLengths[document] as number) + frequency;
      }
      if (count === BLOCK_SIZE) this.#checkImpacts(cursor, entry.firstBlock + block, field);
      this.#checkPositions(cursor, entry, block, count);
    }
    if (occurrences !== entry.collectionFrequency) {
      throw this.#termError(cursor, `${occurrences} occurrences, not ${entry.collectionFrequency}`);
    }
    return occurrences;
  }

  /** Checks that lists follow one another without gaps. */
  #checkOffsets(cursor: DictionaryCursor, entry: TermEntry): void {
    const isContiguous =
      entry.firstBlock === this.#nextBlock &&
      entry.tailStart === this.#nextTail &&
      entry.positionStart === this.#nextPosition;
    if (!isContiguous) throw this.#termError(cursor, "its list does not follow the one before");
    this.#nextBlock += Math.floor(entry.documentFrequency / BLOCK_SIZE);
    this.#nextTail = entry.tailEnd;
    this.#nextPosition = entry.positionEnd;
  }

  #checkEnds(): void {
    const { postings, record } = this.#segment;
    const { lastDocuments, tails } = postings.arrays;
    if (this.#nextBlock !== lastDocuments.length || this.#nextTail !== tails.length) {
      throw corrupt(record.files.postings.name, 0, "lists that no term points to");
    }
  }

  #checkImpacts(cursor: DictionaryCursor, block: number, field: number): void {
    const lengths = this.#segment.documents.fieldLengths(field);
    const { impactStarts, impacts } = this.#segment.postings.arrays;
    const bounds = impacts.subarray(impactStarts[block], impactStarts[block + 1]);
    for (let i = 0; i < BLOCK_SIZE; i++) {
      const frequency = this.#frequencies[i] as number;
      const length = lengths[this.#documents[i] as number] as number;
      if (
        !bounds.some(
          (impact) => impactFrequency(impact) >= frequency && impactLength(impact) <= length,
        )
      ) {
        throw this.#termError(cursor, "a posting that its block's impacts do not bound");
      }
    }
  }

  #checkPositions(cursor: DictionaryCursor, entry: TermEntry, block: number, count: number): void {
    const reader = this.#segment.positions?.reader(entry, block);
    if (reader === undefined) return;
    for (let i = 0; i < count; i++) {
      this.#positions.clear();
      appendPositions(reader, this.#frequencies[i] as number, this.#positions);
    }
    if (reader.at !== reader.end) throw this.#termError(cursor, "more positions than occurrences");
  }

  #termError({ number }: DictionaryCursor, reason: string): Error {
    return corrupt(this.#segment.record.files.terms.name, 0, `term ${number}: ${reason}`);
  }
}

function checkIds({ documents, record }: Segment): void {
  const name = record.files.documents.name;
  for (const [document, rank] of documents.idRanks.entries()) {
    if (documents.documentAtRank(rank) !== document) {
      throw corrupt(name, 0, `the id of document ${document} cannot have place ${rank}`);
    }
  }
  let previous = new Uint8Array(0);
  let rank = 0;
  for (const id of documents.sortedIds()) {
    const order = compareByteStrings(previous, id);
    const isInOrder =
      order < 0 ||
      (order === 0 &&
        id.length > 0 &&
        documents.documentAtRank(rank - 1) < documents.documentAtRank(rank));
    if (!isInOrder) {
      throw corrupt(name, 0, `the id of place ${rank} does not come after the one before it`);
    }
    previous = id.slice();
    rank++;
  }
}

/** Checks that tokens and postings agree on every document and every term. */
async function checkForward(
  segment: Segment,
  occurrences: Uint32Array,
  {
    isRight,
    isPruned,
  }: { isRight: (listed: number, expectedLength: number) => boolean; isPruned: boolean },
): Promise<void> {
  const forward = await segment.readForward();
  const name = segment.record.files.forward?.name ?? "";
  const terms = Int32Array.from(forward.allForms(), ({ term }) => term);
  const counted = new Uint32Array(occurrences.length);
  let document = 0;
  for (const tokens of forward.allTokens()) {
    let length = 0;
    for (const form of tokens) {
      const term = terms[form] as number;
      if (term < 0) continue;
      length++;
      counted[term] = (counted[term] ?? 0) + 1;
    }
    const expectedLength = segment.documents.lengths[document] as number;
    // The forward index no longer maps to a term that has lost all its postings.
    if (isPruned ? length > expectedLength : length !== expectedLength) {
      throw corrupt(name, 0, `the tokens of document ${document} differ from its length`);
    }
    document++;
  }
  const differs = counted.findIndex((count, term) => !isRight(occurrences[term] as number, count));
  if (differs >= 0)
    throw corrupt(name, 0, `the tokens of term ${differs} differ from its postings`);
}

async function checkStored(segment: Segment): Promise<void> {
  const stored = await segment.readStoredFields();
  let documents = 0;
  for (let block = 0; block < stored.blockCount; block++) {
    for (const _ of stored.records(block)) documents++;
  }
  if (documents !== segment.record.documents) {
    const name = segment.record.files.stored?.name ?? "";
    throw corrupt(name, 0, `fields of ${documents} documents, not ${segment.record.documents}`);
  }
}

/**
 * Checks that every column can be read, that its values ascend, and that each is the value of some
 * document.
 */
async function checkColumns(segment: Segment): Promise<void> {
  const columns = await segment.readColumns();
  const file = segment.record.files.columns?.name ?? "";
  for (const name of columns?.names ?? []) {
    const column = columns?.read(name);
    if (column === undefined) continue;
    const used = new Uint8Array(column.values.count + 1);
    for (const valueOrdinal of column.ordinals) used[valueOrdinal] = 1;
    let previous: NonNullScalar | undefined;
    let ordinal = 0;
    for (const value of column.values.all()) {
      if (previous !== undefined && compareValues(previous, value) >= 0) {
        throw corrupt(
          file,
          0,
          `value ${ordinal} of column ${name} does not come after the one before`,
        );
      }
      if (used[++ordinal] === 0)
        throw corrupt(file, 0, `no document has a value of column ${name}`);
      previous = value;
    }
  }
}
