/** `termwise explain`: shows which words a trained model matches in a document. */

import { quote, TermwiseError } from "../../src/common/errors.ts";
import {
  explainPair,
  type PairExplanation,
  type ReadToken,
  termSalience,
} from "../../src/reranking/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import { wrongUse } from "./arguments.ts";
import type { Command } from "./command.ts";
import { withIndex } from "./open-index.ts";
import { cutNote, withReranker } from "./open-model.ts";

/** From no match to the same word. */
const SHADES = " ░▒▓█";
/** Columns of the picture; --json has the whole document. */
const WIDEST = 60;

export const explain: Command = {
  name: "explain",
  summary: "show which words a trained model matches in a document",
  usage: "explain <index> --model <dir> <query> <document id>",
  description:
    "Shows a row for each query word and a column for each document word; the darker, the closer their\nvectors are. For models that learn salience, what each word is worth stands beside it.",
  options: [{ name: "model", value: "<dir>", summary: "a folder that termwise train wrote" }],
  examples: [
    {
      type: 'termwise explain ./index --model ./s-knrm "a domestic cat" 02121620-n',
      does: "why the document has its score",
    },
  ],

  async run(args, shell) {
    const [folder, query, id, ...rest] = args.positionals;
    const model = args.text("model");
    const isComplete = folder !== undefined && query !== undefined && id !== undefined;
    if (!isComplete || model === undefined || rest.length > 0) {
      throw wrongUse(explain, "an index, --model, a query (in quotes) and a document are needed");
    }
    await withIndex(folder, (index) =>
      withReranker(model, index, 1, async (reranker) => {
        const document = index.snapshot.find(id);
        if (document === undefined) {
          throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
        }
        const { trained, sequences } = reranker;
        const [score = 0] = await reranker.score(query, [document]);
        const learns = trained.model.salience !== undefined;
        const explanation = explainPair(
          trained,
          sequences.query(query),
          await sequences.document(document),
          score,
          learns ? await termSalience(wasmBackend(), trained) : [],
        );
        if (args.has("json")) {
          const plain = (_: string, value: unknown) =>
            value instanceof Float64Array ? [...value] : value;
          shell.out(JSON.stringify({ id, ...explanation }, plain, 2));
          return;
        }
        for (const line of picture(explanation)) shell.out(line);
        shell.note(cutNote(reranker));
      }),
    );
  },
};

/** The match matrix, then the document's words by number. */
function picture({ model, score, query, document, matches }: PairExplanation): string[] {
  const rows = matches.map((row, i) => {
    const cells = Array.from(row.subarray(0, WIDEST), shade).join("");
    return `${labelled(query[i] as ReadToken).padStart(24)} │${cells}│`;
  });
  const words = document.map((token, i) => `${String(i + 1).padStart(3)} ${labelled(token)}`);
  const left = document.length > WIDEST ? [`the first ${WIDEST} of ${document.length} words`] : [];
  return [`${model} scores ${score.toPrecision(5)}`, "", ...rows, ...left, "", ...words];
}

function shade(match: number): string {
  const at = Math.round(Math.max(0, match) * (SHADES.length - 1));
  return SHADES[at] as string;
}

function labelled({ word = "(unknown)", salience }: ReadToken): string {
  return salience === undefined ? word : `${word} ${salience.toFixed(2)}`;
}
