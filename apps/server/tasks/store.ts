/**
 * The open indexes, learned weights and models of one thread. An index is refreshed
 * after a change by another thread, and periodically for changes by other processes.
 */

import { join } from "node:path";
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
import { type CacheKey, getOrCreate, readFileKey } from "./cache-key.ts";
import {
  checkName,
  fileExists,
  findIndexFolders,
  type IndexCatalog,
  resolveStateFolder,
} from "./index-catalog.ts";

/** Which changes of an index a task must see. `epoch` grows when an index is deleted. */
export interface Version {
  readonly epoch: number;
  readonly changes: number;
}

/** Ms between looks at what other processes have committed. */
const REFRESH_MS = 1000;

/**
 * An open index with all that is cached about it. Nothing about an index is
 * cached by its name alone, so that its successor of that name inherits nothing.
 */
interface OpenedIndex {
  readonly index: SearchIndex;
  version: Version;
  looked: number;
  /** By file, which is another one when weights of the same id are learned again. */
  readonly weights: Map<CacheKey, Promise<WeightsSource>>;
  fact: Promise<unknown> | undefined;
}

/** The file that identifies a folder with a trained model. */
export const MODEL_FILE = "model.json";

/** The indexes, weights and models that a thread works with. */
export class Store {
  readonly catalog: IndexCatalog;
  readonly files: NodeFiles = new NodeFiles();
  /** By name: `index` compares the epoch of an entry with the one requested. */
  readonly #indexes = new Map<string, Promise<OpenedIndex>>();
  readonly #models = new Map<CacheKey, Promise<TrainedModel>>();

  constructor(catalog: IndexCatalog) {
    this.catalog = catalog;
  }

  /** An open index that has all changes of a version. */
  async index(name: string, version?: Version): Promise<SearchIndex> {
    const cached = await this.#indexes.get(name);
    if (cached === undefined) return this.#open(name, version);
    const { index, version: cachedVersion } = cached;
    const requestedVersion = version ?? cachedVersion;
    if (requestedVersion.epoch !== cachedVersion.epoch) {
      await this.close(name);
      return this.#open(name, version);
    }
    if (
      requestedVersion.changes === cachedVersion.changes &&
      readClock() - cached.looked < REFRESH_MS
    )
      return index;
    cached.fact = undefined;
    cached.version = requestedVersion;
    cached.looked = readClock();
    try {
      await index.refresh();
    } catch (error) {
      await this.close(name); // deleted, or damaged: opening says which
      throw error instanceof TermwiseError && error.code !== "NOT_FOUND"
        ? error
        : new TermwiseError("NOT_FOUND", `there is no index ${quote(name)}`);
    }
    return index;
  }

  /**
   * Caches a value about an index that every search needs, so that not each reads a
   * file. It is read again whenever the index is refreshed: after every change of
   * this process, and soon after one of another.
   */
  async cacheFact<T>(index: string, read: () => Promise<T>): Promise<T> {
    const opened = await this.#indexes.get(index)?.catch(() => undefined);
    if (opened === undefined) return read();
    if (opened.fact === undefined) {
      const fact = read();
      opened.fact = fact;
      fact.catch(() => {
        if (opened.fact === fact) opened.fact = undefined;
      });
    }
    return opened.fact as Promise<T>;
  }

  /** Learned weights of an index by their id. Their file never changes; that of a successor is another one. */
  async weights(index: string, id: string): Promise<WeightsSource> {
    const path = join(
      resolveStateFolder(this.catalog, index),
      `weights-${checkName(id, "id")}.tsv`,
    );
    const key = await readFileKey(path);
    if (key === undefined) {
      throw new TermwiseError("NOT_FOUND", `there are no weights ${quote(id)} of ${quote(index)}`);
    }
    const opened = await this.#indexes.get(index)?.catch(() => undefined);
    const read = (): Promise<WeightsSource> => readWeightTable(this.files, path);
    if (opened === undefined) return read();
    return getOrCreate(opened.weights, key, read);
  }

  /** A trained model: one of the index, or one in the folder of the indexes. */
  async model(index: string | undefined, name: string): Promise<TrainedModel> {
    const folder = await this.modelFolder(index, name);
    const key = await readModelKey(folder, name);
    return getOrCreate(this.#models, key, () => openModel(folder));
  }

  /** The key of what is made of a model. Training it again gives another one. */
  async modelKey(index: string | undefined, name: string): Promise<CacheKey> {
    return readModelKey(await this.modelFolder(index, name), name);
  }

  /** Where a model is. `NOT_FOUND` if nowhere. */
  async modelFolder(index: string | undefined, name: string): Promise<string> {
    checkName(name, "model");
    const shared = join(this.catalog.root, name);
    const own =
      index === undefined
        ? undefined
        : join(resolveStateFolder(this.catalog, index), "models", name);
    const folders = own === undefined ? [shared] : [own, shared];
    for (const folder of folders) if (await fileExists(join(folder, MODEL_FILE))) return folder;
    throw new TermwiseError("NOT_FOUND", `there is no model ${quote(name)}`);
  }

  /** Lets an index go, or all. */
  async close(name?: string): Promise<void> {
    const names = name === undefined ? [...this.#indexes.keys()] : [name];
    for (const each of names) {
      const cached = this.#indexes.get(each);
      this.#indexes.delete(each);
      await (await cached?.catch(() => undefined))?.index.close();
    }
  }

  async #open(name: string, version: Version = { epoch: 0, changes: 0 }): Promise<SearchIndex> {
    let opening = this.#indexes.get(name);
    if (opening === undefined) {
      opening = this.#read(name, version);
      this.#indexes.set(name, opening);
      opening.catch(() => this.#indexes.delete(name));
    }
    return (await opening).index;
  }

  async #read(name: string, version: Version): Promise<OpenedIndex> {
    const folders = await findIndexFolders(this.catalog, name);
    return {
      index: await openIndex(folders, { encoder: this.catalog.encoder }),
      version,
      looked: readClock(),
      weights: new Map(),
      fact: undefined,
    };
  }
}

async function readModelKey(folder: string, name: string): Promise<CacheKey> {
  const key = await readFileKey(join(folder, MODEL_FILE));
  if (key !== undefined) return key;
  throw new TermwiseError("NOT_FOUND", `there is no model ${quote(name)}`);
}
