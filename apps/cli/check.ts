/** `termwise check`: reads every byte of an index, and saves what is sound of a damaged one. */

import { TermwiseError } from "../../src/common/errors.ts";
import { checkIndex, IndexSnapshot, recoverIndex } from "../../src/index/index.ts";
import { type GraphRecall, graphRecall } from "../../src/ranking/vectors/index.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { wrongUse } from "./arguments.ts";
import { megabytes } from "./byte-count.ts";
import type { Command } from "./command.ts";

export const check: Command = {
  name: "check",
  summary: "check an index for damage and recover what is intact",
  usage: "check <index> [--recover <folder>] [--recall]",
  description:
    "Reads every byte of an index and checks every invariant of docs/format.md. The exit code is 3 when\nsomething is damaged. --recover writes the intact segments to a new folder; the damaged index is not\nchanged. --recall tells how many of the nearest documents an approximate search finds.",
  options: [
    {
      name: "recover",
      value: "<folder>",
      summary: "folder of a new index with the intact segments",
    },
    {
      name: "recall",
      summary: "measure the graphs of vectors: the share of the ten nearest documents they find",
    },
  ],
  examples: [
    { type: "termwise check ./index", does: "reports damage, if there is any" },
    {
      type: "termwise check ./index --recover ./saved",
      does: "writes the intact segments to a new index",
    },
    { type: "termwise check ./index --recall", does: "and measures approximate search" },
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
    const isSound = report.damages.length === 0;
    const recall = args.has("recall") && isSound ? await recallOf(directory) : undefined;
    if (args.has("json")) {
      const more = { ...(recovered ? { recovered } : {}), ...(recall ? { recall } : {}) };
      shell.out(JSON.stringify({ ...report, ...more }, null, 2));
    } else {
      const { documents, segments, files, bytes } = report;
      shell.out(
        `documents: ${documents}, segments: ${segments}, files: ${files}, size: ${megabytes(bytes)}`,
      );
      for (const { file, offset, reason } of report.damages)
        shell.out(`${file}:${offset}: ${reason}`);
      if (recovered) shell.out(`recovered ${recovered.keptDocuments} documents to ${target}`);
      if (args.has("recall") && isSound) shell.out(recallLine(recall));
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

async function recallOf(directory: Directory): Promise<GraphRecall | undefined> {
  const snapshot = await IndexSnapshot.open(directory);
  try {
    return await graphRecall(snapshot);
  } finally {
    await snapshot.close();
  }
}

function recallLine(measured: GraphRecall | undefined): string {
  if (measured === undefined)
    return "no segment has a graph of vectors: searches by meaning are exact";
  const { recall, top, queries } = measured;
  return `recall of the ${top} nearest: ${recall.toFixed(3)}, over the vectors of ${queries} documents`;
}
