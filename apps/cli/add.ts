/** `termwise add`: adds documents to an index. */

import type { Duplicates } from "../../src/index/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { DOCUMENT_OPTIONS } from "./document-source.ts";
import { ENCODER_DEVICE_OPTION } from "./encoder-device-option.ts";
import { ENCODER_OPTION } from "./encoder-option.ts";
import { addDocuments, formatDocumentCount } from "./index-changes.ts";

export const add: Command = {
  name: "add",
  summary: "add documents to an index",
  usage: "add <index> <documents> [options]",
  description:
    "Reads documents as termwise index does, from a file, a folder, a known collection or standard input (-), and adds them to an index in one commit. If the index already has one of the ids, nothing is added; use termwise put to replace documents.",
  options: [
    {
      name: "duplicates",
      value: "<rule>",
      choices: ["refuse", "keep-first"],
      default: "refuse",
      summary: "handling of an id that the index already has: fail, or skip the new document",
    },
    ...DOCUMENT_OPTIONS,
    ENCODER_OPTION,
    ENCODER_DEVICE_OPTION,
  ],
  examples: [
    { type: "termwise add ./index more.jsonl", does: "adds the documents of a file" },
    {
      type: "termwise add ./index - --duplicates keep-first < more.jsonl",
      does: "adds the documents of standard input that are not in the index yet",
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
