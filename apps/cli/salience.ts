/** `termwise salience`: writes what a trained model has learned each term to be worth. */

import { salienceLine } from "../../src/ranking/index.ts";
import { termSalience } from "../../src/reranking/index.ts";
import { openModel } from "../../src/search/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import { wrongUse } from "./arguments.ts";
import type { Command } from "./command.ts";

export const salience: Command = {
  name: "salience",
  summary: "write what a trained model has learned each term to be worth",
  usage: "salience <model> [--out <file>] [--top <n>]",
  description:
    "One line a term: the term, γ (any number) and salc = σ(γ) (between 0 and 1), between tabs. Without\n--out, shows the terms that are worth most and least. Only models called s-… learn salience.",
  options: [
    { name: "out", value: "<file>", summary: "the file to write, gzip when it ends in .gz" },
    { name: "top", value: "<n>", default: "20", summary: "terms to show of either end" },
  ],
  examples: [
    { type: "termwise salience ./s-knrm", does: "the terms worth most and least" },
    { type: "termwise salience ./s-knrm --out salience.tsv", does: "all terms, as a file" },
  ],

  async run(args, shell) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0) throw wrongUse(salience, "a model is needed");
    const table = await termSalience(wasmBackend(), await openModel(folder));
    const out = args.text("out");
    if (out !== undefined) {
      const text = table.map((term) => `${salienceLine(term)}\n`).join("");
      await shell.files.write(out, [new TextEncoder().encode(text)]);
      shell.note(`wrote ${table.length} terms to ${out}`);
      return;
    }
    if (args.has("json")) {
      shell.out(JSON.stringify(table, null, 2));
      return;
    }
    const top = args.count("top") ?? 20;
    const falling = table.toSorted((a, b) => b.gamma - a.gamma);
    const shown =
      falling.length <= 2 * top ? falling : [...falling.slice(0, top), ...falling.slice(-top)];
    for (const { term, gamma, salc } of shown) {
      shell.out(`${salc.toFixed(4)}  ${gamma.toFixed(3).padStart(8)}  ${term}`);
    }
  },
};
