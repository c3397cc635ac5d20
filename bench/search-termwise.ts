/** Our own engine on a workload: one segment on disk, searched by the kernels. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { encodeText } from "../src/index/byte-strings.ts";
import { readBatch, type TextAnalyzer } from "../src/index/document-batch.ts";
import type { IndexView, PostingsCursor, TermStatistics } from "../src/index/index-view.ts";
import { ListCursor } from "../src/index/list-cursor.ts";
import { Segment } from "../src/index/segment.ts";
import { SegmentBuffer } from "../src/index/segment-buffer.ts";
import type { SegmentRecord } from "../src/index/segment-record.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import type { Workload } from "./search-workload.ts";

const INDEX_ID = "00000000000000bb";
const BATCH = 10_000;

const analyzer: TextAnalyzer = {
  read(text) {
    const words = text === "" ? [] : text.split(" ");
    return { count: words.length, form: (i) => words[i] as string };
  },
  term: (form) => form,
};

/** Writes the index of a workload, unless it is there, and opens it. */
export async function openSegment({ documents }: Workload): Promise<Segment> {
  const folder = join(dirname(documents), "termwise");
  await mkdir(folder, { recursive: true });
  const directory = await NodeDirectory.open(folder);
  const recordFile = join(folder, "record.json");
  if (!existsSync(recordFile)) {
    const buffer = new SegmentBuffer((form) => form);
    const lines = readFileSync(documents, "utf8").trimEnd().split("\n");
    for (let from = 0; from < lines.length; from += BATCH) {
      const batch = lines
        .slice(from, from + BATCH)
        .map((text, i) => ({ id: String(from + i), text }));
      buffer.add(readBatch(batch, analyzer, { stored: false }));
    }
    const content = { positions: false, forward: false, stored: false };
    const record = await buffer.write(directory, "segment", INDEX_ID, content);
    writeFileSync(recordFile, JSON.stringify(record));
  }
  const record = JSON.parse(readFileSync(recordFile, "utf8")) as SegmentRecord;
  return Segment.open(directory, record, INDEX_ID);
}

/** One segment as ranking sees an index. */
export class SegmentView implements IndexView {
  readonly documentLimit: number;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly hasPositions = false;
  readonly #segment: Segment;

  constructor(segment: Segment) {
    this.#segment = segment;
    this.documentLimit = segment.documents.count;
    this.documentCount = segment.documents.count;
    this.totalLength = segment.documents.lengths.reduce((a, b) => a + b, 0);
  }

  term(term: string): TermStatistics | undefined {
    return this.#segment.dictionary.find(encodeText(term));
  }

  postings(term: string): PostingsCursor | undefined {
    const entry = this.#segment.dictionary.find(encodeText(term));
    return entry && new ListCursor(this.#segment.postings, undefined, entry, undefined);
  }

  length(document: number): number {
    return this.#segment.documents.lengths[document] as number;
  }

  id(document: number): string {
    return this.#segment.documents.id(document);
  }

  find(id: string): number | undefined {
    return this.#segment.documents.find(encodeText(id), () => true);
  }

  async termsOf(): Promise<ReadonlyMap<string, number>> {
    return new Map();
  }

  termsWithPrefix(): readonly string[] {
    return [];
  }
}
