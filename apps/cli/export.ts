/** `termwise export`: writes a trained model for other programs. */

import { join } from "node:path";
import { inputsFor } from "../../src/models/index.ts";
import { openModel } from "../../src/search/index.ts";
import { writeOnnx } from "../../src/tensor/index.ts";
import { wrongUse } from "./arguments.ts";
import type { Command } from "./command.ts";

export const exportModel: Command = {
  name: "export",
  summary: "write a trained model as ONNX",
  usage: "export <model> --onnx [--out <file>]",
  description:
    "Writes one graph with the model's values in it. Its inputs are the ids of a batch's distinct words,\nand queries and documents as places among them with their offsets; its output is a score a pair.",
  options: [
    { name: "onnx", summary: "the format, the only one there is" },
    {
      name: "out",
      value: "<file>",
      summary: "the file to write; by default model.onnx in the folder",
    },
  ],
  examples: [{ type: "termwise export ./s-knrm --onnx", does: "writes ./s-knrm/model.onnx" }],

  async run(args, shell) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0 || !args.has("onnx")) {
      throw wrongUse(exportModel, "a model and --onnx are needed");
    }
    const { model, values } = await openModel(folder);
    const scores = model.score(inputsFor(model));
    const bytes = writeOnnx({ outputs: { scores } }, { name: model.name, values });
    const out = args.text("out") ?? join(folder, "model.onnx");
    await shell.files.write(out, [bytes]);
    if (args.has("json")) shell.out(JSON.stringify({ out, bytes: bytes.length }));
    else shell.out(`wrote ${out}, ${bytes.length} bytes`);
  },
};
