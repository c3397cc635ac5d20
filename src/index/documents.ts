/**
 * The documents of a segment: their external ids and exact lengths.
 *
 *   section 0  number of documents, u32 · bytes of a length: 1, 2 or 4, u32
 *   section 1  lengths in index terms, each of that many bytes
 *   section 2  external ids, front-coded, in document order
 *   section 3  where every 16th id starts, u32
 *   section 4  the place of each id among all in byte order, as the step from
 *              the place before: 2 · step, or -2 · step - 1, as LEB128
 *
 * Places decide ties between equal scores, which short documents often have,
 * without reading two ids each time. Equal ids, of which at most one is of a
 * living document, have places in the order of their documents. The look-up of an id needs a hash table, which is made when first asked for:
 * most searches never do, and a file without it is smaller.
 */

import { corrupt } from "../common/errors.ts";
import { shareableBytes } from "../common/shared-memory.ts";
import { ByteReader } from "./byte-reader.ts";
import { compareByteStrings, decodeText, encodeText } from "./byte-strings.ts";
import type { Frame, Section } from "./file-frame.ts";
import { sectionsOf, wordsOf } from "./file-section.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { FrontCoder, FrontDecoder, RESTART } from "./front-coding.ts";
import { bytesOf, GrowingBytes, GrowingWords } from "./growing-arrays.ts";
import { IdTable } from "./id-table.ts";
import { sortByBytes } from "./text-order.ts";

export class Documents {
  readonly count: number;
  /** Length of each document in index terms, in memory that threads can share. */
  readonly lengths: Uint32Array;
  /** Place of each document's id among all in byte order, in memory that threads can share. */
  readonly idPlaces: Uint32Array;
  readonly #ids: Section;
  readonly #starts: Uint32Array;
  readonly #decoder = new FrontDecoder();
  #table: IdTable | undefined;

  constructor(file: string, frame: Frame) {
    const sections = sectionsOf(file, frame, 5) as [Section, Section, Section, Section, Section];
    const [count, width] = wordsOf(sections[0], 2) as unknown as [number, number];
    this.count = count;
    this.lengths = widened(sections[1], count, width);
    this.#ids = sections[2];
    this.#starts = wordsOf(sections[3], Math.ceil(count / RESTART));
    this.idPlaces = readPlaces(sections[4], count);
  }

  /** The external id of a document. */
  id(document: number): string {
    return decodeText(this.#idBytes(document));
  }

  /** The first document with this id that `isLiving` accepts. */
  find(id: Uint8Array, isLiving: (document: number) => boolean): number | undefined {
    this.#table ??= new IdTable(this.count, this.ids());
    return this.#table.find(
      id,
      (document) => isLiving(document) && compareByteStrings(this.#idBytes(document), id) === 0,
    );
  }

  /** All ids in document order, as bytes valid until the next one. */
  *ids(): Generator<Uint8Array> {
    const reader = this.#reader(0);
    const decoder = new FrontDecoder();
    for (let document = 0; document < this.count; document++) {
      decoder.read(reader, document % RESTART === 0);
      yield decoder.view();
    }
  }

  #idBytes(document: number): Uint8Array {
    const restart = document - (document % RESTART);
    const reader = this.#reader(this.#starts[restart / RESTART] as number);
    for (let i = restart; i <= document; i++) this.#decoder.read(reader, i === restart);
    return this.#decoder.view();
  }

  #reader(at: number): ByteReader {
    return new ByteReader(this.#ids.bytes, this.#ids.file, this.#ids.start, at);
  }
}

/** Steps are small where ids come in order, as they mostly do. */
function packPlaces(places: Uint32Array): Uint8Array {
  const out = new GrowingBytes();
  let previous = -1;
  for (const place of places) {
    out.signed(place - previous);
    previous = place;
  }
  return out.view();
}

function readPlaces({ file, start, bytes }: Section, count: number): Uint32Array {
  const reader = new ByteReader(bytes, file, start);
  const places = new Uint32Array(shareableBytes(4 * count).buffer);
  let place = -1;
  for (let document = 0; document < count; document++) {
    place += reader.signed();
    if (place < 0 || place >= count) throw reader.corrupt("an id has no place");
    places[document] = place;
  }
  return places;
}

/** The place of each text among all in byte order; equal ones keep their order. */
function placesOf(texts: readonly string[]): Uint32Array {
  const places = new Uint32Array(texts.length);
  for (const [place, number] of sortByBytes(texts).entries()) places[number] = place;
  return places;
}

function widened({ file, start, bytes }: Section, count: number, width: number): Uint32Array {
  if (![1, 2, 4].includes(width) || bytes.length !== count * width) {
    throw corrupt(file, start, `${bytes.length} bytes for ${count} lengths`);
  }
  const lengths = new Uint32Array(shareableBytes(4 * count).buffer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let i = 0; i < count; i++) {
    if (width === 1) lengths[i] = bytes[i] as number;
    else lengths[i] = width === 2 ? view.getUint16(2 * i, true) : view.getUint32(4 * i, true);
  }
  return lengths;
}

export class DocumentsWriter {
  readonly #lengths = new GrowingWords();
  readonly #ids: string[] = [];
  #longest = 0;

  get count(): number {
    return this.#ids.length;
  }

  /** Lengths so far. Valid until the next change. */
  get lengths(): Uint32Array {
    return this.#lengths.view();
  }

  add(id: string, length: number): void {
    this.#ids.push(id);
    this.#lengths.push(length);
    this.#longest = Math.max(this.#longest, length);
  }

  async write(frame: FrameWriter): Promise<void> {
    const width = this.#longest < 2 ** 8 ? 1 : this.#longest < 2 ** 16 ? 2 : 4;
    await frame.section(bytesOf(Uint32Array.of(this.count, width)));
    const lengths = this.lengths;
    if (width === 1) await frame.section(Uint8Array.from(lengths));
    else await frame.section(bytesOf(width === 2 ? Uint16Array.from(lengths) : lengths));
    const coder = new FrontCoder();
    const ids = new GrowingBytes();
    for (const id of this.#ids) coder.append(encodeText(id), ids);
    await frame.section(ids.view());
    await frame.section(bytesOf(coder.starts.view()));
    await frame.section(packPlaces(placesOf(this.#ids)));
  }
}
