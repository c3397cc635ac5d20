/**
 * Reads `tokenizer.json`, the file of Hugging Face's tokenizers, for tokenisers of
 * BERT's kind: its normaliser and pre-tokeniser, WordPiece, and `[CLS] A [SEP] B
 * [SEP]`. A tokeniser of another kind is rejected with the part that differs.
 * Truncation and padding settings of the file are ignored: the caller sets lengths,
 * and nothing here is padded.
 */

import { TermwiseError } from "../../common/errors.ts";
import type { PieceTextOptions } from "./pre-tokenise.ts";
import { WordPieces } from "./word-pieces.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** `file` is only for messages. `BAD_INPUT` if it holds another kind of tokeniser. */
export function readTokenizer(bytes: Uint8Array, file: string): WordPieces {
  const tokenizer = parseJson(bytes, file);
  const getSection = (name: string, type: string): JsonObject => {
    const section = tokenizer[name];
    if (isJsonObject(section) && section.type === type) return section;
    const kind = isJsonObject(section) ? String(section.type) : "nothing";
    throw createMismatchError(file, `its ${name} is ${kind}, not ${type}`);
  };
  const normalizer = getSection("normalizer", "BertNormalizer");
  getSection("pre_tokenizer", "BertPreTokenizer");
  const model = getSection("model", "WordPiece");
  const { first, separator } = parseSpecialTokens(tokenizer.post_processor, file);
  try {
    return new WordPieces({
      ...readTextOptions(normalizer),
      vocabulary: parseVocabulary(model.vocab, file),
      unknown: readText(model.unk_token, "[UNK]"),
      continuing: readText(model.continuing_subword_prefix, "##"),
      longestWord: Number(model.max_input_chars_per_word ?? 100),
      special: parseAddedTokens(tokenizer.added_tokens, file),
      first,
      separator,
    });
  } catch (cause) {
    if (cause instanceof TermwiseError && cause.code === "BAD_ARGUMENT") {
      throw createMismatchError(file, cause.message, { cause });
    }
    throw cause;
  }
}

function readTextOptions(normalizer: JsonObject): PieceTextOptions {
  const lowercase = normalizer.lowercase !== false;
  return {
    cleanText: normalizer.clean_text !== false,
    chineseCharacters: normalizer.handle_chinese_chars !== false,
    // By default, accents are stripped if case is.
    stripAccents: (normalizer.strip_accents ?? lowercase) === true,
    lowercase,
  };
}

function parseVocabulary(vocab: unknown, file: string): ReadonlyMap<string, number> {
  if (!isJsonObject(vocab)) throw createMismatchError(file, "its model has no vocab");
  const entries = Object.entries(vocab) as [string, number][];
  const ids = new Set(entries.map(([, id]) => id));
  const isWhole = entries.every(([, id]) => Number.isInteger(id) && id >= 0 && id < entries.length);
  if (!isWhole || ids.size !== entries.length) {
    throw createMismatchError(
      file,
      `its ${entries.length} pieces need the ids 0 to ${entries.length - 1}`,
    );
  }
  return new Map(entries);
}

/** Pieces that are matched in a text before any normalisation. */
function parseAddedTokens(tokens: unknown, file: string): readonly string[] {
  if (tokens === undefined || tokens === null) return [];
  if (!Array.isArray(tokens)) throw createMismatchError(file, "its added_tokens are not a list");
  return tokens.map((token: unknown) => {
    if (!isJsonObject(token) || typeof token.content !== "string" || token.content === "") {
      throw createMismatchError(file, "an added token has no content");
    }
    if (token.normalized === true || token.single_word === true) {
      throw createMismatchError(
        file,
        `its added token ${token.content} is normalized or single_word`,
      );
    }
    return token.content;
  });
}

/** The names of the special tokens, from either form that a post-processor has. */
function parseSpecialTokens(
  processor: unknown,
  file: string,
): { first: string; separator: string } {
  if (isJsonObject(processor) && processor.type === "BertProcessing") {
    const [first] = processor.cls as [string];
    const [separator] = processor.sep as [string];
    return { first: readText(first, "[CLS]"), separator: readText(separator, "[SEP]") };
  }
  if (isJsonObject(processor) && processor.type === "TemplateProcessing") {
    const pair = Array.isArray(processor.pair) ? processor.pair.map(formatTemplateItem) : [];
    const [first = "", , separator = ""] = pair.map((item) => item.replace(/:\d$/, ""));
    const expected = [`${first}:0`, "A:0", `${separator}:0`, "B:1", `${separator}:1`];
    if (String(pair) === String(expected)) return { first, separator };
    throw createMismatchError(file, `its pairs are ${pair.join(" ")}, not ${expected.join(" ")}`);
  }
  const kind = isJsonObject(processor) ? String(processor.type) : "nothing";
  throw createMismatchError(
    file,
    `its post_processor is ${kind}, not TemplateProcessing or BertProcessing`,
  );
}

/** One item of a template as text: `[CLS]:0`, `A:0`. */
function formatTemplateItem(item: unknown): string {
  const { SpecialToken, Sequence } = (isJsonObject(item) ? item : {}) as Record<string, unknown>;
  const token = SpecialToken ?? Sequence;
  return isJsonObject(token) ? `${String(token.id)}:${String(token.type_id)}` : "nothing";
}

function readText(value: unknown, standard: string): string {
  return typeof value === "string" ? value : standard;
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(bytes: Uint8Array, file: string): JsonObject {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw createMismatchError(file, `it is not JSON (${String(cause)})`);
  }
  throw createMismatchError(file, "it is not an object");
}

function createMismatchError(file: string, reason: string, options?: ErrorOptions): TermwiseError {
  const message = `${file} is not a tokenizer of BERT's kind: ${reason}`;
  return new TermwiseError("BAD_INPUT", message, { file }, options);
}
