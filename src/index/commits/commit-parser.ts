/**
 * Reads the text of a commit. It is JSON of our own making, but bytes from a
 * disk are not trusted: every field is looked at before it is believed.
 */

import { decodeText } from "../../common/bytes/byte-strings.ts";
import { corrupt } from "../../common/errors.ts";
import { type CompleteAnalyzerOptions, completeOptions } from "../../text/index.ts";
import type { FileRecord, Frame, Section } from "../files/file-frame.ts";
import { sectionsOf } from "../files/file-section.ts";
import { checkRule, type PruningRule } from "../weights/posting-rule.ts";
import type { Commit, IndexSettings } from "./commit.ts";
import type { SegmentFiles, SegmentRecord } from "./segment-record.ts";

export function parseCommit(file: string, frame: Frame): Commit {
  const [section] = sectionsOf(file, frame, 1) as [Section];
  try {
    const commit = record(JSON.parse(decodeText(section.bytes.slice())), "commit");
    const indexId = text(commit.indexId, "indexId");
    if (indexId !== frame.indexId) throw new Error("indexId differs from the header's");
    const made = settings(record(commit.settings, "settings"));
    return {
      indexId,
      generation: count(commit.generation, "generation"),
      nextSegment: count(commit.nextSegment, "nextSegment"),
      settings: made,
      segments: list(commit.segments, "segments").map((each) =>
        segment(record(each, "segment"), made),
      ),
    };
  } catch (error) {
    throw corrupt(file, section.start, `not a commit: ${(error as Error).message}`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function settings(fields: Fields): IndexSettings {
  const { positions, forward, stored, analysis, weights, ranker, pruning } = fields;
  if (ranker !== undefined && typeof ranker !== "string") throw wrong("ranker");
  return {
    positions: flag(positions, "positions"),
    forward: flag(forward, "forward"),
    stored: flag(stored, "stored"),
    analysis: completeOptions(record(analysis, "analysis") as CompleteAnalyzerOptions),
    ...(weights === undefined ? {} : { weights: fileRecord(weights) }),
    ...(ranker === undefined ? {} : { ranker }),
    ...(pruning === undefined
      ? {}
      : { pruning: checkRule(record(pruning, "pruning") as unknown as PruningRule) }),
  };
}

function segment({ name, documents, files, deleted }: Fields, made: IndexSettings): SegmentRecord {
  const { terms, postings, documents: ids, ...optional } = record(files, "files");
  const more: Partial<Record<keyof SegmentFiles, FileRecord>> = {};
  for (const key of ["positions", "forward", "stored"] as const) {
    if (made[key]) more[key] = fileRecord(optional[key]);
  }
  if (made.weights !== undefined) more.weights = fileRecord(optional.weights);
  return {
    name: text(name, "name"),
    documents: count(documents, "documents"),
    files: {
      terms: fileRecord(terms),
      postings: fileRecord(postings),
      documents: fileRecord(ids),
      ...more,
    },
    ...(deleted === undefined ? {} : { deleted: fileRecord(deleted) }),
  };
}

function fileRecord(value: unknown): FileRecord {
  const { name, bytes, crc } = record(value, "file");
  return { name: text(name, "name"), bytes: count(bytes, "bytes"), crc: count(crc, "crc") };
}

function record(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(what);
  return value as Fields;
}

function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(what);
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value !== "string" || !/^[\w.-]+$/.test(value)) throw wrong(what);
  return value;
}

function count(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrong(what);
  return value as number;
}

function flag(value: unknown, what: string): boolean {
  if (typeof value !== "boolean") throw wrong(what);
  return value;
}

function wrong(what: string): Error {
  return new Error(`its ${what} is missing or of the wrong kind`);
}
