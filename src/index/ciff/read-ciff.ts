/**
 * Makes an index of a CIFF file. It has lists, lengths and ids; positions, stored texts and surface
 * tokens are not in such a file. A document's length is the sum of its frequencies.
 */

import { compareBytes, decodeText } from "../../common/bytes/index.ts";
import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import type { Directory } from "../../storage/directory.ts";
import type { AnalyzerOptions } from "../../text/index.ts";
import { checkId } from "../building/check-document.ts";
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
  decodeHeader,
  decodeList,
} from "./ciff-messages.ts";
import { MessageStream } from "./delimited-messages.ts";

/** Document numbers have 32 bits, and the largest stands for the end of a list. */
const MAX_DOCUMENTS = 2 ** 32 - 2;
/** Documents of one page of lengths. */
const PAGE = 65_536;

/** How a CIFF file becomes an index. */
export interface CiffOptions {
  /** The analysis of queries. It should be that of the program that wrote the file. */
  readonly analysis?: AnalyzerOptions;
  readonly durability?: Durability;
  readonly progress?: Progress;
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
 * Writes the index of a CIFF file into an empty directory. `open` is called twice, since lengths
 * are needed before the lists and stand behind them. `BAD_INPUT` for a damaged file, and for terms
 * that are not in byte order.
 */
export async function readCiff(
  open: () => AsyncIterable<Uint8Array>,
  target: Directory,
  { analysis, durability = "full", progress = silent }: CiffOptions = {},
): Promise<CiffReport> {
  const { header, documents, otherLengths } = await readDocuments(open());
  const content = { positions: false, forward: false, stored: false };
  const settings = chooseSettings({ ...content, ...(analysis === undefined ? {} : { analysis }) });
  const unlock = await target.lock("writer");
  try {
    if ((await target.list()).length > 0) throw badArgument("the target must be empty");
    const indexId = createIndexId(settings, [header.description, `${header.documents}`]);
    const segment = { files: target, name: "segment-1", indexId, content: settings };
    const file = await writeSegmentFile(segment, "document", (frame) => documents.write(frame));
    const terms = await TermsWriter.write(segment, documents, async (writer) => {
      const stream = new MessageStream(open());
      await stream.next();
      for (let i = 0; i < header.lists; i++) {
        const list = decodeList(await stream.next());
        writer.add(list.term, list.documents, list.frequencies, list.documents.length, undefined);
        if (writer.isFull) await writer.drain();
        const task = { task: "reading lists", unit: "terms", total: header.lists };
        progress({ ...task, done: i + 1, finished: i + 1 === header.lists });
      }
      await stream.close();
    });
    const record = { name: "segment-1", documents: documents.count };
    const segments = [{ ...record, files: { documents: file, ...terms } }];
    const commit: Commit = { indexId, generation: 1, nextSegment: 2, settings, segments };
    const fresh = segments.flatMap(listFiles).map(({ name }) => name);
    await writeCommit(target, commit, { fresh, durability });
  } finally {
    await unlock();
  }
  const { description, lists } = header;
  return { description, documents: documents.count, terms: lists, otherLengths };
}

/** The ids of the documents with the sums of their frequencies; checks all of the file. */
async function readDocuments(chunks: AsyncIterable<Uint8Array>): Promise<{
  readonly header: CiffHeader;
  readonly documents: DocumentsWriter;
  readonly otherLengths: number;
}> {
  const stream = new MessageStream(chunks);
  const header = decodeHeader(await stream.next());
  if (header.version !== 1) throw bad(`its version is ${header.version}, not 1`);
  if (header.documents > MAX_DOCUMENTS) throw bad(`it has ${header.documents} documents`);
  const lengths = new SparseLengths();
  let previous: CiffList | undefined;
  for (let i = 0; i < header.lists; i++) {
    const list = decodeList(await stream.next());
    checkList(list, previous, header.documents);
    for (const [at, document] of list.documents.entries()) {
      lengths.add(document, list.frequencies[at] as number);
    }
    previous = list;
  }
  const documents = new DocumentsWriter();
  const ids = new Set<string>();
  let otherLengths = 0;
  for (let i = 0; i < header.documents; i++) {
    const { number, id, length } = decodeDocument(await stream.next());
    if (number !== i) throw bad(`document ${number} stands where ${i} should`);
    checkId(id);
    if (ids.has(id)) throw bad(`two documents have the id ${quote(id)}`);
    ids.add(id);
    if (length !== lengths.get(i)) otherLengths++;
    documents.add(id, lengths.get(i));
  }
  if (!(await stream.isAtEnd())) throw bad("it goes on behind its last document");
  return { header, documents, otherLengths };
}

/**
 * Lengths by document, in pages that exist where there is a posting: a damaged number costs one
 * page.
 */
class SparseLengths {
  readonly #pages = new Map<number, Uint32Array>();

  add(document: number, frequency: number): void {
    const number = Math.floor(document / PAGE);
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = new Uint32Array(PAGE);
      this.#pages.set(number, page);
    }
    const at = document % PAGE;
    page[at] = (page[at] as number) + frequency;
  }

  get(document: number): number {
    return this.#pages.get(Math.floor(document / PAGE))?.[document % PAGE] ?? 0;
  }
}

function checkList(list: CiffList, previous: CiffList | undefined, limit: number): void {
  const term = decodeText(list.term);
  const name = quote(term);
  if (list.term.length === 0) throw bad("a term is empty");
  if (readFieldNumber(list.term) !== 0)
    throw bad(`the term ${name} begins with a control character`);
  if (previous !== undefined && compareBytes(decodeText(previous.term), term) >= 0) {
    throw bad(`the term ${name} is not in byte order`);
  }
  if (list.documents.length === 0) throw bad(`the term ${name} has no postings`);
  let last = -1;
  for (const [i, document] of list.documents.entries()) {
    if (document <= last || document >= limit || list.frequencies[i] === 0) {
      throw bad(`posting ${i + 1} of the term ${name} is not possible`);
    }
    last = document;
  }
}

function bad(reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `the CIFF file cannot be read: ${reason}`);
}
