/**
 * The messages of the Common Index File Format: a header, one list of postings per term, one record
 * per document, each after its length as a variable-length integer.
 *
 * Lin, Mackenzie, Kamphuis, Macdonald, Mallia, Siedlaczek, Trotman and de Vries, "Supporting
 * Interoperability Between Open-Source Search Engines with the Common Index File Format", SIGIR
 * 2020. Documents of a list are gaps: each number is the distance to the one before.
 */

import { decodeText, encodeText } from "../../common/bytes/index.ts";
import { MessageReader, MessageWriter } from "./protobuf.ts";

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

export function decodeHeader(bytes: Uint8Array): CiffHeader {
  const numbers = new Map<number, number>();
  let description = "";
  const field = new MessageReader(bytes);
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

/** A list; the frequencies that it states are not read, since its postings have them. */
export function decodeList(bytes: Uint8Array): CiffList {
  let term: Uint8Array = new Uint8Array(0);
  let count = 0;
  const counted = new MessageReader(bytes);
  while (counted.next()) {
    if (counted.number === 1) term = counted.bytes.slice();
    if (counted.number === 4) count++;
  }
  const documents = new Uint32Array(count);
  const frequencies = new Uint32Array(count);
  let [at, document] = [0, 0];
  const field = new MessageReader(bytes);
  while (field.next()) {
    if (field.number !== 4) continue;
    let frequency = 0;
    const posting = new MessageReader(field.bytes);
    while (posting.next()) {
      if (posting.number === 1) document += posting.value;
      if (posting.number === 2) frequency = posting.value;
    }
    documents[at] = document;
    frequencies[at++] = frequency;
  }
  return { term, documents, frequencies };
}

export function encodeDocument({ number, id, length }: CiffDocument): Uint8Array {
  return new MessageWriter()
    .integer(1, number)
    .bytes(2, encodeText(id))
    .integer(3, length)
    .finish();
}

export function decodeDocument(bytes: Uint8Array): CiffDocument {
  let [number, id, length] = [0, "", 0];
  const field = new MessageReader(bytes);
  while (field.next()) {
    if (field.number === 1) number = field.value;
    if (field.number === 2) id = decodeText(field.bytes);
    if (field.number === 3) length = field.value;
  }
  return { number, id, length };
}
