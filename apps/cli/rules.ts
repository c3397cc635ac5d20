/** `termwise rules`: lists, adds and deletes the rules of an index. */

import type { Rule } from "../../src/api/index.ts";
import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import { splitList } from "../../src/common/split-list.ts";
import { openIndex } from "../../src/search/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { readJsonFile } from "./declared-options.ts";

export const rules: Command = {
  name: "rules",
  summary: "list, add and delete the rules of an index",
  usage: "rules <index> [options]",
  description:
    "Prints the rules of an index as JSON; --put and --delete change them first. A rule pins, hides, buries or boosts documents for some queries (docs/rules.md). Rules are a setting of the index.",
  options: [
    {
      name: "put",
      value: "<file>",
      summary:
        "JSON file with one rule or several; each is added, or replaces the rule with its id",
    },
    { name: "delete", value: "<ids>", summary: "rules to delete, separated by commas" },
  ],
  examples: [
    { type: "termwise rules ./shop", does: "prints the rules" },
    { type: "termwise rules ./shop --put sale.json", does: "adds or replaces the rules of a file" },
    { type: "termwise rules ./shop --delete sale", does: "deletes a rule" },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0) {
      throw createUsageError(rules, "one index is needed");
    }
    const file = args.text("put");
    const added = file === undefined ? [] : readRules(file, await readJsonFile("put", file));
    const deleted = args.text("delete");
    const ids = deleted === undefined ? [] : splitList(deleted);
    const index = await openIndex(folder);
    try {
      const isChange = added.length > 0 || ids.length > 0;
      const { rules: current = [] } = isChange
        ? await index.updateSettings(({ rules: before = [] }) => ({
            rules: changeRules(before, added, ids),
          }))
        : await index.settings();
      context.out(JSON.stringify(current, null, 2));
    } finally {
      await index.close();
    }
  },
};

function readRules(file: string, data: unknown): readonly Rule[] {
  const list = [data].flat();
  for (const rule of list) {
    const { id } = (rule ?? {}) as { readonly id?: unknown };
    if (typeof id !== "string") throw badArgument(`${file}: each rule must have an id, a text`);
  }
  return list as Rule[];
}

/** `NOT_FOUND` for an id to delete that no rule has. */
function changeRules(
  before: readonly Rule[],
  added: readonly Rule[],
  ids: readonly string[],
): readonly Rule[] {
  const byId = new Map(before.map((rule) => [rule.id, rule]));
  for (const id of ids) {
    if (!byId.delete(id))
      throw new TermwiseError("NOT_FOUND", `the index has no rule ${quote(id)}`);
  }
  for (const rule of added) byId.set(rule.id, rule);
  return [...byId.values()];
}
