import { describe, expect, test } from "vitest";
import { contentsOf, flipped } from "../../test/faults/damage.ts";
import { diskStore } from "../../test/faults/stores.ts";
import { Random } from "../common/random.ts";
import { Vocabulary } from "../embeddings/index.ts";
import { createModel, saveWeights, variablesOf, writeInitialValues } from "../models/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { sealed } from "../storage/sealed-json.ts";
import { plainBackend } from "../tensor/index.ts";
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

async function weights(): Promise<Uint8Array> {
  const session = await plainBackend().open(variablesOf(model));
  await writeInitialValues(session, model.initialValues(new Random(1)));
  return saveWeights(model, session);
}

async function folder(): Promise<MemoryDirectory> {
  const directory = new MemoryDirectory();
  await writeModel(directory, description, vocabulary, await weights());
  return directory;
}

async function replace(directory: MemoryDirectory, name: string, text: string): Promise<void> {
  await directory.remove(name);
  await directory.write(name, new TextEncoder().encode(text));
}

describe("a model folder", () => {
  test("has three files and is read back as it was written", async () => {
    const directory = await folder();
    expect(await directory.list()).toEqual(["model.json", "vocabulary.txt", "weights.safetensors"]);
    const {
      description: found,
      model: made,
      values,
      vocabulary: words,
    } = await readModel(directory);
    expect(found).toEqual(description);
    expect(made.options).toEqual(model.options);
    expect(words.words).toEqual(["red", "blue"]);
    const initial = [...model.initialValues(new Random(1)).values()];
    expect([...values.values()]).toEqual(initial);
  });

  test("is refused when it is not there, of another version, or not JSON", async () => {
    await expect(readModel(new MemoryDirectory())).rejects.toMatchObject({ code: "NOT_FOUND" });
    const directory = await folder();
    await replace(directory, "model.json", '{"format":"termwise-model","version":2}');
    await expect(readModel(directory)).rejects.toThrow("its version is 2, this is for 1");
    await replace(directory, "model.json", '{"format":"other"}');
    await expect(readModel(directory)).rejects.toThrow('its format is "other"');
    await replace(directory, "model.json", "null");
    await expect(readModel(directory)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  test("is refused when its files do not belong together", async () => {
    const directory = await folder();
    await replace(directory, "vocabulary.txt", "red\t7\ngreen\t5\n");
    await expect(readModel(directory)).rejects.toThrow(
      "vocabulary.txt cannot be used: it is damaged or belongs to another model.json",
    );
  });

  test.each(["model.json", "vocabulary.txt", "weights.safetensors"])(
    "with a bit of %s flipped, on disk, is the same model or refused",
    async (name) => {
      const sound = await contentsOf(await folder());
      const bytes = sound.get(name) as Uint8Array;
      const random = new Random(1).split(name);
      let refused = 0;
      for (let at = 0; at < bytes.length; at += 1 + random.below(3)) {
        const files = new Map(sound).set(name, flipped(bytes, at, random.below(8)));
        const damaged = await diskStore(files);
        const { description: found } = await readModel(damaged).catch((error: unknown) => {
          expect(error).toMatchObject({ code: "BAD_INPUT" });
          refused++;
          return { description };
        });
        expect(found).toEqual(description); // a changed space changes nothing
      }
      expect(refused).toBeGreaterThan(bytes.length / 6);
    },
  );

  test.each(["options", "analysis", "sequences", "checksums", "model"])(
    "without %s is refused although its checksum fits",
    async (member) => {
      const directory = await folder();
      const text = new TextDecoder().decode(await directory.read("model.json"));
      const { checksum: _, [member]: __, ...rest } = JSON.parse(text);
      await replace(directory, "model.json", JSON.stringify(await sealed(rest)));
      await expect(readModel(directory)).rejects.toMatchObject({ code: "BAD_INPUT" });
    },
  );

  test("is refused with a vocabulary of another size than the weights", async () => {
    const directory = new MemoryDirectory();
    await writeModel(
      directory,
      description,
      new Vocabulary(["red"], Float64Array.of(7)),
      await weights(),
    );
    await expect(readModel(directory)).rejects.toThrow("it has 3 ids, the weights 4");
  });

  test("is refused for an index that makes other tokens", () => {
    expect(() => checkAnalysis(description, completeOptions())).not.toThrow();
    expect(() => checkAnalysis(description, completeOptions({ stemmer: "none" }))).toThrow(
      'this knrm reads tokens made with stemmer "porter2", but the index has "none"',
    );
  });
});
