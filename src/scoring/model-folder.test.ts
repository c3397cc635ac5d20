import { describe, expect, test } from "vitest";
import { flipBit, readContents } from "../../test/faults/damage.ts";
import { createDiskStore } from "../../test/faults/stores.ts";
import { Random } from "../common/random.ts";
import { Vocabulary } from "../embeddings/index.ts";
import { createModel, listVariables, saveWeights, writeInitialValues } from "../models/index.ts";
import { addChecksum } from "../storage/checksummed-json.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { plainBackend, readSafetensors, writeSafetensors } from "../tensor/index.ts";
import { completeOptions } from "../text/index.ts";
import { checkAnalysis, type ModelDescription, readModel, writeModel } from "./model-folder.ts";

const vocabulary = new Vocabulary(["red", "blue"], Float64Array.of(7, 5));
const model = createModel("knrm", vocabulary.size, { dimensions: 2 });
const description: ModelDescription = {
  model: "knrm",
  options: model.options,
  analysis: completeOptions(),
  sequences: { form: "stem", queryLength: 30, documentLength: 180 },
  depth: 20,
};

async function createWeights(): Promise<Uint8Array> {
  const session = await plainBackend().open(listVariables(model));
  await writeInitialValues(session, model.initialValues(new Random(1)));
  return saveWeights(model, session);
}

async function writeFolder(): Promise<MemoryDirectory> {
  const directory = new MemoryDirectory();
  await writeModel(directory, description, vocabulary, await createWeights());
  return directory;
}

async function replaceText(directory: MemoryDirectory, name: string, text: string): Promise<void> {
  await directory.remove(name);
  await directory.write(name, new TextEncoder().encode(text));
}

describe("a count that the bytes of the weights cannot hold is refused before a model is made", () => {
  test.each([
    ["conv-knrm", "longest"],
    ["conv-knrm", "filters"],
    ["pacrr", "longest"],
    ["bert", "layers"],
    ["bert", "width"],
    ["knrm", "dimensions"],
    ["drmm", "bins"],
    ["duet", "documentLength"],
  ])("%s: %s", async (name, option) => {
    const { tensors, metadata } = readSafetensors(await createWeights(), "weights");
    const options = JSON.stringify({ [option]: 1e9 });
    const bytes = writeSafetensors({ tensors, metadata: { ...metadata, model: name, options } });
    const directory = new MemoryDirectory();
    await writeModel(directory, description, vocabulary, bytes);
    const started = process.cpuUsage().user;
    await expect(readModel(directory)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(`${option} is 1000000000, more than `),
    });
    expect(process.cpuUsage().user - started).toBeLessThan(2e6);
  });
});

describe("a model folder", () => {
  test("has three files and is read back as it was written", async () => {
    const directory = await writeFolder();
    expect(await directory.list()).toEqual(["model.json", "vocabulary.txt", "weights.safetensors"]);
    const {
      description: readDescription,
      model: createdModel,
      values,
      vocabulary: words,
    } = await readModel(directory);
    expect(readDescription).toEqual(description);
    expect(createdModel.options).toEqual(model.options);
    expect(words.words).toEqual(["red", "blue"]);
    const initial = [...model.initialValues(new Random(1)).values()];
    expect([...values.values()]).toEqual(initial);
  });

  test("is rejected when it is missing, of another version, or not JSON", async () => {
    await expect(readModel(new MemoryDirectory())).rejects.toMatchObject({ code: "NOT_FOUND" });
    const directory = await writeFolder();
    await replaceText(directory, "model.json", '{"format":"termwise-model","version":2}');
    await expect(readModel(directory)).rejects.toThrow("its version is 2, not 1");
    await replaceText(directory, "model.json", '{"format":"other"}');
    await expect(readModel(directory)).rejects.toThrow('its format is "other"');
    await replaceText(directory, "model.json", "null");
    await expect(readModel(directory)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  test("is rejected when its files do not belong together", async () => {
    const directory = await writeFolder();
    await replaceText(directory, "vocabulary.txt", "red\t7\ngreen\t5\n");
    await expect(readModel(directory)).rejects.toThrow(
      "vocabulary.txt cannot be used: it is damaged or belongs to another model.json",
    );
  });

  test.each(["model.json", "vocabulary.txt", "weights.safetensors"])(
    "with a flipped bit of %s on disk is the same model or rejected",
    async (name) => {
      const sound = await readContents(await writeFolder());
      const bytes = sound.get(name) as Uint8Array;
      const random = new Random(1).split(name);
      let refused = 0;
      for (let at = 0; at < bytes.length; at += 1 + random.below(3)) {
        const files = new Map(sound).set(name, flipBit(bytes, at, random.below(8)));
        const damaged = await createDiskStore(files);
        const { description: readDescription } = await readModel(damaged).catch(
          (error: unknown) => {
            expect(error).toMatchObject({ code: "BAD_INPUT" });
            refused++;
            return { description };
          },
        );
        expect(readDescription).toEqual(description); // a changed space has no effect
      }
      expect(refused).toBeGreaterThan(bytes.length / 6);
    },
  );

  test.each(["options", "analysis", "sequences", "checksums", "model"])(
    "without %s is rejected although its checksum matches",
    async (member) => {
      const directory = await writeFolder();
      const text = new TextDecoder().decode(await directory.read("model.json"));
      const { checksum: _, [member]: __, ...rest } = JSON.parse(text);
      await replaceText(directory, "model.json", JSON.stringify(await addChecksum(rest)));
      await expect(readModel(directory)).rejects.toMatchObject({ code: "BAD_INPUT" });
    },
  );

  test("is rejected with a vocabulary of another size than the weights", async () => {
    const directory = new MemoryDirectory();
    await writeModel(
      directory,
      description,
      new Vocabulary(["red"], Float64Array.of(7)),
      await createWeights(),
    );
    await expect(readModel(directory)).rejects.toThrow("it has 3 ids, the weights 4");
  });

  test("is rejected for an index with other tokens", () => {
    expect(() => checkAnalysis(description, completeOptions())).not.toThrow();
    expect(() => checkAnalysis(description, completeOptions({ stemmer: "none" }))).toThrow(
      'this knrm reads tokens made with stemmer "porter2", but the index has "none"',
    );
  });
});
