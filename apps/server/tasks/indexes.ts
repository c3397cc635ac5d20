/** The indexes of a server: list, look at, make, delete. */

import { join } from "node:path";
import type { SearchSettings, SettingsChange } from "../../../src/api/index.ts";
import type { IndexDetails, IndexSummary } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { badArgument, quote } from "../../../src/common/errors.ts";
import type { Progress } from "../../../src/common/progress.ts";
import {
  type BackupReport,
  backupIndex,
  type CreateOptions,
  createIndex,
} from "../../../src/index.ts";
import { computeIndexStatistics, type Field } from "../../../src/retrieval.ts";
import { describeActiveSystem } from "./activations.ts";
import {
  COMMIT_FILE,
  checkName,
  fileExists,
  findIndexFolder,
  listIndexNames,
  resolveIndexFolder,
} from "./index-catalog.ts";
import { canEncodeQueries } from "./query-encoder.ts";
import { checkFolderFree, checkRemoval, removeIndex } from "./remove-index.ts";
import type { Store, Version } from "./store.ts";

/** All indexes. An unreadable one is left out; opening it reports the error. */
export async function listIndexes(store: Store): Promise<{ indexes: IndexSummary[] }> {
  const indexes: IndexSummary[] = [];
  for (const name of await listIndexNames(store.catalog)) {
    const details = await describeIndex(store, { index: name }).catch(() => undefined);
    if (details === undefined) continue;
    const { documents, bytes, ranker, active, damaged } = details;
    const summary = { name, documents, bytes, ranker, active, published: active };
    indexes.push({ ...summary, ...defined({ damaged }) });
  }
  return { indexes };
}

/** All about one index. */
export async function describeIndex(
  store: Store,
  { index }: { readonly index: string },
  version?: Version,
): Promise<IndexDetails> {
  const opened = await store.index(index, version);
  const { active, damaged } = await describeActiveSystem(store, index);
  const { ranker: setting } = await opened.settings();
  return opened.withReader(async ({ snapshot, ranker: byDefault, lexicalRanker }) => {
    const figures = computeIndexStatistics(snapshot);
    const { documents, bytes, terms, postings, averageLength, settings } = figures;
    const encodesQueries = canEncodeQueries(store, settings);
    const ranker = setting ?? (encodesQueries ? byDefault : lexicalRanker);
    return {
      ...{ name: index, documents, bytes, ranker, active, published: active },
      ...{ terms, postings, averageLength },
      ...defined({ damaged, encoderDevice: opened.encoderDevice }),
      settings: settings as unknown as Record<string, unknown>,
      ...{ canEncodeQueries: encodesQueries, byMeaning: encodesQueries },
    };
  });
}

/** The fields that an index declares. */
export interface FieldList {
  /** Undefined if the index declares none: any property may be a facet then. */
  readonly fields?: readonly Pick<Field, "name" | "type" | "facet">[];
}

/** The declared fields, without the statistics of the index, which take long to compute. */
export async function listFields(
  store: Store,
  { index }: { readonly index: string },
  version?: Version,
): Promise<FieldList> {
  const opened = await store.index(index, version);
  return opened.withReader(async ({ snapshot }) => ({
    ...defined({
      fields: snapshot.settings.schema?.fields.map(({ name, type, facet }) => ({
        ...{ name, type, facet },
      })),
    }),
  }));
}

/** The settings of an index. */
export async function readIndexSettings(
  store: Store,
  { index }: { readonly index: string },
  version?: Version,
): Promise<SearchSettings> {
  return (await store.index(index, version)).settings();
}

/** Changes settings of an index, and returns all of them. */
export async function updateIndexSettings(
  store: Store,
  { index, change }: { readonly index: string; readonly change: SettingsChange },
): Promise<SearchSettings> {
  return (await store.index(index)).updateSettings(change);
}

/** Makes an empty index. */
export async function createEmptyIndex(
  store: Store,
  { index, options }: { readonly index: string; readonly options: CreateOptions },
): Promise<IndexSummary> {
  const folder = resolveIndexFolder(store.catalog, index);
  if (await fileExists(join(folder, COMMIT_FILE))) {
    throw badArgument(`there is an index ${quote(index)} already`);
  }
  await checkFolderFree(folder);
  await (await createIndex(folder, options)).close();
  const { documents, bytes, ranker, active } = await describeIndex(store, { index });
  return { name: index, documents, bytes, ranker, active, published: active };
}

/** Backs up an index to its folder among the backups. Nothing waits for it: it reads one commit. */
export async function backUpIndex(
  { catalog }: Store,
  { index }: { readonly index: string },
  progress: Progress,
): Promise<BackupReport> {
  const { backups, only } = catalog;
  if (backups === undefined) {
    throw badArgument("the server has no folder of backups; start it with --backups <folder>");
  }
  const folder = await findIndexFolder(catalog, index);
  if (only?.others !== undefined) {
    throw badArgument(`${quote(index)} is several indexes; back up each of them`);
  }
  return backupIndex(folder, join(backups, checkName(index)), { progress });
}

/** `NOT_FOUND` or `BAD_ARGUMENT` for an index that `deleteIndex` would not delete. */
export async function checkDeletion(
  store: Store,
  { index }: { readonly index: string },
): Promise<null> {
  await checkRemoval(store.catalog, index);
  return null;
}

/** Deletes an index and the server's state of it. */
export async function deleteIndex(
  store: Store,
  { index }: { readonly index: string },
): Promise<null> {
  await store.close(index);
  await removeIndex(store.catalog, index);
  return null;
}
