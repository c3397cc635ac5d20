import { describe, expect, test } from "vitest";
import { createTinyBertFiles, encodeJson } from "../../models/bert/tiny-bert.contract.ts";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { readSentenceTransformersSettings } from "./sentence-transformers-settings.ts";
import { openEncoder } from "./vector-encoder.ts";

const POSITIONS = 32;
const MODULES = ["base.modules.transformer.Transformer", "modules.pooling.Pooling"];

function modules(...types: string[]): object[] {
  return types.map((type, idx) => ({ idx, path: idx === 1 ? "1_Pooling" : "", type }));
}

function readSettings(
  files: Record<string, unknown>,
): ReturnType<typeof readSentenceTransformersSettings> {
  const bytes = Object.entries(files).map(([name, value]) => [`bge/${name}`, encodeJson(value)]);
  return readSentenceTransformersSettings(
    new MemoryFiles(Object.fromEntries(bytes)),
    "bge",
    POSITIONS,
  );
}

describe("the settings of sentence-transformers are read", () => {
  test("none without modules.json", async () => {
    expect(await readSettings({ "tokenizer_config.json": { model_max_length: 16 } })).toEqual({});
  });

  test("from files of current versions", async () => {
    const settings = await readSettings({
      "modules.json": modules(...MODULES, "base.modules.normalize.Normalize"),
      "1_Pooling/config.json": {
        embedding_dimension: 8,
        pooling_mode: "cls",
        include_prompt: true,
      },
      "config_sentence_transformers.json": { prompts: { query: "find: ", document: "" } },
      "sentence_bert_config.json": { transformer_task: "feature-extraction" },
      "tokenizer_config.json": { model_max_length: 20 },
    });
    expect(settings).toEqual({
      ...{ pooling: "first", longest: 20, queryPrefix: "find: ", documentPrefix: "" },
    });
  });

  test("from files of older versions", async () => {
    const settings = await readSettings({
      "modules.json": modules("sentence_transformers.models.Transformer", "models.Pooling"),
      "1_Pooling/config.json": { pooling_mode_cls_token: false, pooling_mode_mean_tokens: true },
      "config_sentence_transformers.json": {
        prompts: { passage: "passage: ", usual: "query: " },
        default_prompt_name: "usual",
      },
      "sentence_bert_config.json": { max_seq_length: 512, do_lower_case: false },
    });
    expect(settings).toEqual({
      ...{ pooling: "mean", longest: POSITIONS },
      ...{ queryPrefix: "query: ", documentPrefix: "passage: " },
    });
  });

  test.each([
    [{ "modules.json": modules(...MODULES, "models.Dense") }, "Dense is none of Transformer"],
    [
      { "modules.json": [{ type: "x.Pooling", path: "../other" }] },
      '"../other" is no folder of it',
    ],
    [
      {
        "modules.json": modules(...MODULES),
        "1_Pooling/config.json": { pooling_mode: "lasttoken" },
      },
      "pooling lasttoken is neither mean nor cls",
    ],
    [
      {
        "modules.json": modules(...MODULES),
        "1_Pooling/config.json": { pooling_mode_cls_token: true, pooling_mode_max_tokens: true },
      },
      "pooling cls and max is neither mean nor cls",
    ],
    [
      {
        "modules.json": modules(...MODULES),
        "1_Pooling/config.json": { pooling_mode: "mean", include_prompt: false },
        "config_sentence_transformers.json": { prompts: { query: "find: " } },
      },
      "include_prompt is false",
    ],
  ])("and is refused for what is not computed here: %j", async (files, message) => {
    const refused = expect(readSettings(files)).rejects;
    await refused.toMatchObject({ code: "BAD_INPUT", message: expect.stringContaining(message) });
  });
});

test("an encoder uses the settings of its folder unless options override them", async () => {
  const folder = {
    ...createTinyBertFiles(),
    "modules.json": encodeJson(modules(...MODULES)),
    "1_Pooling/config.json": encodeJson({ pooling_mode: "cls" }),
    "config_sentence_transformers.json": encodeJson({ prompts: { query: "egg " } }),
  };
  const open = (files: Record<string, Uint8Array>, options: object = {}) => {
    const entries = Object.entries(files).map(([name, bytes]) => [`tiny/${name}`, bytes]);
    return openEncoder("tiny", { files: new MemoryFiles(Object.fromEntries(entries)), ...options });
  };
  const configured = await open(createTinyBertFiles(), { pooling: "first", queryPrefix: "egg " });
  const plain = await open(createTinyBertFiles());
  const itself = await open(folder);
  const against = await open(folder, { pooling: "mean", queryPrefix: "" });
  const vectors = await Promise.all(
    [configured, plain, itself, against].map((encoder) => encoder.query("soup")),
  );
  expect(vectors[2]).toEqual(vectors[0]);
  expect(vectors[3]).toEqual(vectors[1]);
  expect(vectors[0]).not.toEqual(vectors[1]);
});
