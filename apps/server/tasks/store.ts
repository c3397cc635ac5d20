/**
 * The open indexes, learned weights and models of one thread. An index is refreshed
 * after a change by another thread, and periodically for changes by other processes.
 */

import { join } from "node:path";
import type { SnapshotRanking } from "../../../src/api/snapshots.ts";
import type { WireJudgedQuery } from "../../../src/client/index.ts";
import { quote, TermwiseError } from "../../../src/common/errors.ts";
import { readClock } from "../../../src/common/monotonic-clock.ts";
import {
  openIndex,
  openModel,
  type SearchIndex,
  type TrainedModel,
  type WeightsSource,
} from "../../../src/index.ts";
import { NodeFiles, readWeightTable } from "../../../src/node.ts";
import {
  type CacheKey,
  getOrCreate,
  type IndexIdentity,
  readFileKey,
  readIndexIdentity,
} from "./cache-key.ts";
import {
  CHECKPOINT_FILE,
  checkName,
  fileExists,
  findIndexFolders,
  type IndexCatalog,
  MODEL_FILE,
  resolveModelsFolder,
  resolveStateFolder,
} from "./index-catalog.ts";
import { findCopyFolder, toCopiedCommit } from "./pruned-copies.ts";

/** Which changes of an index a task must see. `epoch` grows when an index is deleted. */
export interface Version {
  readonly epoch: number;
  readonly changes: number;
}

/** Learned weights of an index, and models, that are kept open. */
const MAX_WEIGHTS = 8;
const MAX_MODELS = 8;

/** Ms between looks at what other processes have committed. */
const REFRESH_MS = 1000;

/**
 * An open index with all that is cached about it. Nothing about an index is
 * cached by its name alone, so that its successor of that name inherits nothing.
 */
interface OpenedIndex {
  readonly index: SearchIndex;
  /** By file, which is another one when weights of the same id are learned again. */
  readonly weights: Map<CacheKey, Promise<WeightsSource>>;
  /** Pruned copies by the id of their weights, with those that they replaced, which searches may still read. */
  readonly copies: Map<string, OpenedCopy>;
  /** What was found since the index was last refreshed, so that not every search reads a file. */
  readonly foundCopies: Map<string, Promise<SearchIndex | undefined>>;
  fact: Promise<unknown> | undefined;
  /** The value of `fact` once it has been read. */
  factValue: unknown;
}

interface OpenedCopy {
  readonly folder: string;
  readonly index: Promise<SearchIndex>;
  former: Promise<SearchIndex> | undefined;
}

/** The index that a name means at present. */
interface NamedIndex {
  readonly identity: IndexIdentity;
  /** The version that the open index has, and when the folder was last looked at. */
  readonly version: Version;
  readonly looked: number;
  /** Present once the index has all changes of the version. */
  opened?: OpenedIndex;
}

/** The indexes, weights and models that a thread works with. */
export class Store {
  readonly catalog: IndexCatalog;
  readonly files: NodeFiles = new NodeFiles();
  /** What names mean; contents are cached by identity alone. */
  readonly #names = new Map<string, NamedIndex>();
  readonly #indexes = new Map<IndexIdentity, Promise<OpenedIndex>>();
  readonly #models = new Map<CacheKey, Promise<TrainedModel>>();
  /** The judgements that were last read. */
  judgements: { readonly key: CacheKey; readonly queries: readonly WireJudgedQuery[] } | undefined;

  /** The rankings of the snapshot that was last read. */
  lastSnapshot:
    | { readonly key: CacheKey; readonly rankings: readonly SnapshotRanking[] }
    | undefined;

  constructor(catalog: IndexCatalog) {
    this.catalog = catalog;
  }

  /** An open index that has all changes of a version. */
  async index(name: string, version?: Version): Promise<SearchIndex> {
    const named = this.#names.get(name);
    const requested = version ?? named?.version ?? { epoch: 0, changes: 0 };
    const opened = isCurrent(named, requested) ? await this.#find(name) : undefined;
    return (opened ?? (await this.#openCurrent(name, requested))).index;
  }

  /** The same at once, if nothing has to be waited for: most searches follow others. */
  indexNow(name: string, version?: Version): SearchIndex | undefined {
    const named = this.#names.get(name);
    const isUsable = named !== undefined && isCurrent(named, version ?? named.version);
    return isUsable ? named.opened?.index : undefined;
  }

  /** Opens or refreshes the index that a name means now. */
  async #openCurrent(name: string, version: Version): Promise<OpenedIndex> {
    const before = this.#names.get(name)?.identity;
    const looked = readClock();
    let isOpen = false;
    try {
      const folders = await findIndexFolders(this.catalog, name);
      const identity = await readIndexIdentity(folders, version.epoch);
      if (before !== undefined && before !== identity) await this.close(name);
      const named: NamedIndex = { identity, version, looked };
      this.#names.set(name, named);
      isOpen = this.#indexes.has(identity);
      const opened = await getOrCreate(this.#indexes, identity, () => this.#open(folders));
      if (isOpen) {
        opened.fact = undefined;
        opened.factValue = undefined;
        opened.foundCopies.clear();
        await opened.index.refresh();
      }
      named.opened = opened;
      return opened;
    } catch (error) {
      await this.close(name); // deleted, or damaged: opening it again says which
      const { code } = error as NodeJS.ErrnoException;
      const isGone = code === "ENOENT" || (isOpen && code === "NOT_FOUND");
      throw isGone ? new TermwiseError("NOT_FOUND", `there is no index ${quote(name)}`) : error;
    }
  }

  async #open(folders: readonly string[]): Promise<OpenedIndex> {
    const index = await openIndex(folders, { encoder: this.catalog.encoder });
    const copies = { copies: new Map(), foundCopies: new Map() };
    return { index, weights: new Map(), ...copies, fact: undefined, factValue: undefined };
  }

  /** The index of a name if it is open. */
  async #find(name: string): Promise<OpenedIndex | undefined> {
    const identity = this.#names.get(name)?.identity;
    return identity === undefined ? undefined : this.#indexes.get(identity)?.catch(() => undefined);
  }

  /**
   * Caches a value about an index that every search needs, so that not each reads a
   * file. It is read again whenever the index is refreshed: after every change of
   * this process, and soon after one of another.
   */
  async cacheFact<T>(index: string, read: () => Promise<T>): Promise<T> {
    const opened = await this.#find(index);
    if (opened === undefined) return read();
    if (opened.fact === undefined) {
      const fact = read();
      opened.fact = fact;
      const keepValue = (value: T): void => {
        if (opened.fact === fact) opened.factValue = value;
      };
      const forget = (): void => {
        if (opened.fact === fact) opened.fact = undefined;
      };
      void fact.then(keepValue, forget);
    }
    return opened.fact as Promise<T>;
  }

  /** The value of `cacheFact` at once; undefined until it has been read. */
  factNow(index: string): unknown {
    return this.#names.get(index)?.opened?.factValue;
  }

  /** Learned weights of an index by their id. Their file never changes; that of a successor is another one. */
  async weights(index: string, id: string): Promise<WeightsSource> {
    const path = join(
      resolveStateFolder(this.catalog, index),
      `weights-${checkName(id, "learned weights")}.tsv`,
    );
    const key = await readFileKey(path);
    if (key === undefined) {
      throw new TermwiseError("NOT_FOUND", `there are no weights ${quote(id)} of ${quote(index)}`);
    }
    const opened = await this.#find(index);
    const read = (): Promise<WeightsSource> => readWeightTable(this.files, path);
    if (opened === undefined) return read();
    return getOrCreate(opened.weights, key, read, MAX_WEIGHTS);
  }

  /**
   * The pruned copy of an index for learned weights. Undefined where there is none, or where it lacks what the
   * index has now.
   */
  async prunedCopy(index: string, id: string): Promise<SearchIndex | undefined> {
    const opened = await this.#find(index);
    if (opened === undefined) return undefined;
    const { foundCopies } = opened;
    let found = foundCopies.get(id);
    if (found === undefined) {
      found = this.#findCopy(index, opened, id);
      foundCopies.set(id, found);
      found.catch(() => foundCopies.delete(id));
    }
    return found;
  }

  async #findCopy(
    index: string,
    opened: OpenedIndex,
    id: string,
  ): Promise<SearchIndex | undefined> {
    const commit = await opened.index.withReader(async ({ snapshot }) => toCopiedCommit(snapshot));
    const folder = await findCopyFolder(this.catalog, index, checkName(id), commit);
    if (folder === undefined) return undefined;
    const before = opened.copies.get(id);
    if (before?.folder === folder) return before.index;
    const copy = openIndex(folder, { encoder: this.catalog.encoder });
    opened.copies.set(id, { folder, index: copy, former: before?.index });
    closeLater(before?.former);
    return copy.catch((error: unknown) => {
      if (opened.copies.get(id)?.index === copy) opened.copies.delete(id);
      if (error instanceof TermwiseError && error.code === "NOT_FOUND") return undefined;
      throw error;
    });
  }

  /** A trained model: one of the index, or one in the folder of the indexes. */
  async model(index: string | undefined, name: string): Promise<TrainedModel> {
    const folder = await this.modelFolder(index, name);
    const key = await readModelKey(folder, name);
    return getOrCreate(this.#models, key, () => openModel(folder), MAX_MODELS);
  }

  /** The key of what is made of a model. Training it again gives another one. */
  async modelKey(index: string | undefined, name: string): Promise<CacheKey> {
    return readModelKey(await this.modelFolder(index, name), name);
  }

  /** Where a model is. `NOT_FOUND` if nowhere. */
  async modelFolder(index: string | undefined, name: string): Promise<string> {
    checkName(name, "a model");
    const shared = join(this.catalog.root, name);
    const own =
      index === undefined ? undefined : join(resolveModelsFolder(this.catalog, index), name);
    const folders = own === undefined ? [shared] : [own, shared];
    for (const folder of folders) {
      for (const file of [MODEL_FILE, CHECKPOINT_FILE]) {
        if (await fileExists(join(folder, file))) return folder;
      }
    }
    throw new TermwiseError("NOT_FOUND", `there is no model ${quote(name)}`);
  }

  /** Lets an index go, or all. */
  async close(name?: string): Promise<void> {
    const names = name === undefined ? [...this.#names.keys()] : [name];
    for (const each of names) {
      const opened = await this.#find(each);
      const identity = this.#names.get(each)?.identity;
      this.#names.delete(each);
      if (identity !== undefined) this.#indexes.delete(identity);
      for (const { index, former } of opened?.copies.values() ?? []) {
        closeLater(index);
        closeLater(former);
      }
      await opened?.index.close();
    }
  }
}

/** Whether the index that a name means has all changes of a version, and was looked at not long ago. */
function isCurrent(named: NamedIndex | undefined, { epoch, changes }: Version): boolean {
  return (
    named?.version.epoch === epoch &&
    named.version.changes === changes &&
    readClock() - named.looked < REFRESH_MS
  );
}

/** Closes an index once its searches have ended, without waiting. */
function closeLater(index: Promise<SearchIndex> | undefined): void {
  index?.then((opened) => opened.close()).catch(() => {});
}

async function readModelKey(folder: string, name: string): Promise<CacheKey> {
  const key =
    (await readFileKey(join(folder, MODEL_FILE))) ??
    (await readFileKey(join(folder, CHECKPOINT_FILE)));
  if (key !== undefined) return key;
  throw new TermwiseError("NOT_FOUND", `there is no model ${quote(name)}`);
}
