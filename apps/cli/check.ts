/** `termwise check`: reads every byte of an index, and saves what is sound of a damaged one. */

import { TermwiseError } from "../../src/common/errors.ts";
import { type HnswRecall, measureHnswRecall } from "../../src/dense/search/index.ts";
import { checkIndex, IndexSnapshot, recoverIndex } from "../../src/index/index.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { formatMegabytes } from "./format-bytes.ts";

export const check: Command = {
  name: "check",
  summary: "check an index for damage and recover intact segments",
  usage: "check <index> [--recover <folder>] [--recall]",
  description:
    "Reads every byte of an index and checks every invariant of docs/format.md. The exit code is 3 if there is damage. --recover writes the intact segments to a new folder; the damaged index is not changed. --recall measures how many of the nearest documents an approximate search finds.",
  options: [
    {
      name: "recover",
      value: "<folder>",
      summary: "folder of a new index with the intact segments",
    },
    {
      name: "recall",
      summary:
        "measure the recall of the HNSW graphs: the share of the ten nearest documents found",
    },
  ],
  examples: [
    { type: "termwise check ./index", does: "reports damage, if there is any" },
    {
      type: "termwise check ./index --recover ./saved",
      does: "writes the intact segments to a new index",
    },
    { type: "termwise check ./index --recall", does: "also measures approximate search" },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0)
      throw createUsageError(check, "one index is needed");
    const directory = await NodeDirectory.openExisting(folder);
    const report = await checkIndex(directory, { progress: context.progress });
    const target = args.text("recover");
    const recovered =
      target === undefined
        ? undefined
        : await recoverIndex(directory, await NodeDirectory.open(target));
    const isSound = report.damages.length === 0;
    const recall = args.has("recall") && isSound ? await measureRecall(directory) : undefined;
    if (args.has("json")) {
      const more = { ...(recovered ? { recovered } : {}), ...(recall ? { recall } : {}) };
      context.out(JSON.stringify({ ...report, ...more }, null, 2));
    } else {
      const { documents, segments, files, bytes } = report;
      context.out(
        `documents: ${documents}, segments: ${segments}, files: ${files}, size: ${formatMegabytes(bytes)}`,
      );
      for (const { file, offset, reason } of report.damages)
        context.out(`${file}:${offset}: ${reason}`);
      if (recovered) context.out(`recovered ${recovered.keptDocuments} documents to ${target}`);
      if (args.has("recall") && isSound) context.out(formatRecall(recall));
    }
    const { length } = report.damages;
    if (length > 0)
      throw new TermwiseError(
        "CORRUPT_INDEX",
        `${folder} is damaged in ${length} ${length === 1 ? "place" : "places"}`,
      );
    if (!args.has("json")) context.out("no damage found");
  },
};

async function measureRecall(directory: Directory): Promise<HnswRecall | undefined> {
  const snapshot = await IndexSnapshot.open(directory);
  try {
    return await measureHnswRecall(snapshot);
  } finally {
    await snapshot.close();
  }
}

function formatRecall(graphRecall: HnswRecall | undefined): string {
  if (graphRecall === undefined) return "no segment has an HNSW graph: dense search is exact";
  const { recall, top, queries } = graphRecall;
  return `recall of the ${top} nearest: ${recall.toFixed(3)}, over the vectors of ${queries} documents`;
}
