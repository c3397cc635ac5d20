/** `termwise add`: adds documents to an index. */

import type { Duplicates } from "../../src/index/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { DOCUMENT_OPTIONS } from "./document-source.ts";
import { ENCODER_OPTION } from "./encoder-option.ts";
import { addDocuments, formatDocumentCount } from "./index-changes.ts";

export const add: Command = {
  name: "add",
  summary: "add documents to an index",
  usage: "add <index> <documents> [options]",
  description:
    "Reads documents as termwise index does, from a file, a folder, a known collection or standard input (-),\nand adds them to an index in one commit. An id that the index has already is an error, and then nothing\nis added; termwise put replaces documents.",
  options: [
    {
      name: "duplicates",
      value: "<rule>",
      choices: ["refuse", "keep-first"],
      default: "refuse",
      summary: "what to do with an id that the index has: fail, or leave the new document out",
    },
    ...DOCUMENT_OPTIONS,
    ENCODER_OPTION,
  ],
  examples: [
    { type: "termwise add ./index more.jsonl", does: "adds the documents of a file" },
    {
      type: "termwise add ./index - --duplicates keep-first < more.jsonl",
      does: "adds those of standard input that are not in the index yet",
    },
  ],

  async run(args, context) {
    const [index, name, ...rest] = args.positionals;
    if (index === undefined || name === undefined || rest.length > 0) {
      throw createUsageError(add, "an index and a source of documents are needed");
    }
    const duplicates = args.text("duplicates") as Duplicates;
    const change = await addDocuments(index, name, duplicates, args, context);
    const { read, before, after, generation, seconds } = change;
    const added = after - before;
    const remaining = read - added;
    if (args.has("json")) {
      context.out(
        JSON.stringify({ index, added, skipped: remaining, documents: after, generation, seconds }),
      );
      return;
    }
    const note =
      remaining === 0 ? "" : `, left out ${remaining.toLocaleString("en-US")} that it had already`;
    context.out(
      `added ${formatDocumentCount(added)} to ${index}${note}; it has ${formatDocumentCount(after)} now`,
    );
  },
};
