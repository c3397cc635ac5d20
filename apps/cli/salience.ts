/** `termwise salience`: writes the salience of terms that a trained model has learned. */

import { formatSalienceLine } from "../../src/ranking/index.ts";
import { computeTermSalience } from "../../src/reranking/index.ts";
import { openModel } from "../../src/search/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";

export const salience: Command = {
  name: "salience",
  summary: "write the term salience learned by a model",
  usage: "salience <model> [--out <file>] [--top <n>]",
  description:
    "Writes one line per term: the term, γ and salc = σ(γ), separated by tabs. Without --out, prints the terms with the highest and the lowest salience. Only models whose names begin with s- learn salience.",
  options: [
    { name: "out", short: "o", value: "<file>", summary: "file to write" },
    {
      name: "top",
      short: "n",
      value: "<n>",
      default: "20",
      summary: "number of terms to print at each end",
    },
  ],
  examples: [
    {
      type: "termwise salience ./s-knrm",
      does: "prints the terms with the highest and lowest salience",
    },
    { type: "termwise salience ./s-knrm --out salience.tsv", does: "writes all terms to a file" },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0)
      throw createUsageError(salience, "one model is needed");
    const table = await computeTermSalience(wasmBackend(), await openModel(folder));
    const out = args.text("out");
    if (out !== undefined) {
      const text = table.map((term) => `${formatSalienceLine(term)}\n`).join("");
      await context.files.write(out, [new TextEncoder().encode(text)]);
      context.note(`wrote ${table.length} terms to ${out}`);
      return;
    }
    if (args.has("json")) {
      context.out(JSON.stringify(table, null, 2));
      return;
    }
    const top = args.count("top") ?? 20;
    const falling = table.toSorted((a, b) => b.gamma - a.gamma);
    const output =
      falling.length <= 2 * top ? falling : [...falling.slice(0, top), ...falling.slice(-top)];
    for (const { term, gamma, salc } of output) {
      context.out(`${salc.toFixed(4)}  ${gamma.toFixed(3).padStart(8)}  ${term}`);
    }
  },
};
