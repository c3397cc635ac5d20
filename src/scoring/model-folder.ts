/**
 * A trained model on disk: `model.json`, `weights.safetensors`, `vocabulary.txt`, and
 * `tokenizer.json` if it reads word pieces. `model.json` holds the checksums of the others
 * (checksummed-folder.ts).
 */

import { defined } from "../common/defined.ts";
import { badArgument, TermwiseError } from "../common/errors.ts";
import { type Ngrams, SubwordLexicon, type Vocabulary } from "../embeddings/index.ts";
import {
  loadWeights,
  type ModelOptions,
  readTokenizer,
  type StoredModel,
  type WordPieces,
} from "../models/index.ts";
import type { Directory } from "../storage/directory.ts";
import type { CompleteAnalyzerOptions } from "../text/index.ts";
import {
  createUnusableFileError,
  encodeVocabularyFile,
  type FolderFormat,
  readChecksummedFolder,
  readFolderVocabulary,
  writeChecksummedFolder,
} from "./checksummed-folder.ts";
import type { ResolvedSequenceOptions, TextCounts } from "./text-sequences.ts";
import type { TrainingRecord } from "./training-record.ts";

const DESCRIPTION = "model.json";
const FORMAT: FolderFormat = { format: "termwise-model", version: 1, description: DESCRIPTION };
const WEIGHTS = "weights.safetensors";
const TOKENIZER = "tokenizer.json";

/** The description of a trained model: everything but its values and words. */
export interface ModelDescription {
  readonly model: string;
  readonly options: ModelOptions;
  /** The analysis of the index that it was trained on. */
  readonly analysis: CompleteAnalyzerOptions;
  readonly sequences: ResolvedSequenceOptions;
  /** Maximum pieces of a query and a document together, for a published cross-encoder. */
  readonly pairLength?: number;
  /** The sub-words of a model that reads them. */
  readonly ngrams?: Ngrams;
  /** The first stage that it was trained to re-rank, and the best depth on validation. */
  readonly firstStage?: string;
  readonly depth?: number;
  readonly training?: TrainingRecord;
  /** Texts read in training, and how many of them were truncated. */
  readonly queries?: TextCounts;
  readonly documents?: TextCounts;
}

/** A model with its values, words and description. */
export interface TrainedModel extends StoredModel {
  readonly description: ModelDescription;
  readonly vocabulary: Vocabulary;
  /** For a model that reads word pieces. */
  readonly pieces?: WordPieces;
  /** Tensors of a published checkpoint that are not used, by name. */
  readonly unusedTensors?: readonly string[];
}

/** Writes a model, replacing an existing one. */
export async function writeModel(
  directory: Directory,
  description: ModelDescription,
  vocabulary: Vocabulary,
  weights: Uint8Array,
  tokenizerFile?: Uint8Array,
): Promise<void> {
  const files = new Map([
    [WEIGHTS, weights],
    await encodeVocabularyFile(vocabulary),
    ...(tokenizerFile === undefined ? [] : [[TOKENIZER, tokenizerFile] as const]),
  ]);
  await writeChecksummedFolder(directory, FORMAT, description, files);
}

/** Whether a folder holds a trained model. */
export async function hasModel(directory: Directory): Promise<boolean> {
  return (await directory.list()).includes(DESCRIPTION);
}

/**
 * Reads a model. `NOT_FOUND` if there is none, `BAD_INPUT` for files that are damaged or do not
 * belong together.
 */
export async function readModel(directory: Directory): Promise<TrainedModel> {
  // Reads without listing, because a web server has no listing.
  const descriptionBytes = await directory.read(DESCRIPTION).catch((error: unknown) => {
    if (!(error instanceof TermwiseError) || error.code !== "NOT_FOUND") throw error;
    const problem = `there is no trained model in ${directory.location}: no ${DESCRIPTION}`;
    throw new TermwiseError("NOT_FOUND", problem);
  });
  const folder = await readChecksummedFolder<ModelDescription>(
    FORMAT,
    descriptionBytes,
    isDescription,
    (name) => directory.read(name),
  );
  const { record: description } = folder;
  const vocabulary = await readFolderVocabulary(folder);
  const { ngrams } = description;
  const lexicon = ngrams === undefined ? undefined : new SubwordLexicon(vocabulary, ngrams);
  const { model, values } = loadWeights(await folder.file(WEIGHTS), WEIGHTS, lexicon);
  if (model.vocabulary !== vocabulary.size) {
    throw createUnusableFileError(
      "vocabulary.txt",
      `it has ${vocabulary.size} ids, the weights ${model.vocabulary}`,
    );
  }
  const isPieces = description.sequences.form === "piece";
  const pieces = isPieces ? readTokenizer(await folder.file(TOKENIZER), TOKENIZER) : undefined;
  if (pieces !== undefined && pieces.size !== vocabulary.size) {
    throw createUnusableFileError(
      TOKENIZER,
      `it has ${pieces.size} pieces, the weights ${model.vocabulary}`,
    );
  }
  return { description, model, values, vocabulary, ...defined({ pieces }) };
}

/**
 * `BAD_ARGUMENT` if the analysis of an index differs from the one that the model was trained on.
 * Word pieces come from the stored texts and fit any index.
 */
export function checkAnalysis(
  { model, analysis, sequences }: ModelDescription,
  index: CompleteAnalyzerOptions,
): void {
  if (sequences.form === "piece") return;
  for (const [name, modelValue] of Object.entries(analysis)) {
    const indexValue = index[name as keyof CompleteAnalyzerOptions];
    if (JSON.stringify(indexValue) === JSON.stringify(modelValue)) continue;
    throw badArgument(
      `this ${model} reads tokens made with ${name} ${JSON.stringify(modelValue)}, but the index has ${JSON.stringify(indexValue)}`,
    );
  }
}

/** Checks the fields of an untrusted record that are used here. */
function isDescription({
  model,
  options,
  analysis,
  sequences,
  ngrams,
}: {
  readonly [key in keyof ModelDescription]?: unknown;
}): boolean {
  const records = [options, analysis, sequences, ngrams ?? {}];
  return typeof model === "string" && records.every((each) => each?.constructor === Object);
}
