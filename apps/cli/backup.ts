/** `termwise backup` and `termwise restore`: copies an index as of one commit, and back. */

import { type BackupReport, backupIndex, restoreIndex } from "../../src/search/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { formatMegabytes } from "./format-bytes.ts";

export const backup: Command = {
  name: "backup",
  summary: "copy an index as of one commit, also while it is written to",
  usage: "backup <index> --to <folder>",
  description:
    "Copies the current commit of an index to a folder, and verifies every copied file by its checksum. A later backup to the same folder copies only new files. A backup that is killed leaves the previous one; the next run completes it. The backup is an index itself: termwise check and search read it.",
  options: [{ name: "to", value: "<folder>", summary: "folder of the backup" }],
  examples: [{ type: "termwise backup ./index --to /backups/index", does: "copies what is new" }],

  async run(args, context) {
    const [index, ...rest] = args.positionals;
    const folder = args.text("to");
    if (index === undefined || folder === undefined || rest.length > 0) {
      throw createUsageError(backup, "one index and --to are needed");
    }
    const report = await backupIndex(index, folder, { progress: context.progress });
    printReport(report, args.has("json"), context);
  },
};

export const restore: Command = {
  name: "restore",
  summary: "copy a backup to a new index",
  usage: "restore <backup> --to <folder>",
  description:
    "Copies a backup to a folder that has no index, and verifies every file by its checksum. A restore that is killed leaves no index; the next run starts again.",
  options: [{ name: "to", value: "<folder>", summary: "folder of the index" }],
  examples: [
    { type: "termwise restore /backups/index --to ./index", does: "makes an index of the backup" },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    const index = args.text("to");
    if (folder === undefined || index === undefined || rest.length > 0) {
      throw createUsageError(restore, "one backup and --to are needed");
    }
    const report = await restoreIndex(folder, index, { progress: context.progress });
    printReport(report, args.has("json"), context);
  },
};

function printReport(report: BackupReport, isJson: boolean, context: CommandContext): void {
  const { generation, documents, bytes, copiedFiles, copiedBytes } = report;
  context.out(
    isJson
      ? JSON.stringify(report)
      : `commit ${generation}: documents: ${documents}, size: ${formatMegabytes(bytes)}; copied ${copiedFiles} files, ${formatMegabytes(copiedBytes)}`,
  );
}
