/** `termwise settings`: prints or changes the settings of an index. */

import { openIndex, type SettingsChange } from "../../src/search/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { createFlags, readFlags, readJsonFile } from "./declared-options.ts";

export const settings: Command = {
  name: "settings",
  summary: "print or change the settings of an index",
  usage: "settings <index> [options]",
  description:
    "Prints all settings of an index as JSON. Options change settings first. Settings are options of a search that are stored with the index; they apply to every search that does not set them itself.",
  options: [
    ...createFlags("updateSettings"),
    { name: "file", value: "<file>", summary: "JSON file of settings to change; null resets one" },
    { name: "reset", value: "<names>", summary: "settings to reset, separated by commas" },
  ],
  examples: [
    { type: "termwise settings ./shop", does: "prints the settings" },
    {
      type: "termwise settings ./shop --prefix --fuzzy --fields title^3,text --synonyms words.txt",
      does: "sets how all searches of the index match and weigh words",
    },
    { type: "termwise settings ./shop --reset fuzzy,synonyms", does: "resets two settings" },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0) {
      throw createUsageError(settings, "one index is needed");
    }
    const change = await readChange(args, context);
    const index = await openIndex(folder);
    try {
      const isChange = Object.keys(change).length > 0;
      const current = await (isChange ? index.updateSettings(change) : index.settings());
      context.out(JSON.stringify(current, null, 2));
    } finally {
      await index.close();
    }
  },
};

/** The settings of the file, of the flags, and those to reset. */
async function readChange(args: Arguments, context: CommandContext): Promise<SettingsChange> {
  const file = args.text("file");
  const names = args.text("reset")?.split(",") ?? [];
  return {
    ...(file === undefined ? {} : ((await readJsonFile("file", file)) as SettingsChange)),
    ...(await readFlags("updateSettings", args, context)),
    ...Object.fromEntries(names.map((name) => [name.trim(), null])),
  };
}
