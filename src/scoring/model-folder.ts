/**
 * A trained model on disk: `model.json`, `weights.safetensors`,
 * `vocabulary.txt`, and `tokenizer.json` if it reads word pieces.
 *
 * `model.json` is written last and has the checksums of the others and of
 * itself, so that a folder is whole or refused: a kill while a model is replaced leaves the
 * old one, or files that do not belong together and say so.
 */

import { concatenate, loadCrc32 } from "../common/bytes/index.ts";
import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import {
  type Ngrams,
  readVocabulary,
  SubwordLexicon,
  type Vocabulary,
  writeVocabulary,
} from "../embeddings/index.ts";
import {
  loadWeights,
  type ModelOptions,
  readTokenizer,
  type StoredModel,
  type WordPieces,
} from "../models/index.ts";
import type { Directory } from "../storage/directory.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { replaceFile } from "../storage/replace-file.ts";
import { isIntact, sealed } from "../storage/sealed-json.ts";
import type { CompleteAnalyzerOptions } from "../text/index.ts";
import type { SequenceOptions, TextCounts } from "./text-sequences.ts";
import type { TrainingRecord } from "./training-record.ts";

const FORMAT = "termwise-model";
/** Grows when the layout changes; a reader refuses any other. */
const VERSION = 1;
const DESCRIPTION = "model.json";
const WEIGHTS = "weights.safetensors";
const VOCABULARY = "vocabulary.txt";
const TOKENIZER = "tokenizer.json";

/** All that there is to say about a trained model but its values and words. */
export interface ModelDescription {
  readonly model: string;
  readonly options: ModelOptions;
  /** How texts become tokens: the analysis of the index that it was trained on. */
  readonly analysis: CompleteAnalyzerOptions;
  readonly sequences: Required<SequenceOptions>;
  /** What words are made of beside themselves, for a model that reads sub-words. */
  readonly ngrams?: Ngrams;
  /** The first stage whose lists it was trained to re-rank, and how deep on validation. */
  readonly firstStage?: string;
  readonly depth?: number;
  readonly training?: TrainingRecord;
  /** Texts read in training, and how many of them lost their end. */
  readonly queries?: TextCounts;
  readonly documents?: TextCounts;
}

/** A model with its values, its words and what there is to say about it. */
export interface TrainedModel extends StoredModel {
  readonly description: ModelDescription;
  readonly vocabulary: Vocabulary;
  /** For a model that reads word pieces. */
  readonly pieces?: WordPieces;
}

/** Writes a model, in place of one that may be there. */
export async function writeModel(
  directory: Directory,
  description: ModelDescription,
  vocabulary: Vocabulary,
  weights: Uint8Array,
  tokenizerFile?: Uint8Array,
): Promise<void> {
  const crc32 = await loadCrc32();
  const words = await vocabularyBytes(vocabulary);
  const files = new Map([
    [WEIGHTS, weights],
    [VOCABULARY, words],
    ...(tokenizerFile === undefined ? [] : [[TOKENIZER, tokenizerFile] as const]),
  ]);
  const checksums = Object.fromEntries(
    [...files].map(([name, bytes]) => [name, crc32(bytes)] as const),
  );
  const record = await sealed({ format: FORMAT, version: VERSION, checksums, ...description });
  const text = JSON.stringify(record, null, 2);
  for (const [name, bytes] of files) await replaceFile(directory, name, bytes);
  await replaceFile(directory, DESCRIPTION, new TextEncoder().encode(`${text}\n`));
}

/** Whether a folder holds a trained model. */
export async function hasModel(directory: Directory): Promise<boolean> {
  return (await directory.list()).includes(DESCRIPTION);
}

/** Reads a model. `NOT_FOUND` without one, `BAD_INPUT` for files that are damaged or do not belong together. */
export async function readModel(directory: Directory): Promise<TrainedModel> {
  // Read rather than looked for in a list: a web server has none.
  const written = await directory.read(DESCRIPTION).catch((error: unknown) => {
    if (!(error instanceof TermwiseError) || error.code !== "NOT_FOUND") throw error;
    const problem = `there is no trained model in ${directory.place}: no ${DESCRIPTION}`;
    throw new TermwiseError("NOT_FOUND", problem);
  });
  const file = parsed(written);
  const { format, version, checksums, checksum: _, ...description } = file;
  if (format !== FORMAT)
    throw unfit(DESCRIPTION, `its format is ${quote(String(format))}, not ${FORMAT}`);
  if (version !== VERSION)
    throw unfit(DESCRIPTION, `its version is ${version}, this is for ${VERSION}`);
  if (!(await isIntact(file)) || !isDescription(file)) {
    throw unfit(DESCRIPTION, "it was changed after it was written");
  }
  const crc32 = await loadCrc32();
  const checked = async (name: string): Promise<Uint8Array> => {
    const bytes = await directory.read(name);
    if (crc32(bytes) === checksums?.[name]) return bytes;
    throw unfit(name, `it is damaged or belongs to another ${DESCRIPTION}`);
  };
  const vocabulary = await readVocabulary(
    new MemoryFiles({ [VOCABULARY]: await checked(VOCABULARY) }),
    VOCABULARY,
  );
  const { ngrams } = description;
  const lexicon = ngrams === undefined ? undefined : new SubwordLexicon(vocabulary, ngrams);
  const { model, values } = loadWeights(await checked(WEIGHTS), WEIGHTS, lexicon);
  if (model.vocabulary !== vocabulary.size) {
    throw unfit(VOCABULARY, `it has ${vocabulary.size} ids, the weights ${model.vocabulary}`);
  }
  const isPieces = description.sequences.form === "piece";
  const pieces = isPieces ? readTokenizer(await checked(TOKENIZER), TOKENIZER) : undefined;
  if (pieces !== undefined && pieces.size !== vocabulary.size) {
    throw unfit(TOKENIZER, `it has ${pieces.size} pieces, the weights ${model.vocabulary}`);
  }
  return { description, model, values, vocabulary, ...(pieces === undefined ? {} : { pieces }) };
}

/**
 * `BAD_ARGUMENT` when an index cuts its texts into other tokens than the model
 * was trained on. Word pieces are cut from the stored texts, whatever the index.
 */
export function checkAnalysis(
  { model, analysis, sequences }: ModelDescription,
  index: CompleteAnalyzerOptions,
): void {
  if (sequences.form === "piece") return;
  for (const [name, trained] of Object.entries(analysis)) {
    const found = index[name as keyof CompleteAnalyzerOptions];
    if (JSON.stringify(found) === JSON.stringify(trained)) continue;
    throw badArgument(
      `this ${model} reads tokens made with ${name} ${JSON.stringify(trained)}, but the index has ${JSON.stringify(found)}`,
    );
  }
}

async function vocabularyBytes(vocabulary: Vocabulary): Promise<Uint8Array> {
  const files = new MemoryFiles();
  await writeVocabulary(files, VOCABULARY, vocabulary);
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.read(VOCABULARY)) chunks.push(chunk);
  return concatenate(chunks);
}

interface DescriptionFile extends ModelDescription {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly checksums?: Readonly<Record<string, number>>;
  readonly checksum?: unknown;
}

/** Whether a record that may come from anywhere has what is looked at here. */
function isDescription({
  model,
  options,
  analysis,
  sequences,
  ngrams,
  checksums,
}: {
  readonly [key in keyof DescriptionFile]?: unknown;
}): boolean {
  const records = [options, analysis, sequences, checksums, ngrams ?? {}];
  return typeof model === "string" && records.every((each) => each?.constructor === Object);
}

function parsed(bytes: Uint8Array): DescriptionFile {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as DescriptionFile | null;
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    throw unfit(DESCRIPTION, (error as Error).message);
  }
  throw unfit(DESCRIPTION, "it is not an object");
}

function unfit(file: string, reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} cannot be used: ${reason}`, { file });
}
