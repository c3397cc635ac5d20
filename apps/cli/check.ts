/** `termwise check`: reads every byte of an index, and saves what is sound of a damaged one. */

import { TermwiseError } from "../../src/common/errors.ts";
import { checkIndex, recoverIndex } from "../../src/index/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { wrongUse } from "./arguments.ts";
import { megabytes } from "./byte-count.ts";
import type { Command } from "./command.ts";

export const check: Command = {
  name: "check",
  summary: "check an index for damage and recover what is intact",
  usage: "check <index> [--recover <folder>]",
  description:
    "Reads every byte of an index and checks every invariant of docs/format.md. The exit code is 3 when\nsomething is damaged. --recover writes the intact segments to a new folder; the damaged index is not\nchanged.",
  options: [
    {
      name: "recover",
      value: "<folder>",
      summary: "folder of a new index with the intact segments",
    },
  ],
  examples: [
    { type: "termwise check ./index", does: "reports damage, if there is any" },
    {
      type: "termwise check ./index --recover ./saved",
      does: "writes the intact segments to a new index",
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
        `documents: ${documents}, segments: ${segments}, files: ${files}, size: ${megabytes(bytes)}`,
      );
      for (const { file, offset, reason } of report.damages)
        shell.out(`${file}:${offset}: ${reason}`);
      if (recovered) shell.out(`recovered ${recovered.keptDocuments} documents to ${target}`);
    }
    const { length } = report.damages;
    if (length > 0)
      throw new TermwiseError(
        "CORRUPT_INDEX",
        `${folder} is damaged in ${length} ${length === 1 ? "place" : "places"}`,
      );
    if (!args.has("json")) shell.out("no damage found");
  },
};
