/** `termwise facet`: searches within the values of a field. */

import { openIndex } from "../../src/search/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { createFlags, readFlags } from "./declared-options.ts";

export const facet: Command = {
  name: "facet",
  summary: "search within the values of a field",
  usage: "facet <index> <field> [text] [options]",
  description:
    "Prints the values of a field that match a partial text, each with its number of documents, the most frequent first. Each word of the text must begin a word of the value. Without a text, prints all values.",
  options: createFlags("facetSearch"),
  takesText: true,
  examples: [
    { type: "termwise facet ./shop brand ac", does: "prints the brands that begin with ac" },
    {
      type: 'termwise facet ./shop brand ac --query lamp --filter "price < 20"',
      does: "counts only lamps below 20",
    },
  ],

  async run(args, context) {
    const [folder, field, text = "", ...rest] = args.positionals;
    if (folder === undefined || field === undefined || rest.length > 0) {
      throw createUsageError(
        facet,
        "one index, a field and at most one text (in quotes) are needed",
      );
    }
    const options = await readFlags("facetSearch", args, context);
    const index = await openIndex(folder);
    try {
      const values = await index.facetSearch(field, text, options);
      if (args.has("json")) context.out(JSON.stringify({ field, text, values }, null, 2));
      else
        for (const { value, count } of values)
          context.out(`${String(count).padStart(8)}  ${value}`);
    } finally {
      await index.close();
    }
  },
};
