import { describe, expect, test } from "vitest";
import { MODEL_KINDS } from "../../src/models/index.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { resolveTraining } from "../../src/training/index.ts";
import { completeSettings } from "../../src/training/training-settings.ts";
import { parseArguments } from "./arguments.ts";
import { parseModelOptions } from "./model-options.ts";
import { train } from "./train.ts";
import { readTrainingSettings } from "./training-settings.ts";

/** What a training works with when so much is typed. */
async function parseSettings(model: string, ...argv: string[]): Promise<object> {
  const args = parseArguments(train, [model, ...argv]);
  const options = parseModelOptions(args.text("options") ?? "", {});
  const training = await readTrainingSettings(model, args, { files: new MemoryFiles() });
  return complete(resolveTraining(model, { options, ...training }));
}

function complete({ settings, sampling, ...rest }: ReturnType<typeof resolveTraining>): object {
  return {
    ...rest,
    sampling: { random: 0, ...sampling },
    settings: completeSettings(settings, 9999),
  };
}

describe("settings that nobody typed", () => {
  test.each(MODEL_KINDS.map(({ name }) => name))(
    "are those of the library for %s",
    async (model) => {
      expect(await parseSettings(model)).toEqual(complete(resolveTraining(model)));
    },
  );

  // As docs/training.md states them.
  test.each([
    ["knrm", { loss: "hinge", batchSize: 64, networkRate: 0.003, embeddingRate: 0.003 }],
    ["s-knrm", { salienceRate: 0.0003, networkRate: 0.003 }],
    ["s-conv-knrm", { salienceRate: 0.001, networkRate: 0.003 }],
    ["bert", { loss: "softmax", batchSize: 4, epochs: 2, networkRate: 3e-5, embeddingRate: 3e-5 }],
    ["bert", { warmUp: 0.1, weightDecay: 0.01, clip: 1 }],
  ])("of %s are as documented: %j", async (model, settings) => {
    expect(await parseSettings(model)).toMatchObject({ settings });
  });

  test("draw four negatives, for bert seven, and narrow the salience net of S-ConvKNRM", async () => {
    expect(await parseSettings("drmm")).toMatchObject({ sampling: { hard: 4 }, queryLength: 30 });
    expect(await parseSettings("bert")).toMatchObject({
      sampling: { hard: 7 },
      documentLength: 190,
    });
    expect(await parseSettings("s-conv-knrm")).toMatchObject({ options: { salienceUnits: 32 } });
  });
});

describe("settings that were typed", () => {
  test("win over those of the model", async () => {
    const argv = ["--loss", "ranknet", "--rate", "0.01", "--negatives", "2", "--batch", "16"];
    expect(
      await parseSettings("s-conv-knrm", ...argv, "--options", "salienceUnits=8"),
    ).toMatchObject({
      settings: { loss: "ranknet", networkRate: 0.01, embeddingRate: 0.003, batchSize: 16 },
      sampling: { hard: 2 },
      options: { salienceUnits: "8" },
    });
  });

  test("of bert move its embeddings at the rate of the network", async () => {
    expect(await parseSettings("bert", "--rate", "0.0001")).toMatchObject({
      settings: { networkRate: 0.0001, embeddingRate: 0.0001 },
    });
  });

  test("count triples, of which an example has as many as negatives", async () => {
    // 100 triples are 25 examples of four, 15 of seven, and of a file 100 of one.
    expect(await parseSettings("knrm", "--max-triples", "100")).toMatchObject({
      settings: { maxExamples: 25 },
    });
    expect(await parseSettings("bert", "--max-triples", "100")).toMatchObject({
      settings: { maxExamples: 15 },
    });
    const file = ["--max-triples", "100", "--triples", "triples.tsv"];
    expect(await parseSettings("knrm", ...file)).toMatchObject({ settings: { maxExamples: 100 } });
  });
});
