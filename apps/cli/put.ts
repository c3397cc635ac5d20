/** `termwise put`: adds documents to an index, in place of those with the same ids. */

import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { DOCUMENT_OPTIONS } from "./document-source.ts";
import { ENCODER_DEVICE_OPTION } from "./encoder-device-option.ts";
import { ENCODER_OPTION } from "./encoder-option.ts";
import { addDocuments, changeParts, formatDocumentCount } from "./index-changes.ts";

export const put: Command = {
  name: "put",
  summary: "add documents to an index or replace them by id",
  usage: "put <index> <documents> [options]",
  description:
    "Reads documents as termwise index does, from a file, a folder, a known collection or standard input (-). A document replaces the one with the same id; other documents are added. All changes are one commit. With --parts, documents keep the properties that the source does not have.",
  options: [
    {
      name: "parts",
      summary: "change only the properties that a document of the source has; null removes one",
    },
    {
      name: "replace-all",
      summary: "replace all documents of the index; searches see the old ones until the end",
    },
    ...DOCUMENT_OPTIONS,
    ENCODER_OPTION,
    ENCODER_DEVICE_OPTION,
  ],
  examples: [
    { type: "termwise put ./index changed.jsonl", does: "updates the documents of a file" },
    { type: "termwise put ./shop prices.csv --parts --id-field sku", does: "changes prices alone" },
    { type: "termwise put ./shop catalogue.jsonl --replace-all", does: "replaces the whole index" },
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
    const isReplaced = args.has("replace-all");
    if (args.has("parts")) {
      if (isReplaced) throw createUsageError(put, "--parts and --replace-all exclude each other");
      const changed = await changeParts(index, name, args, context);
      context.out(
        args.has("json")
          ? JSON.stringify({ index, changed })
          : `changed ${formatDocumentCount(changed)} of ${index}`,
      );
      return;
    }
    const change = await addDocuments(index, name, "keep-last", args, context);
    const { read, after, generation, seconds } = change;
    const before = isReplaced ? 0 : change.before;
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
