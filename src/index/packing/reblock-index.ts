/**
 * Rewrites an index with smaller blocks of its dictionaries and stored fields, for reading over the
 * web: the dictionary block of a look-up and the blocks of the shown documents are then little
 * larger than what is needed. Stored fields are not compressed here, because packing compresses
 * them better.
 */

import type { Directory } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { indexNotFound, listFileNames, readCommit, writeCommit } from "../commits/commit.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import type { Dictionary } from "../files/dictionary.ts";
import { TERMS_PER_PACKED_BLOCK } from "../files/dictionary-top.ts";
import { DictionaryWriter } from "../files/dictionary-writer.ts";
import {
  COMMON_FORMAT_VERSION,
  type FileRecord,
  type IndexId,
  STORED_FORMAT_VERSION,
} from "../files/file-frame.ts";
import type { FrameWriter } from "../files/frame-writer.ts";
import { writeFrame } from "../files/frame-writer.ts";
import type { StoredFieldsReader } from "../files/stored-fields-reader.ts";
import { writeUncompressedFields } from "../files/stored-fields-writer.ts";
import { Segment } from "../segments/segment.ts";

/**
 * Documents are stored in blocks of at least this size; in smaller blocks the offsets would
 * outweigh the text.
 */
const STORED_BLOCK_BYTES = 4096;

/** Copies the current commit of an index with smaller blocks. */
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
    version: number,
  ): Promise<FileRecord> =>
    writeFrame({ files: out, name: file.name, kind, indexId, version }, content);
  const { terms, stored } = record.files;
  const files = {
    ...record.files,
    terms: await write(
      "terms",
      terms,
      (frame) => writeTerms(frame, segment.dictionary),
      COMMON_FORMAT_VERSION,
    ),
  };
  if (stored === undefined) return { ...record, files };
  const fields = await segment.readStoredFields();
  const reblocked = await write(
    "stored",
    stored,
    (frame) => writeStored(frame, fields),
    STORED_FORMAT_VERSION,
  );
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

function writeStored(frame: FrameWriter, stored: StoredFieldsReader): Promise<void> {
  return writeUncompressedFields(frame, iterateRecords(stored), STORED_BLOCK_BYTES);
}

function* iterateRecords(stored: StoredFieldsReader): Generator<Uint8Array> {
  for (let block = 0; block < stored.blockCount; block++) yield* stored.records(block);
}
