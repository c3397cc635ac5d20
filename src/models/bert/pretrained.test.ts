import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { writeSafetensors } from "../../tensor/index.ts";
import { openPretrained } from "./pretrained.ts";
import {
  createTinyBertFiles,
  createTinyTensors,
  createTinyTokenizer,
  encodeJson,
  TINY_CONFIG,
} from "./tiny-bert.contract.ts";

type Contents = Readonly<Record<string, Uint8Array>>;

function createFiles(folder: string, contents: Contents): MemoryFiles {
  return new MemoryFiles(
    Object.fromEntries(
      Object.entries(contents).map(([name, bytes]) => [`${folder}/${name}`, bytes]),
    ),
  );
}

const open = (contents: Contents, folder = "tiny") =>
  openPretrained(createFiles(folder, contents), "tiny");
const completeFiles = createTinyBertFiles();
const weights = (tensors: ReturnType<typeof createTinyTensors>): Contents => ({
  ...completeFiles,
  "model.safetensors": writeSafetensors({ tensors, metadata: {} }),
});
const config = (overrides: object): Contents => ({
  ...completeFiles,
  "config.json": encodeJson({ ...TINY_CONFIG, vocab_size: 57, ...overrides }),
});

describe("a count that the bytes of the weights cannot hold is refused before a model is made", () => {
  test.each([
    "num_hidden_layers",
    "hidden_size",
    "num_attention_heads",
    "intermediate_size",
    "max_position_embeddings",
  ])("%s", async (name) => {
    const started = process.cpuUsage().user;
    await expect(open(config({ [name]: 1e9 }))).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(`${name} is 1000000000, more than `),
    });
    expect(process.cpuUsage().user - started).toBeLessThan(2e6);
  });

  test("one layer more than there are tensors for", async () => {
    await expect(open(config({ num_hidden_layers: 3 }))).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining("num_hidden_layers is 3, more than "),
    });
  });
});

describe("a pretrained BERT is read", () => {
  test("from a folder, with the shape of its config and a value for all but the head", async () => {
    const { options, tokenizer, values } = await open(completeFiles);
    expect(options).toEqual({
      layers: 2,
      width: 8,
      heads: 2,
      units: 16,
      places: 32,
      queryPlaces: 16,
      dropout: 0.1,
    });
    expect(tokenizer.encode("Cab").length).toBe(3);
    expect(values.has("bert.encoder.layer.1.output.dense.weight")).toBe(true);
    expect(values.has("classifier.weight")).toBe(false);
    const { values: bias } = createTinyTensors()["pooler.dense.bias"] ?? {};
    expect(values.get("bert.pooler.dense.bias")).toEqual(bias);
  });

  test("from the folder model of a package, by its name", async () => {
    const files = createFiles("packages/minilm/model", completeFiles);
    const findPackage = async (name: string): Promise<string> => `packages/${name}`;
    const { options } = await openPretrained(files, "minilm", { findPackage });
    expect(options.layers).toBe(2);
  });

  test("with names that begin with bert, and the head that goes with them", async () => {
    const prefixed = Object.entries(createTinyTensors()).map(([name, tensor]) => [
      `bert.${name}`,
      tensor,
    ]);
    const head = { shape: [2, 8], values: new Float32Array(16).fill(3) };
    const { values } = await open(
      weights({ ...Object.fromEntries(prefixed), "classifier.weight": head }),
    );
    expect(values.get("classifier.weight")).toEqual(head.values);
  });

  test("with a head for another task, which is left out", async () => {
    const head = { shape: [1, 8], values: new Float32Array(8) };
    const { values } = await open(weights({ ...createTinyTensors(), "classifier.weight": head }));
    expect(values.has("classifier.weight")).toBe(false);
  });

  test("from a file with another name, if it is the only safetensors file", async () => {
    const { "model.safetensors": bytes, ...rest } = completeFiles;
    const { values } = await open({ ...rest, "model.fp16.safetensors": bytes as Uint8Array });
    expect(values.size).toBeGreaterThan(0);
  });
});

describe("a pretrained BERT is rejected if", () => {
  const { "pooler.dense.weight": pooler, ...tensors } = createTinyTensors();
  const withoutTensor = (name: string): Contents => {
    const { [name]: _, ...rest } = completeFiles;
    return rest;
  };
  const { "embeddings.LayerNorm.bias": _, ...lacking } = tensors;
  const wrongTensor = { shape: [8, 4], values: new Float32Array(32) };
  const odd = createTinyTokenizer();
  const swapped = {
    ...odd,
    model: { type: "WordPiece", vocab: { "[CLS]": 0, "[SEP]": 1, "[UNK]": 2 } },
  };
  test.each<[string, Contents, string]>([
    [
      "it has no config",
      withoutTensor("config.json"),
      "tiny holds no BERT: there is no config.json",
    ],
    ["it has no tokenizer", withoutTensor("tokenizer.json"), "there is no tokenizer.json"],
    [
      "it has no weights",
      withoutTensor("model.safetensors"),
      "tiny needs one safetensors file or model.safetensors, has 0",
    ],
    [
      "a tensor is missing",
      weights(lacking),
      'tiny/model.safetensors holds no BERT of this shape: it lacks "embeddings.LayerNorm.bias"',
    ],
    [
      "a tensor has another shape",
      weights({ ...tensors, "encoder.layer.0.attention.self.key.weight": wrongTensor }),
      '"encoder.layer.0.attention.self.key.weight" is [8,4], not [8,8]',
    ],
    ["it is another kind of model", config({ model_type: "gpt2" }), "model_type is gpt2, not bert"],
    ["it has another activation", config({ hidden_act: "relu" }), "hidden_act is relu, not gelu"],
    [
      "its places are relative",
      config({ position_embedding_type: "relative_key" }),
      "position_embedding_type is relative_key, not absolute",
    ],
    ["it has one side", config({ type_vocab_size: 1 }), "type_vocab_size is not 2"],
    [
      "its vocabulary is another",
      config({ vocab_size: 99 }),
      "vocab_size is 99, the tokenizer has 57 pieces",
    ],
    [
      "a size is missing",
      config({ hidden_size: null }),
      "hidden_size must be a whole number ≥ 1, got null",
    ],
    [
      "its config is no JSON",
      { ...completeFiles, "config.json": encodeJson(3) },
      "is not an object",
    ],
    [
      "its special tokens have the ids of padding",
      { ...completeFiles, "tokenizer.json": encodeJson({ ...swapped, added_tokens: [] }) },
      "[CLS] has id 0; ids 0 and 1 must be padding and an unused piece",
    ],
  ])("%s", async (_name, contents, message) => {
    await expect(open(contents)).rejects.toThrow(message);
  });

  test("there is no such folder and no way to find a package", async () => {
    await expect(openPretrained(new MemoryFiles(), "tiny")).rejects.toThrow(
      '"tiny" is not a folder; to open a package, pass findPackage',
    );
  });

  test("a file without a pooler is accepted", async () => {
    const { values } = await open(weights(tensors));
    expect(pooler).toBeDefined();
    expect(values.has("bert.pooler.dense.weight")).toBe(false);
  });
});
