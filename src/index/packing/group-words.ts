/**
 * Groups what a search reads for a word: the neighbouring terms in the dictionary, of every field,
 * and their posting lists. One request then fetches all of a word. With separate files for
 * dictionary and lists there would be one request per field and one more per list.
 *
 * A group contains the words of one dictionary block of the field with the most words. Lists that
 * would make most groups long are chunks of their own.
 */

import { compareBytes, decodeText } from "../../common/bytes/index.ts";
import { RESTART_INTERVAL } from "../encoding/front-coding.ts";
import { TERMS_PER_PACKED_BLOCK } from "../files/dictionary-top.ts";
import type { Postings } from "../files/postings.ts";
import { parseFieldNumber, stripField } from "../schema/index.ts";
import type { Segment } from "../segments/segment.ts";

/** Full blocks of a list that are larger than this are not in the group of their word. */
const MAX_GROUPED_BYTES = 2048;
/** Dictionary blocks without lists in one chunk, for readers of many terms. */
const BLOCKS_PER_CHUNK = 64;

/** A range of one of the two files. */
export interface TermRange {
  readonly file: "terms" | "postings";
  readonly from: number;
  readonly to: number;
}

/** The terms of one field, by number. */
interface FieldTerms {
  readonly first: number;
  readonly end: number;
}

/** Chunks of dictionary and lists, each as a list of ranges. */
export function groupWords(segment: Segment): readonly (readonly TermRange[])[] {
  const { words, fields, parts } = readTerms(segment);
  const chunks: TermRange[][] = [];
  for (let block = 0; block * TERMS_PER_PACKED_BLOCK < words.length; block += BLOCKS_PER_CHUNK) {
    chunks.push([toTermRange(segment, block, block + BLOCKS_PER_CHUNK - 1)]);
  }
  const largest = fields.reduce<FieldTerms>(
    (widest, field) => (field.end - field.first > widest.end - widest.first ? field : widest),
    { first: 0, end: 0 },
  );
  for (let from = largest.first; from < largest.end; ) {
    const block = toBlock(from);
    const to = Math.min((block + 1) * TERMS_PER_PACKED_BLOCK, largest.end);
    const low = from === largest.first ? undefined : words[from];
    const high = to === largest.end ? undefined : words[to];
    const terms: TermRange[] = [toTermRange(segment, block, block)];
    const lists: TermRange[] = [];
    for (const field of fields) {
      const [first, end] = [
        findLowerBound(words, field, low),
        findLowerBound(words, field, high, field.end),
      ];
      if (field !== largest) {
        // A look-up of an absent word ends at the word before it.
        terms.push(
          toTermRange(segment, toBlock(Math.max(field.first, first - 1)), toBlock(end - 1)),
        );
      }
      for (let number = first; number < end; number++) {
        const { full, tail } = parts[number] as PostingRanges;
        lists.push({ file: "postings", ...tail });
        const isShort = full.to - full.from <= MAX_GROUPED_BYTES;
        if (isShort) lists.push({ file: "postings", ...full });
        else chunks.push([{ file: "postings", ...full }]);
      }
    }
    chunks.push([...terms, ...lists]);
    from = to;
  }
  return chunks;
}

type PostingRanges = ReturnType<Postings["byteRanges"]>;

/** Words without field prefixes, the terms of each field, and the locations of the lists. */
function readTerms({ dictionary, postings }: Segment): {
  readonly words: readonly string[];
  readonly fields: readonly FieldTerms[];
  readonly parts: readonly PostingRanges[];
} {
  const words: string[] = [];
  const parts: PostingRanges[] = [];
  const ends = new Map<number, { first: number; end: number }>();
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    const term = decodeText(cursor.term());
    const field = parseFieldNumber(term);
    const range = ends.get(field) ?? { first: cursor.number, end: cursor.number };
    range.end = cursor.number + 1;
    ends.set(field, range);
    words.push(stripField(term));
    parts.push(postings.byteRanges(cursor.entry()));
  }
  return { words, fields: [...ends.values()], parts };
}

/** The first term of a field that is not before `word`; `otherwise` if `word` is undefined. */
function findLowerBound(
  words: readonly string[],
  { first, end }: FieldTerms,
  word: string | undefined,
  otherwise: number = first,
): number {
  if (word === undefined) return otherwise;
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(words[middle] as string, word) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toBlock(number: number): number {
  return Math.floor(Math.max(number, 0) / TERMS_PER_PACKED_BLOCK);
}

/** The range of some dictionary blocks, including the last one. */
function toTermRange({ dictionary }: Segment, first: number, last: number): TermRange {
  const restarts = TERMS_PER_PACKED_BLOCK / RESTART_INTERVAL;
  const end = Math.max(first, last) + 1;
  return { file: "terms", ...dictionary.byteRange(first * restarts, end * restarts) };
}
