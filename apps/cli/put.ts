/** `termwise put`: adds documents to an index, in place of those with the same ids. */

import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { DOCUMENT_OPTIONS } from "./document-source.ts";
import { ENCODER_OPTION } from "./encoder-option.ts";
import { addDocuments, formatDocumentCount } from "./index-changes.ts";

export const put: Command = {
  name: "put",
  summary: "add documents to an index or replace them by id",
  usage: "put <index> <documents> [options]",
  description:
    "Reads documents as termwise index does, from a file, a folder, a known collection or standard input (-).\nA document replaces the one with the same id; others are added. All changes are one commit.",
  options: [...DOCUMENT_OPTIONS, ENCODER_OPTION],
  examples: [
    { type: "termwise put ./index changed.jsonl", does: "updates the documents of a file" },
    {
      type: "termwise put ./index products.csv --id-field sku --title-field name --text-field description",
      does: "reads id, title and text from the columns of a table",
    },
  ],

  async run(args, context) {
    const [index, name, ...rest] = args.positionals;
    if (index === undefined || name === undefined || rest.length > 0) {
      throw createUsageError(put, "an index and a source of documents are needed");
    }
    const change = await addDocuments(index, name, "keep-last", args, context);
    const { read, before, after, generation, seconds } = change;
    const added = after - before;
    const replaced = read - added;
    if (args.has("json")) {
      context.out(
        JSON.stringify({ index, added, replaced, documents: after, generation, seconds }),
      );
      return;
    }
    context.out(
      `added ${formatDocumentCount(added)} to ${index} and replaced ${replaced.toLocaleString("en-US")}; it has ${formatDocumentCount(after)} now`,
    );
  },
};
