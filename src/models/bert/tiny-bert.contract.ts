/** A BERT of the smallest size, in the files of Hugging Face's libraries. */

import { Random } from "../../common/random.ts";
import { type StoredTensor, writeSafetensors } from "../../tensor/index.ts";
import { BERT } from "./bert.ts";

const SPECIAL_TOKENS = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]"];
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

export const TINY_CONFIG: Readonly<Record<string, unknown>> = {
  model_type: "bert",
  hidden_act: "gelu",
  hidden_size: 8,
  intermediate_size: 16,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  max_position_embeddings: 32,
  type_vocab_size: 2,
};

/** The pieces are letters and `words`. */
export function createTinyTokenizer(
  words: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const pieces = [
    ...SPECIAL_TOKENS,
    ...LETTERS,
    ...LETTERS.map((letter) => `##${letter}`),
    ...words,
  ];
  const mark = (id: string, side: number) => ({ SpecialToken: { id, type_id: side } });
  const text = (id: string, side: number) => ({ Sequence: { id, type_id: side } });
  return {
    added_tokens: SPECIAL_TOKENS.map((content, id) => ({ id, content, normalized: false })),
    normalizer: { type: "BertNormalizer", lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      pair: [mark("[CLS]", 0), text("A", 0), mark("[SEP]", 0), text("B", 1), mark("[SEP]", 1)],
    },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
    },
  };
}

/** The shape of an encoder. */
export interface TinyShape {
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  readonly units: number;
  readonly places: number;
}

const TINY_SHAPE: TinyShape = { layers: 2, width: 8, heads: 2, units: 16, places: 32 };

/** The values of an encoder without a head, by names without `bert.`, as the libraries write them. */
export function createTinyTensors(
  words: readonly string[] = [],
  own: TinyShape = TINY_SHAPE,
): Record<string, StoredTensor> {
  const size = SPECIAL_TOKENS.length + 2 * LETTERS.length + words.length;
  const shape = { ...own, queryPlaces: own.places / 2 };
  const values = BERT.create(size, shape).initialValues(new Random(8));
  return Object.fromEntries(
    [...values].flatMap(([{ attributes, shape: of }, numbers]) => {
      const name = String(attributes.name).replace(/^bert\./, "");
      // Larger than usual, so that a model this small distinguishes texts from the
      // start.
      const spread = name.includes("LayerNorm") ? numbers : numbers.map((value) => 20 * value);
      const tensor = { shape: of as readonly number[], values: spread };
      return /^classifier/.test(name) ? [] : [[name, tensor] as const];
    }),
  );
}

/** All three files by name. */
export function createTinyBertFiles(
  words: readonly string[] = [],
  shape: TinyShape = TINY_SHAPE,
): Readonly<Record<string, Uint8Array>> {
  const tokenizer = createTinyTokenizer(words);
  const { vocab } = tokenizer.model as { vocab: object };
  const config = {
    ...TINY_CONFIG,
    vocab_size: Object.keys(vocab).length,
    num_hidden_layers: shape.layers,
    hidden_size: shape.width,
    num_attention_heads: shape.heads,
    intermediate_size: shape.units,
    max_position_embeddings: shape.places,
  };
  return {
    "config.json": encodeJson(config),
    "tokenizer.json": encodeJson(tokenizer),
    "model.safetensors": writeSafetensors({
      tensors: createTinyTensors(words, shape),
      metadata: {},
    }),
  };
}

export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
