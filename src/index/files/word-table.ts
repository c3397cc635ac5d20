/**
 * The words that stored texts are encoded with (word-codes.ts), as section 6 of a file of stored
 * fields, and the conversion of stored documents from and to such texts. Only the values of fields
 * are encoded; the number of fields, lengths and names are as in stored-record.ts.
 *
 *   varint number of words with a code of one byte · varint number of the others · the words,
 *   front-coded: those of one byte in byte order, then the others in byte order
 */

import { decodeText, encodeText, GrowingBytes } from "../../common/bytes/index.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { FrontCoder, FrontDecoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import {
  type CodedWords,
  countCodes,
  splitText,
  WordCodeDecoder,
  type WordCodeEncoder,
} from "../encoding/word-codes.ts";
import { readSection, type SlicedSection } from "./sliced-section.ts";

export function encodeWordTable({ singles, words }: CodedWords): Uint8Array {
  const out = new GrowingBytes();
  const coder = new FrontCoder();
  out.appendVarint(singles);
  out.appendVarint(words.length - singles);
  for (const word of words) coder.append(encodeText(word), out);
  return out.view();
}

/** Reads the words of a file of stored fields. */
export function openWordDecoder(section: SlicedSection): WordCodeDecoder {
  const { file, start, bytes } = readSection(section);
  const reader = new ByteReader(bytes, file, start);
  const singles = reader.varint();
  const count = singles + reader.varint();
  if (singles > 255 || count > countCodes(singles) || count > bytes.length) {
    throw reader.corrupt(`${count} words, ${singles} of them with codes of one byte`);
  }
  const decoder = new FrontDecoder();
  const words: string[] = [];
  for (let i = 0; i < count; i++) {
    decoder.read(reader, i % RESTART_INTERVAL === 0);
    words.push(decodeText(decoder.view()));
  }
  if (reader.at !== reader.end) throw reader.corrupt("bytes after the last word");
  return new WordCodeDecoder({ singles, words });
}

/** Adds the words of a document's values to `counts`. */
export function countWords(record: Uint8Array, counts: Map<string, number>): void {
  mapValues(record, (value) => {
    for (const part of splitText(decodeText(value))) counts.set(part, (counts.get(part) ?? 0) + 1);
  });
}

/** A document with encoded values. */
export function encodeValues(record: Uint8Array, encoder: WordCodeEncoder): Uint8Array {
  return mapValues(record, (value, out) => encoder.encode(decodeText(value), out));
}

/** A document with values as texts; `fail` creates the error for damage. */
export function decodeValues(
  record: Uint8Array,
  decoder: WordCodeDecoder,
  fail: () => Error,
): Uint8Array {
  return mapValues(record, (value, out) => {
    const text = decoder.decode(value);
    if (text === undefined) throw fail();
    out.append(encodeText(text));
  });
}

/** The document with each value replaced by what `write` appends. */
function mapValues(
  record: Uint8Array,
  write: (value: Uint8Array, out: GrowingBytes) => void,
): Uint8Array {
  const reader = new ByteReader(record, "");
  const [out, value] = [new GrowingBytes(), new GrowingBytes()];
  const count = reader.varint();
  out.appendVarint(count);
  for (let i = 0; i < 2 * count; i++) {
    const bytes = reader.bytes(reader.varint());
    value.clear();
    if (i % 2 === 0) value.append(bytes);
    else write(bytes, value);
    out.appendVarint(value.length);
    out.append(value.view());
  }
  return out.view();
}
