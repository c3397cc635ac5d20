/** `termwise suggest`: completes a partial query. */

import type { Suggestion } from "../../src/search/index.ts";
import { createUsageError } from "./arguments.ts";
import { isClusterAddress, withClusterIndex } from "./cluster-search.ts";
import type { Command } from "./command.ts";
import { createFlags, readFlags } from "./declared-options.ts";
import { withIndex } from "./open-index.ts";

export const suggest: Command = {
  name: "suggest",
  summary: "complete a partial query",
  usage: "suggest <index> <text> [options]",
  description:
    "Completes the last word of the text, most frequent words first, then prints titles of documents that contain all its words.",
  options: createFlags("suggest"),
  takesText: true,
  examples: [
    {
      type: 'termwise suggest ./index "wing flu"',
      does: "completes the last word, and finds titles",
    },
  ],

  async run(args, context) {
    const [folder, text, ...rest] = args.positionals;
    if (folder === undefined || text === undefined || rest.length > 0) {
      throw createUsageError(suggest, "one index and one text (in quotes) are needed");
    }
    const { findSuggestions: suggestions } = await import("../../src/search/index.ts");
    const options = await readFlags("suggest", args, context);
    const print = (completions: readonly Suggestion[]): void => {
      if (args.has("json"))
        context.out(JSON.stringify({ text, suggestions: completions }, null, 2));
      else for (const each of completions) context.out(each.text);
      if (completions.length === 0 && !args.has("json")) context.out("nothing found");
    };
    if (isClusterAddress(folder)) {
      print(await withClusterIndex(folder, (index) => index.suggest(text, options)));
    } else print(await withIndex(folder, (index) => suggestions(index, text, options)));
  },
};
