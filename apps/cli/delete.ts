/** `termwise delete`: deletes documents from an index by their ids, or by a filter. */

import { readLineBatches } from "../../src/collection/formats/index.ts";
import { findIds } from "../../src/search/document-parts.ts";
import { createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { changeIndex, formatDocumentCount } from "./index-changes.ts";
import { withIndex } from "./open-index.ts";

/** Ids of documents that were not there, as a person sees them; --json has all. */
const MAX_LISTED_IDS = 5;

export const deleteDocuments: Command = {
  name: "delete",
  summary: "delete documents from an index",
  usage: "delete <index> <id>... [--ids <file> | --filter <conditions>]",
  description:
    "Deletes documents by id, or those that pass a filter, in one commit. Unknown ids are reported and are not an error.",
  options: [
    {
      name: "ids",
      value: "<file>",
      summary: "read ids from this file, one per line; - is standard input",
    },
    {
      name: "filter",
      value: "<conditions>",
      summary: 'delete all documents that pass, such as "price < 20 and sold = true"',
    },
  ],
  takesText: true,
  examples: [
    { type: "termwise delete ./index recipe-12 recipe-13", does: "deletes two documents" },
    {
      type: "termwise delete ./index --ids gone.txt",
      does: "deletes the documents listed in a file",
    },
  ],

  async run(args, context) {
    const [index, ...ids] = args.positionals;
    const file = args.text("ids");
    const filter = args.text("filter");
    const hasIds = ids.length > 0 || file !== undefined;
    if (index === undefined || hasIds === (filter !== undefined)) {
      throw createUsageError(deleteDocuments, "an index, and ids or --filter, are needed");
    }
    const missing: string[] = [];
    let deleted = 0;
    const { after, generation } = await changeIndex(index, async (writer) => {
      const take = async (id: string): Promise<void> => {
        if (await writer.delete(id)) deleted++;
        else missing.push(id);
      };
      for (const id of ids) await take(id);
      if (filter !== undefined) {
        await withIndex(index, async (reader) => {
          for (const id of await findIds(reader, filter)) await take(id);
        });
      }
      if (file !== undefined) for await (const id of readIds(file, context)) await take(id);
    });
    if (args.has("json")) {
      context.out(JSON.stringify({ index, deleted, missing, documents: after, generation }));
      return;
    }
    context.out(
      `deleted ${formatDocumentCount(deleted)} from ${index}; it has ${formatDocumentCount(after)} now`,
    );
    if (missing.length > 0) {
      const more = missing.length > MAX_LISTED_IDS ? ", …" : "";
      context.note(
        `${missing.length} not in the index: ${missing.slice(0, MAX_LISTED_IDS).join(", ")}${more}`,
      );
    }
  },
};

async function* readIds(file: string, { files }: CommandContext): AsyncGenerator<string> {
  for await (const { lines } of readLineBatches(files, file)) {
    for (const line of lines) if (line.trim() !== "") yield line.trim();
  }
}
