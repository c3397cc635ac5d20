/**
 * Makes an index of a CIFF file. It has lists, lengths and ids; positions, stored texts and surface
 * tokens are not in such a file. A document's length is the sum of its frequencies.
 */

import { compareBytes } from "../../common/bytes/index.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import type { Directory } from "../../storage/directory.ts";
import type { AnalyzerOptions } from "../../text/index.ts";
import { describeBadId } from "../building/check-document.ts";
import { type Commit, type Durability, writeCommit } from "../commits/commit.ts";
import { chooseSettings, createIndexId } from "../commits/index-settings.ts";
import { listFiles } from "../commits/segment-record.ts";
import { DocumentsWriter } from "../files/documents-writer.ts";
import { TermsWriter } from "../files/terms-writer.ts";
import { readFieldNumber } from "../schema/index.ts";
import { writeSegmentFile } from "../segments/segment-target.ts";
import {
  type CiffHeader,
  type CiffList,
  decodeDocument,
  decodeExactly,
  decodeHeader,
  decodeList,
  MAX_NUMBER,
} from "./ciff-messages.ts";
import { MessageStream } from "./delimited-messages.ts";
import type { Fail } from "./protobuf.ts";

/** A header is a few numbers and a description, a document a number, an id and a length. */
const MAX_HEADER_BYTES = 1 << 20;
const MAX_DOCUMENT_BYTES = 1 << 16;
/** A list is a term and its postings, of at most so many bytes each. */
const MAX_TERM_BYTES = 0xffff;
const MAX_POSTING_BYTES = 24;
/** More than 150 million postings; they are held in memory. */
const MAX_LIST_BYTES = 1 << 30;

/** How a CIFF file becomes an index. */
export interface CiffOptions {
  /** The analysis of queries. It should be that of the program that wrote the file. */
  readonly analysis?: AnalyzerOptions;
  readonly durability?: Durability;
  readonly progress?: Progress;
  /** The file in errors; "the input" by default. */
  readonly name?: string;
}

/** What was read. */
export interface CiffReport {
  readonly description: string;
  readonly documents: number;
  readonly terms: number;
  /** Documents whose stated length differs from the sum of their frequencies. */
  readonly otherLengths: number;
}

/**
 * Writes the index of a CIFF file into an empty directory. `open` is called three times: ids stand
 * behind the lists, and lengths are sums over all lists, but are needed before the first. So memory
 * grows with the documents that are there, not with the numbers that a file states. `BAD_INPUT` for
 * a damaged file, and for terms that are not in byte order.
 */
export async function readCiff(
  open: () => AsyncIterable<Uint8Array>,
  target: Directory,
  { analysis, durability = "full", progress = silent, name = "the input" }: CiffOptions = {},
): Promise<CiffReport> {
  const { header, ids, statedLengths } = await readDocuments(new MessageStream(open(), name));
  const lengths = new Uint32Array(ids.length);
  for await (const { list, fail } of readLists(new MessageStream(open(), name), ids.length)) {
    for (const [at, document] of list.documents.entries()) {
      const length = (lengths[document] as number) + (list.frequencies[at] as number);
      if (length > MAX_NUMBER) {
        throw fail(`document ${document} is longer than ${MAX_NUMBER} words with it`);
      }
      lengths[document] = length;
    }
  }
  const documents = new DocumentsWriter();
  let otherLengths = 0;
  for (const [i, id] of ids.entries()) {
    documents.add(id, lengths[i] as number);
    if (lengths[i] !== statedLengths[i]) otherLengths++;
  }
  const content = { positions: false, forward: false, stored: false };
  const settings = chooseSettings({ ...content, ...(analysis === undefined ? {} : { analysis }) });
  const unlock = await target.lock("writer");
  try {
    if ((await target.list()).length > 0) throw badArgument("the target must be empty");
    const indexId = createIndexId(settings, [header.description, `${header.documents}`]);
    const segment = { files: target, name: "segment-1", indexId, content: settings };
    const file = await writeSegmentFile(segment, "document", (frame) => documents.write(frame));
    const terms = await TermsWriter.write(segment, documents, async (writer) => {
      let done = 0;
      for await (const { list } of readLists(new MessageStream(open(), name), ids.length)) {
        writer.add(list.term, list.documents, list.frequencies, list.documents.length, undefined);
        if (writer.isFull) await writer.drain();
        const task = { task: "reading lists", unit: "terms", total: header.lists };
        progress({ ...task, done: ++done, finished: done === header.lists });
      }
    });
    const record = { name: "segment-1", documents: documents.count };
    const segments = [{ ...record, files: { documents: file, ...terms } }];
    const commit: Commit = { indexId, generation: 1, nextSegment: 2, settings, segments };
    const fresh = segments.flatMap(listFiles).map(({ name: fileName }) => fileName);
    await writeCommit(target, commit, { fresh, durability });
  } finally {
    await unlock();
  }
  const { description, lists } = header;
  return { description, documents: documents.count, terms: lists, otherLengths };
}

async function readHeader(stream: MessageStream): Promise<CiffHeader> {
  const header = decodeHeader(await stream.next("header", MAX_HEADER_BYTES), stream.fail);
  if (header.version !== 1) throw stream.fail(`its version is ${header.version}, not 1`);
  for (const [what, count] of [
    ["lists", header.lists],
    ["documents", header.documents],
  ] as const) {
    if (count > MAX_NUMBER) throw stream.fail(`it states ${count} ${what}, above ${MAX_NUMBER}`);
  }
  return header;
}

/** The ids and the stated lengths; the file must end behind them. */
async function readDocuments(stream: MessageStream): Promise<{
  readonly header: CiffHeader;
  readonly ids: readonly string[];
  readonly statedLengths: readonly number[];
}> {
  const header = await readHeader(stream);
  for (let i = 0; i < header.lists; i++) await stream.skip(describeList(i, header));
  const ids = new Set<string>();
  const statedLengths: number[] = [];
  for (let i = 0; i < header.documents; i++) {
    const place = `document ${i + 1} of ${header.documents}`;
    const message = await stream.next(place, MAX_DOCUMENT_BYTES);
    const { number, id, length } = decodeDocument(message, stream.fail);
    if (number !== i) throw stream.fail(`it has the number ${number}, must be ${i}`);
    const problem = describeBadId(id);
    if (problem !== undefined) throw stream.fail(problem);
    if (ids.has(id)) throw stream.fail(`an earlier document has the id ${quote(id)} too`);
    ids.add(id);
    statedLengths.push(length);
  }
  if (!(await stream.isAtEnd())) throw stream.fail("the file goes on behind it");
  return { header, ids: [...ids], statedLengths };
}

/** Every list, checked. */
async function* readLists(
  stream: MessageStream,
  documentCount: number,
): AsyncGenerator<{ readonly list: CiffList; readonly fail: Fail }> {
  const { fail } = stream;
  const header = await readHeader(stream);
  const most = MAX_TERM_BYTES + 64 + MAX_POSTING_BYTES * documentCount;
  let previous: string | undefined;
  for (let i = 0; i < header.lists; i++) {
    const limit = Math.min(most, MAX_LIST_BYTES);
    const list = decodeList(await stream.next(describeList(i, header), limit), fail);
    const term = checkTerm(list.term, previous, fail);
    const last = list.documents.at(-1);
    if (last === undefined) throw fail(`the term ${quote(term)} has no postings`);
    if (last >= documentCount) {
      throw fail(`the term ${quote(term)} has a posting of document ${last} of ${documentCount}`);
    }
    yield { list, fail };
    previous = term;
  }
  await stream.close();
}

const describeList = (i: number, { lists }: CiffHeader): string => `list ${i + 1} of ${lists}`;

/** The term as text. */
function checkTerm(bytes: Uint8Array, previous: string | undefined, fail: Fail): string {
  const term = decodeExactly(bytes, "the term", fail);
  const name = `the term ${quote(term)}`;
  if (bytes.length === 0) throw fail("its term is empty");
  if (bytes.length > MAX_TERM_BYTES) {
    throw fail(`${name} has ${bytes.length} bytes, at most ${MAX_TERM_BYTES} are possible`);
  }
  if (readFieldNumber(bytes) !== 0) throw fail(`${name} begins with a control character`);
  if (previous !== undefined && compareBytes(previous, term) >= 0) {
    throw fail(`${name} is not in byte order: it stands behind ${quote(previous)}`);
  }
  return term;
}
