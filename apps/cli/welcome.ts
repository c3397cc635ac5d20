/** `termwise welcome`: what is here, in five lines, and a small evaluation worked before your eyes. */

import { fileURLToPath } from "node:url";
import { parseArguments } from "./arguments.ts";
import type { Command, Shell } from "./command.ts";
import { compare } from "./compare.ts";
import { evaluate } from "./evaluate.ts";

/** From dist/apps/cli to the root of the package. */
const DATA = fileURLToPath(new URL("../../../examples/data/", import.meta.url));

const INTRODUCTION = `Termwise: search that learns which words matter. Standing so far:
  text        words from any text: tokeniser, stemmers for English and other languages, stop lists
  collection  TREC, SMART, MS MARCO, BEIR, JSONL, TSV, CSV and folders, streamed; WordNet built in
  evaluation  measures equal to trec_eval's, significance tests, confidence intervals
Next to try: termwise --help, termwise collection stats wordnet, docs/architecture.md`;

export const welcome: Command = {
  name: "welcome",
  summary: "what is here, with a small worked evaluation",
  usage: "welcome",
  description: "Says what Termwise can do today and evaluates two small runs.",
  options: [],
  examples: [{ type: "termwise welcome", does: "the tour, a second long" }],

  async run(_args, shell) {
    shell.out(INTRODUCTION);
    const files = ["qrels.txt", "words.run", "stems.run"];
    shell.out("\nFour questions to a cookbook; one system compares words, the other their stems:");
    await typed(evaluate, [...files, "--measures", "nDCG@10,AP,RR"], shell);
    shell.out("\nStems look better. Is that more than chance?");
    await typed(compare, [...files, "--measures", "nDCG@10,AP", "--test", "randomization"], shell);
    shell.out(
      "\nWith four questions it may well be: of 16 ways the signs could fall, 2 are as extreme.",
    );
  },
};

/** Shows a command as a person would type it, and runs it. */
async function typed(command: Command, argv: readonly string[], shell: Shell): Promise<void> {
  shell.out(`\n$ termwise ${command.name} ${argv.join(" ")}\n`);
  const inData = argv.map((word) => (/\.(txt|run)$/.test(word) ? DATA + word : word));
  await command.run(parseArguments(command, inData), shell);
}
