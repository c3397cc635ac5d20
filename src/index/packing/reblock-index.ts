/**
 * The same index with its dictionaries and stored fields cut into smaller blocks,
 * as a reader over the web wants them: the block of terms that a look-up ends in,
 * and the documents that are shown, are then little more than what is asked for.
 * Stored fields are not compressed here, since packing compresses them better.
 */

import type { Directory } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { indexNotFound, listFileNames, readCommit, writeCommit } from "../commits/commit.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import { encodeLiterals } from "../encoding/lz4.ts";
import type { Dictionary } from "../files/dictionary.ts";
import { TERMS_PER_PACKED_BLOCK } from "../files/dictionary-top.ts";
import { DictionaryWriter } from "../files/dictionary-writer.ts";
import type { FileRecord, IndexId } from "../files/file-frame.ts";
import type { FrameWriter } from "../files/frame-writer.ts";
import { writeFrame } from "../files/frame-writer.ts";
import type { StoredFieldsReader } from "../files/stored-fields-reader.ts";
import { groupIntoBlocks, StoredFieldsWriter } from "../files/stored-fields-writer.ts";
import { Segment } from "../segments/segment.ts";

/** Documents are fetched in blocks of at least so many bytes: less has more places than text. */
const STORED_BLOCK_BYTES = 4096;

/** The current commit of an index, laid out anew. */
export async function reblockIndex(directory: Directory): Promise<MemoryDirectory> {
  const commit = await readCommit(directory);
  if (commit === undefined) throw indexNotFound(directory);
  const out = new MemoryDirectory();
  const segments: SegmentRecord[] = [];
  for (const record of commit.segments) {
    segments.push(await reblockSegment(directory, record, commit.indexId, out));
  }
  const reblocked = { ...commit, segments };
  for (const name of listFileNames(reblocked)) {
    if (!(await out.list()).includes(name)) await out.write(name, await directory.read(name));
  }
  await writeCommit(out, reblocked, { fresh: [], durability: "none" });
  return out;
}

async function reblockSegment(
  directory: Directory,
  record: SegmentRecord,
  indexId: IndexId,
  out: MemoryDirectory,
): Promise<SegmentRecord> {
  const segment = await Segment.open(directory, record, indexId);
  const write = (
    kind: "terms" | "stored",
    file: FileRecord,
    content: (frame: FrameWriter) => Promise<void>,
  ): Promise<FileRecord> => writeFrame({ files: out, name: file.name, kind, indexId }, content);
  const { terms, stored } = record.files;
  const files = {
    ...record.files,
    terms: await write("terms", terms, (frame) => writeTerms(frame, segment.dictionary)),
  };
  if (stored === undefined) return { ...record, files };
  const fields = await segment.readStoredFields();
  const reblocked = await write("stored", stored, (frame) => writeStored(frame, fields));
  return { ...record, files: { ...files, stored: reblocked } };
}

function writeTerms(frame: FrameWriter, dictionary: Dictionary): Promise<void> {
  const writer = new DictionaryWriter(dictionary.hasPositions, TERMS_PER_PACKED_BLOCK);
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    const { documentFrequency, collectionFrequency, ...offsets } = cursor.entry();
    writer.add(cursor.term().slice(), documentFrequency, collectionFrequency, {
      tailBytes: offsets.tailEnd - offsets.tailStart,
      positionBytes: offsets.positionEnd - offsets.positionStart,
    });
  }
  return writer.write(frame);
}

async function writeStored(frame: FrameWriter, stored: StoredFieldsReader): Promise<void> {
  const writer = new StoredFieldsWriter(frame);
  const options = { blockBytes: STORED_BLOCK_BYTES, encode: encodeLiterals };
  for (let block = 0; block < stored.blockCount; block++) {
    const records = Array.from(stored.records(block), (record) => record.slice());
    for (const smaller of groupIntoBlocks(records, options)) await writer.add(smaller);
  }
  await writer.end();
}
