/**
 * Reads the text of a commit. It is JSON of our own making, but bytes from a
 * disk are not trusted: every field is looked at before it is believed.
 */

import { decodeText } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { type CompleteAnalyzerOptions, completeOptions } from "../../text/index.ts";
import type { FileRecord, Frame, Section } from "../files/file-frame.ts";
import { sectionsOf } from "../files/file-section.ts";
import type { Schema } from "../schema/schema.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import type { VectorSettings } from "../vectors/vector-settings.ts";
import type { PruningRule } from "../weights/posting-rule.ts";
import type { Commit, IndexSettings } from "./commit.ts";
import { FILE_KINDS, type SegmentFiles, type SegmentRecord } from "./segment-record.ts";

export async function parseCommit(file: string, frame: Frame): Promise<Commit> {
  const [section] = sectionsOf(file, frame, 1) as [Section];
  try {
    const commit = record(JSON.parse(decodeText(section.bytes.slice())), "commit");
    const indexId = text(commit.indexId, "indexId");
    if (indexId !== frame.indexId) throw new Error("indexId differs from the header's");
    const made = await settings(record(commit.settings, "settings"));
    const generation = count(commit.generation, "generation");
    if (generation === 0) throw wrong("generation");
    const nextSegment = count(commit.nextSegment, "nextSegment");
    const segments = list(commit.segments, "segments").map((each) =>
      segment(record(each, "segment"), made),
    );
    checkSegments(segments, nextSegment);
    return { indexId, generation, nextSegment, settings: made, segments };
  } catch (error) {
    throw corrupt(file, section.start, `not a commit: ${(error as Error).message}`);
  }
}

/** Each segment once, numbered below the next one, and no more documents than there are numbers for. */
function checkSegments(segments: readonly SegmentRecord[], nextSegment: number): void {
  const names = new Set(segments.map(({ name }) => name));
  if (names.size !== segments.length) throw new Error("it lists a segment twice");
  for (const name of names) {
    if (Number(name.slice("segment-".length)) >= nextSegment) throw wrong("nextSegment");
  }
  const documents = segments.reduce((sum, each) => sum + each.documents, 0);
  if (documents >= EXHAUSTED) throw new Error(`it has ${documents} documents`);
}

type Fields = Readonly<Record<string, unknown>>;

/** What few indexes have is loaded for those alone. */
async function settings(fields: Fields): Promise<IndexSettings> {
  const { positions, forward, stored, analysis, schema, vectors, weights, ranker, pruning } =
    fields;
  if (ranker !== undefined && typeof ranker !== "string") throw wrong("ranker");
  return {
    positions: flag(positions, "positions"),
    forward: flag(forward, "forward"),
    stored: flag(stored, "stored"),
    analysis: completeOptions(record(analysis, "analysis") as CompleteAnalyzerOptions),
    ...(schema === undefined ? {} : { schema: await storedSchema(schema) }),
    ...(vectors === undefined ? {} : { vectors: await vectorSettings(record(vectors, "vectors")) }),
    ...(weights === undefined ? {} : { weights: fileRecord(weights, `weights${MAYBE_NUMBER}`) }),
    ...(ranker === undefined ? {} : { ranker }),
    ...(pruning === undefined ? {} : { pruning: await pruningRule(record(pruning, "pruning")) }),
  };
}

async function storedSchema(fields: unknown): Promise<Schema> {
  const { Schema } = await import("../schema/schema.ts");
  return Schema.stored(fields);
}

async function vectorSettings(fields: Fields): Promise<VectorSettings> {
  const { checkVectorSettings } = await import("../vectors/vector-settings.ts");
  return checkVectorSettings(fields as unknown as VectorSettings);
}

async function pruningRule(fields: Fields): Promise<PruningRule> {
  const { checkRule } = await import("../weights/posting-rule.ts");
  return checkRule(fields as unknown as PruningRule);
}

function segment({ name, documents, files, deleted }: Fields, made: IndexSettings): SegmentRecord {
  const given = record(files, "files");
  const segment = text(name, "name");
  if (!/^segment-\d{1,15}$/.test(segment)) throw wrong("name of a segment");
  const file = (key: keyof SegmentFiles): FileRecord =>
    fileRecord(given[key], `${segment}\\.${FILE_KINDS[key]}`);
  const more: Partial<Record<keyof SegmentFiles, FileRecord>> = {};
  for (const key of ["positions", "forward", "stored"] as const) {
    if (made[key]) more[key] = file(key);
  }
  if (made.forward && given.forms !== undefined) more.forms = file("forms");
  if (made.schema !== undefined && given.columns !== undefined) more.columns = file("columns");
  if (made.vectors !== undefined) more.vectors = file("vectors");
  if (made.vectors?.graph !== undefined && given.graph !== undefined) more.graph = file("graph");
  if (made.weights !== undefined) {
    more.weights = fileRecord(given.weights, `${segment}\\.weights${MAYBE_NUMBER}`);
  }
  return {
    name: segment,
    documents: count(documents, "documents"),
    files: {
      terms: file("terms"),
      postings: file("postings"),
      documents: file("documents"),
      ...more,
    },
    ...(deleted === undefined
      ? {}
      : { deleted: fileRecord(deleted, `${segment}\\.deleted${NUMBER}`) }),
  };
}

/** What ends the names of files that are written anew. */
const NUMBER = "-\\d{1,15}";
const MAYBE_NUMBER = `(${NUMBER})?`;

/** A file under a name that we give to its like, which is `pattern`: a writer removes what a commit names. */
function fileRecord(value: unknown, pattern: string): FileRecord {
  const { name, bytes, crc } = record(value, "file");
  const given = text(name, "name");
  if (!new RegExp(`^${pattern}$`).test(given)) throw wrong("name of a file");
  return { name: given, bytes: count(bytes, "bytes"), crc: count(crc, "crc") };
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
