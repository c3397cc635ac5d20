/** Backups of an index. */

export {
  type BackupOptions,
  type BackupReport,
  backupIndex,
  restoreIndex,
} from "./backup-index.ts";
