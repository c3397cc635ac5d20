/** `termwise export`: writes a trained model for other programs. */

import { join } from "node:path";
import { createInputs } from "../../src/models/index.ts";
import { openModel } from "../../src/search/index.ts";
import { writeOnnx } from "../../src/tensor/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";

export const exportModel: Command = {
  name: "export",
  summary: "write a trained model as ONNX",
  usage: "export <model> --onnx [--out <file>]",
  description:
    "Writes the model as one ONNX graph with its weights. Its inputs are the ids of the distinct words of a batch, and the queries and documents as positions in that list, with offsets. Its output is one score per pair.",
  options: [
    { name: "onnx", summary: "write ONNX, the only format" },
    {
      name: "out",
      short: "o",
      value: "<file>",
      summary: "file to write; by default model.onnx in the folder of the model",
    },
  ],
  examples: [{ type: "termwise export ./s-knrm --onnx", does: "writes ./s-knrm/model.onnx" }],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0 || !args.has("onnx")) {
      throw createUsageError(exportModel, "one model and --onnx are needed");
    }
    const { model, values } = await openModel(folder);
    const scores = model.score(createInputs(model));
    const bytes = writeOnnx({ outputs: { scores } }, { name: model.name, values });
    const out = args.text("out") ?? join(folder, "model.onnx");
    await context.files.write(out, [bytes]);
    if (args.has("json")) context.out(JSON.stringify({ out, bytes: bytes.length }));
    else context.out(`wrote ${out}, ${bytes.length} bytes`);
  },
};
