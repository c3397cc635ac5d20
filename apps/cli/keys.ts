/** `termwise keys`: lists, creates and revokes the API keys of a server. */

import { defined } from "../../src/common/defined.ts";
import { quote, TermwiseError } from "../../src/common/errors.ts";
import { parseFilterText } from "../../src/search/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";

export const keys: Command = {
  name: "keys",
  summary: "list, create and revoke the API keys of a server",
  usage: "keys [folder] [--new <scope> | --revoke <name>] [options]",
  description:
    "Lists the API keys of a folder of indexes, creates one, or revokes one. A running server applies the change within a second. A key is printed once and stored as a hash. The scopes are search (search and suggest), read (also documents), write (also changes) and admin (everything).",
  options: [
    { name: "new", value: "<scope>", summary: "create a key with this scope and print it" },
    { name: "name", value: "<name>", summary: "name of the new key" },
    {
      name: "index",
      value: "<names>",
      summary: "restrict the new key to these indexes, separated by commas; by default all",
    },
    {
      name: "filter",
      value: "<conditions>",
      summary: "filter of every search with the new key; needs the scope search",
    },
    { name: "expires", value: "<date>", summary: "expiry date of the new key, such as 2027-01-31" },
    { name: "revoke", value: "<name>", summary: "revoke the key of this name" },
  ],
  examples: [
    { type: "termwise keys ./indexes", does: "lists the keys" },
    {
      type: "termwise keys ./indexes --new search --index shop --filter 'public = true'",
      does: "creates a key for a page that searches one index",
    },
    { type: "termwise keys ./indexes --revoke key-1", does: "revokes a key" },
  ],

  async run(args, context) {
    const [folder = ".", ...rest] = args.positionals;
    const [scope, revoked] = [args.text("new"), args.text("revoke")];
    if (rest.length > 0) throw createUsageError(keys, "one folder is needed");
    if (scope !== undefined && revoked !== undefined) {
      throw createUsageError(keys, "--new and --revoke exclude each other");
    }
    const { openKeyStore, parseScope } = await import("../server/serve.ts");
    const store = await openKeyStore(folder);
    if (revoked !== undefined) {
      if (!(await store.revoke(revoked))) {
        throw new TermwiseError("NOT_FOUND", `there is no key ${quote(revoked)}`);
      }
      context.note(`${revoked} is revoked`);
      return;
    }
    if (scope !== undefined) {
      const filter = args.text("filter");
      const created = await store.create({
        scope: parseScope(scope),
        ...defined({
          name: args.text("name"),
          indexes: args.text("index")?.split(","),
          filter: filter === undefined ? undefined : parseFilterText(filter),
          expires: args.text("expires"),
        }),
      });
      context.out(args.has("json") ? JSON.stringify(created) : created.key);
      context.note(`${created.name} has the scope ${scope}; it cannot be shown again`);
      return;
    }
    const list = store.list();
    if (args.has("json")) context.out(JSON.stringify({ keys: list }));
    else for (const key of list) context.out(JSON.stringify(key));
  },
};
