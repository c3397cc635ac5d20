/** `termwise check`: reads every byte of an index, and saves what is sound of a damaged one. */

import { TermwiseError } from "../../src/common/errors.ts";
import { checkIndex, recoverIndex } from "../../src/index/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { wrongUse } from "./arguments.ts";
import { megabytes } from "./byte-count.ts";
import type { Command } from "./command.ts";

export const check: Command = {
  name: "check",
  summary: "look for damage in an index, and recover what is sound",
  usage: "check <index> [--recover <folder>]",
  description:
    "Reads every byte and checks every invariant of docs/format.md. Ends with code 3 when something is\ndamaged. --recover writes the sound segments to a new folder; the damaged index is never changed.",
  options: [{ name: "recover", value: "<folder>", summary: "where to write what is sound" }],
  examples: [
    { type: "termwise check ./index", does: "says whether the index is sound" },
    {
      type: "termwise check ./index --recover ./saved",
      does: "writes the sound segments to a new index",
    },
  ],

  async run(args, shell) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0) throw wrongUse(check, "one index is needed");
    const directory = await NodeDirectory.openExisting(folder);
    const report = await checkIndex(directory, { progress: shell.progress });
    const target = args.text("recover");
    const recovered =
      target === undefined
        ? undefined
        : await recoverIndex(directory, await NodeDirectory.open(target));
    if (args.has("json")) {
      shell.out(JSON.stringify({ ...report, ...(recovered ? { recovered } : {}) }, null, 2));
    } else {
      const { documents, segments, files, bytes } = report;
      shell.out(
        `${documents} documents, ${segments} segment(s), ${files} files, ${megabytes(bytes)}`,
      );
      for (const { file, offset, reason } of report.damages)
        shell.out(`${file}:${offset}: ${reason}`);
      if (recovered) shell.out(`recovered ${recovered.keptDocuments} documents to ${target}`);
    }
    const { length } = report.damages;
    if (length > 0) throw new TermwiseError("CORRUPT_INDEX", `${folder} has ${length} damage(s)`);
    if (!args.has("json")) shell.out("sound");
  },
};
