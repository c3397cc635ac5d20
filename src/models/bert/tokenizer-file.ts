/**
 * Reads `tokenizer.json`, the file of Hugging Face's tokenizers, as far as
 * BERT's kind goes: its normaliser and pre-tokeniser, WordPiece, and
 * `[CLS] A [SEP] B [SEP]`. A tokeniser of another kind is refused with the
 * part that differs. What the file says about truncation and padding is not
 * used: lengths are the caller's, and nothing here is padded.
 */

import { TermwiseError } from "../../common/errors.ts";
import type { PieceTextOptions } from "./piece-words.ts";
import { WordPieces } from "./word-pieces.ts";

type Part = Readonly<Record<string, unknown>>;

/** `file` is only for messages. `BAD_INPUT` when it holds another kind of tokeniser. */
export function readTokenizer(bytes: Uint8Array, file: string): WordPieces {
  const whole = parsed(bytes, file);
  const part = (name: string, type: string): Part => {
    const found = whole[name];
    if (isPart(found) && found.type === type) return found;
    const kind = isPart(found) ? String(found.type) : "nothing";
    throw unfit(file, `its ${name} is ${kind}, not ${type}`);
  };
  const normalizer = part("normalizer", "BertNormalizer");
  part("pre_tokenizer", "BertPreTokenizer");
  const model = part("model", "WordPiece");
  const { first, separator } = marksOf(whole.post_processor, file);
  try {
    return new WordPieces({
      ...textOptions(normalizer),
      vocabulary: vocabularyOf(model.vocab, file),
      unknown: text(model.unk_token, "[UNK]"),
      continuing: text(model.continuing_subword_prefix, "##"),
      longestWord: Number(model.max_input_chars_per_word ?? 100),
      special: specialOf(whole.added_tokens, file),
      first,
      separator,
    });
  } catch (cause) {
    if (cause instanceof TermwiseError && cause.code === "BAD_ARGUMENT") {
      throw unfit(file, cause.message, { cause });
    }
    throw cause;
  }
}

function textOptions(normalizer: Part): PieceTextOptions {
  const lowercase = normalizer.lowercase !== false;
  return {
    cleanText: normalizer.clean_text !== false,
    chineseCharacters: normalizer.handle_chinese_chars !== false,
    // Not said, accents go where case goes.
    stripAccents: (normalizer.strip_accents ?? lowercase) === true,
    lowercase,
  };
}

function vocabularyOf(vocab: unknown, file: string): ReadonlyMap<string, number> {
  if (!isPart(vocab)) throw unfit(file, "its model has no vocab");
  const entries = Object.entries(vocab) as [string, number][];
  const ids = new Set(entries.map(([, id]) => id));
  const isWhole = entries.every(([, id]) => Number.isInteger(id) && id >= 0 && id < entries.length);
  if (!isWhole || ids.size !== entries.length) {
    throw unfit(file, `its ${entries.length} pieces need the ids 0 to ${entries.length - 1}`);
  }
  return new Map(entries);
}

/** Pieces that are taken from a text before anything else happens to it. */
function specialOf(added: unknown, file: string): readonly string[] {
  if (added === undefined || added === null) return [];
  if (!Array.isArray(added)) throw unfit(file, "its added_tokens are no list");
  return added.map((token: unknown) => {
    if (!isPart(token) || typeof token.content !== "string" || token.content === "") {
      throw unfit(file, "an added token has no content");
    }
    if (token.normalized === true || token.single_word === true) {
      throw unfit(file, `its added token ${token.content} is normalized or single_word`);
    }
    return token.content;
  });
}

/** The names of the special tokens, from either form that a post-processor has. */
function marksOf(processor: unknown, file: string): { first: string; separator: string } {
  if (isPart(processor) && processor.type === "BertProcessing") {
    const [first] = processor.cls as [string];
    const [separator] = processor.sep as [string];
    return { first: text(first, "[CLS]"), separator: text(separator, "[SEP]") };
  }
  if (isPart(processor) && processor.type === "TemplateProcessing") {
    const pair = Array.isArray(processor.pair) ? processor.pair.map(shown) : [];
    const [first = "", , separator = ""] = pair.map((item) => item.replace(/:\d$/, ""));
    const expected = [`${first}:0`, "A:0", `${separator}:0`, "B:1", `${separator}:1`];
    if (String(pair) === String(expected)) return { first, separator };
    throw unfit(file, `its pairs are ${pair.join(" ")}, not ${expected.join(" ")}`);
  }
  const kind = isPart(processor) ? String(processor.type) : "nothing";
  throw unfit(file, `its post_processor is ${kind}, not TemplateProcessing or BertProcessing`);
}

/** One item of a template as text: `[CLS]:0`, `A:0`. */
function shown(item: unknown): string {
  const { SpecialToken, Sequence } = (isPart(item) ? item : {}) as Record<string, unknown>;
  const found = SpecialToken ?? Sequence;
  return isPart(found) ? `${String(found.id)}:${String(found.type_id)}` : "nothing";
}

function text(value: unknown, standard: string): string {
  return typeof value === "string" ? value : standard;
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(bytes: Uint8Array, file: string): Part {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isPart(value)) return value;
  } catch (cause) {
    throw unfit(file, `it is not JSON (${String(cause)})`);
  }
  throw unfit(file, "it is not an object");
}

function unfit(file: string, reason: string, options?: ErrorOptions): TermwiseError {
  const message = `${file} is no tokenizer of BERT's kind: ${reason}`;
  return new TermwiseError("BAD_INPUT", message, { file }, options);
}
