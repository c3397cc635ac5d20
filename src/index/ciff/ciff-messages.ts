/**
 * The messages of the Common Index File Format: a header, one list of postings per term, one record
 * per document, each after its length as a variable-length integer.
 *
 * Lin, Mackenzie, Kamphuis, Macdonald, Mallia, Siedlaczek, Trotman and de Vries, "Supporting
 * Interoperability Between Open-Source Search Engines with the Common Index File Format", SIGIR
 * 2020. Documents of a list are gaps: each number is the distance to the one before.
 */

import { compareByteStrings, decodeText, encodeText } from "../../common/bytes/index.ts";
import { quote } from "../../common/errors.ts";
import { type Fail, MessageReader, MessageWriter } from "./protobuf.ts";

/** What a file says about itself. */
export interface CiffHeader {
  readonly version: number;
  readonly lists: number;
  readonly documents: number;
  /** Sum of the lengths of all documents. */
  readonly totalLength: number;
  readonly averageLength: number;
  readonly description: string;
}

/** The postings of a term, in the order of documents. */
export interface CiffList {
  readonly term: Uint8Array;
  readonly documents: Uint32Array;
  readonly frequencies: Uint32Array;
}

/** A document: its number, its id outside the index, its length. */
export interface CiffDocument {
  readonly number: number;
  readonly id: string;
  readonly length: number;
}

/** The version of the format. */
const VERSION = 1;

export function encodeHeader(header: Omit<CiffHeader, "version">): Uint8Array {
  return new MessageWriter()
    .integer(1, VERSION)
    .integer(2, header.lists)
    .integer(3, header.documents)
    .integer(4, header.lists)
    .integer(5, header.documents)
    .integer(6, header.totalLength)
    .double(7, header.averageLength)
    .bytes(8, encodeText(header.description))
    .finish();
}

export function decodeHeader(bytes: Uint8Array, fail: Fail): CiffHeader {
  const numbers = new Map<number, number>();
  let description = "";
  const field = new MessageReader(bytes, fail);
  while (field.next()) {
    if (field.number === 8) description = decodeText(field.bytes);
    else numbers.set(field.number, field.value);
  }
  const read = (number: number): number => numbers.get(number) ?? 0;
  return {
    ...{ version: read(1), lists: read(2), documents: read(3), totalLength: read(6) },
    ...{ averageLength: read(7), description },
  };
}

export function encodeList({ term, documents, frequencies }: CiffList): Uint8Array {
  const occurrences = frequencies.reduce((sum, frequency) => sum + frequency, 0);
  const writer = new MessageWriter().bytes(1, term);
  writer.integer(2, documents.length).integer(3, occurrences);
  let previous = 0;
  for (const [i, document] of documents.entries()) {
    writer.pair(4, document - previous, frequencies[i] as number);
    previous = document;
  }
  return writer.finish();
}

/** A list whose postings are in order and are as many as it states. */
export function decodeList(bytes: Uint8Array, fail: Fail): CiffList {
  let term: Uint8Array = new Uint8Array(0);
  let [count, stated] = [0, 0];
  const counted = new MessageReader(bytes, fail);
  while (counted.next()) {
    if (counted.number === 1) term = counted.bytes.slice();
    if (counted.number === 2) stated = counted.value;
    if (counted.number === 4) count++;
  }
  if (count !== stated) throw fail(`it states ${stated} postings and has ${count}`);
  const documents = new Uint32Array(count);
  const frequencies = new Uint32Array(count);
  let document = 0;
  const field = new MessageReader(bytes, fail);
  for (let at = 0; field.next(); ) {
    if (field.number !== 4) continue;
    const { gap, frequency } = decodePosting(field.bytes, fail);
    document += gap;
    const place = `posting ${at + 1}`;
    if (at > 0 && gap === 0) throw fail(`${place} is of document ${document}, as the one before`);
    checkNumber(document, `the document of ${place}`, 0, fail);
    checkNumber(frequency, `the frequency of ${place}`, 1, fail);
    documents[at] = document;
    frequencies[at++] = frequency;
  }
  return { term, documents, frequencies };
}

function decodePosting(bytes: Uint8Array, fail: Fail): { gap: number; frequency: number } {
  let [gap, frequency] = [0, 0];
  const field = new MessageReader(bytes, fail);
  while (field.next()) {
    if (field.number === 1) gap = field.value;
    if (field.number === 2) frequency = field.value;
  }
  return { gap, frequency };
}

export function encodeDocument({ number, id, length }: CiffDocument): Uint8Array {
  return new MessageWriter()
    .integer(1, number)
    .bytes(2, encodeText(id))
    .integer(3, length)
    .finish();
}

export function decodeDocument(bytes: Uint8Array, fail: Fail): CiffDocument {
  let [number, id, length] = [0, "", 0];
  const field = new MessageReader(bytes, fail);
  while (field.next()) {
    if (field.number === 1) number = field.value;
    if (field.number === 2) id = decodeExactly(field.bytes, "its id", fail);
    if (field.number === 3) length = field.value;
  }
  checkNumber(length, "its length", 0, fail);
  return { number, id, length };
}

/** A text whose UTF-8 is these bytes. */
export function decodeExactly(bytes: Uint8Array, what: string, fail: Fail): string {
  const text = decodeText(bytes);
  if (compareByteStrings(encodeText(text), bytes) === 0) return text;
  throw fail(`${what} ${quote(text)} is not valid UTF-8`);
}

/** The numbers of the format have 31 bits. */
export const MAX_NUMBER: number = 2 ** 31 - 1;

function checkNumber(value: number, what: string, min: number, fail: Fail): void {
  if (value < min || value > MAX_NUMBER) {
    throw fail(`${what} is ${value}, must be ${min} to ${MAX_NUMBER}`);
  }
}
