/**
 * Parses the JSON of a commit. Bytes from storage are not trusted: every field is checked before
 * use.
 */

import { decodeText } from "../../common/bytes/index.ts";
import { defined } from "../../common/defined.ts";
import { corrupt } from "../../common/errors.ts";
import type { VectorSettings } from "../../dense/vectors/vector-settings.ts";
import { type CompleteAnalyzerOptions, completeOptions } from "../../text/index.ts";
import type { FileRecord, Frame, Section } from "../files/file-frame.ts";
import { checkSections } from "../files/file-section.ts";
import type { Schema } from "../schema/schema.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import type { PruningRule } from "../weights/pruning-rule.ts";
import type { Commit, IndexSettings } from "./commit.ts";
import { FILE_KINDS, type SegmentFiles, type SegmentRecord } from "./segment-record.ts";

export async function parseCommit(file: string, frame: Frame): Promise<Commit> {
  const [section] = checkSections(file, frame, 1) as [Section];
  try {
    const commit = checkRecord(JSON.parse(decodeText(section.bytes.slice())), "commit");
    const indexId = checkText(commit.indexId, "indexId");
    if (indexId !== frame.indexId) throw new Error("indexId differs from the header's");
    const indexSettings = await parseSettings(checkRecord(commit.settings, "settings"));
    const generation = checkCount(commit.generation, "generation");
    if (generation === 0) throw invalidField("generation");
    const nextSegment = checkCount(commit.nextSegment, "nextSegment");
    const segments = checkList(commit.segments, "segments").map((each) =>
      segmentName(checkRecord(each, "segment"), indexSettings),
    );
    checkSegments(segments, nextSegment);
    return { indexId, generation, nextSegment, settings: indexSettings, segments };
  } catch (error) {
    throw corrupt(file, section.start, `not a commit: ${(error as Error).message}`);
  }
}

/**
 * Checks that each segment occurs once with a number below `nextSegment`, and that the documents
 * fit the number range.
 */
function checkSegments(segments: readonly SegmentRecord[], nextSegment: number): void {
  const names = new Set(segments.map(({ name }) => name));
  if (names.size !== segments.length) throw new Error("it lists a segment twice");
  for (const name of names) {
    if (Number(name.slice("segment-".length)) >= nextSegment) throw invalidField("nextSegment");
  }
  const documents = segments.reduce((sum, each) => sum + each.documents, 0);
  if (documents >= EXHAUSTED) throw new Error(`it has ${documents} documents`);
}

type Fields = Readonly<Record<string, unknown>>;

/** Parses settings. The parsers of rarely used settings are loaded on demand. */
async function parseSettings(fields: Fields): Promise<IndexSettings> {
  const { positions, forward, stored, wordCodes, analysis, schema, vectors, weights } = fields;
  const { ranker, pruning, search } = fields;
  if (ranker !== undefined && typeof ranker !== "string") throw invalidField("ranker");
  return {
    positions: checkFlag(positions, "positions"),
    forward: checkFlag(forward, "forward"),
    stored: checkFlag(stored, "stored"),
    ...(wordCodes === undefined ? {} : { wordCodes: checkFlag(wordCodes, "wordCodes") }),
    analysis: completeOptions(checkRecord(analysis, "analysis") as CompleteAnalyzerOptions),
    ...(schema === undefined ? {} : { schema: await parseSchema(schema) }),
    ...(vectors === undefined
      ? {}
      : { vectors: await parseVectorSettings(checkRecord(vectors, "vectors")) }),
    ...(weights === undefined
      ? {}
      : { weights: parseFileRecord(weights, `weights${OPTIONAL_NUMBER}`) }),
    ...defined({ ranker }),
    ...(pruning === undefined
      ? {}
      : { pruning: await parsePruningRule(checkRecord(pruning, "pruning")) }),
    ...(search === undefined ? {} : { search: checkRecord(search, "search") }),
  };
}

async function parseSchema(fields: unknown): Promise<Schema> {
  const { Schema } = await import("../schema/schema.ts");
  return Schema.fromJson(fields);
}

async function parseVectorSettings(fields: Fields): Promise<VectorSettings> {
  const { checkVectorSettings } = await import("../../dense/vectors/vector-settings.ts");
  return checkVectorSettings(fields as unknown as VectorSettings);
}

async function parsePruningRule(fields: Fields): Promise<PruningRule> {
  const { checkPruningRule } = await import("../weights/pruning-rule.ts");
  return checkPruningRule(fields as unknown as PruningRule);
}

function segmentName(
  { name, documents, files, deleted }: Fields,
  indexSettings: IndexSettings,
): SegmentRecord {
  const fileRecords = checkRecord(files, "files");
  const segmentName = checkText(name, "name");
  if (!/^segment-\d{1,15}$/.test(segmentName)) throw invalidField("name of a segment");
  const file = (key: keyof SegmentFiles): FileRecord =>
    parseFileRecord(fileRecords[key], `${segmentName}\\.${FILE_KINDS[key]}`);
  const more: Partial<Record<keyof SegmentFiles, FileRecord>> = {};
  for (const key of ["positions", "forward", "stored"] as const) {
    if (indexSettings[key]) more[key] = file(key);
  }
  if (indexSettings.forward && fileRecords.forms !== undefined) more.forms = file("forms");
  if (indexSettings.schema !== undefined && fileRecords.columns !== undefined)
    more.columns = file("columns");
  if (indexSettings.vectors !== undefined) more.vectors = file("vectors");
  if (indexSettings.vectors?.graph !== undefined && fileRecords.graph !== undefined)
    more.graph = file("graph");
  if (indexSettings.weights !== undefined) {
    more.weights = parseFileRecord(
      fileRecords.weights,
      `${segmentName}\\.weights${OPTIONAL_NUMBER}`,
    );
  }
  return {
    name: segmentName,
    documents: checkCount(documents, "documents"),
    files: {
      terms: file("terms"),
      postings: file("postings"),
      documents: file("documents"),
      ...more,
    },
    ...(deleted === undefined
      ? {}
      : { deleted: parseFileRecord(deleted, `${segmentName}\\.deleted${NUMBER}`) }),
  };
}

/** The suffix of the names of files that are rewritten. */
const NUMBER = "-\\d{1,15}";
const OPTIONAL_NUMBER = `(${NUMBER})?`;

/**
 * Parses a file record. The name must match `pattern`, because a writer deletes the files that a
 * commit names.
 */
function parseFileRecord(value: unknown, pattern: string): FileRecord {
  const { name, bytes, crc } = checkRecord(value, "file");
  const fileName = checkText(name, "name");
  if (!new RegExp(`^${pattern}$`).test(fileName)) throw invalidField("name of a file");
  return { name: fileName, bytes: checkCount(bytes, "bytes"), crc: checkCount(crc, "crc") };
}

function checkRecord(value: unknown, label: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidField(label);
  return value as Fields;
}

function checkList(value: unknown, label: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidField(label);
  return value;
}

function checkText(value: unknown, label: string): string {
  if (typeof value !== "string" || !/^[\w.-]+$/.test(value)) throw invalidField(label);
  return value;
}

function checkCount(value: unknown, label: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw invalidField(label);
  return value as number;
}

function checkFlag(value: unknown, label: string): boolean {
  if (typeof value !== "boolean") throw invalidField(label);
  return value;
}

function invalidField(label: string): Error {
  return new Error(`its ${label} is missing or of the wrong kind`);
}
