/**
 * Makes and opens indexes. The rooms that this takes are loaded with the first
 * call, so that importing the library costs next to nothing.
 */

import { badArgument } from "../common/errors.ts";
import type { EncoderSource } from "../dense/index.ts";
import type { VectorOptions } from "../dense/vectors/index.ts";
import type { Durability } from "../index/index.ts";
import type { SchemaOptions } from "../index/schema/index.ts";
import type { Directory } from "../storage/directory.ts";
import type { AnalyzerOptions } from "../text/analyzer-options.ts";
import { checkFlag, checkInteger, checkOptions } from "./check-options.ts";
import { type IndexLocation, isDirectory, openDirectory } from "./index-location.ts";
import type { SearchIndex } from "./search-index.ts";

/** How an index is used while it is open. */
export interface OpenOptions {
  /** Threads that search beside the caller's, and from 2 on also encode; 0 does all on the caller's own. Default 0. */
  readonly threads?: number | undefined;
  /** Whether a change waits until the disk has it. `none` is quicker, and a power cut may damage the index. */
  readonly durability?: Durability | undefined;
  /**
   * Who makes the vectors of documents and queries, in an index that has any:
   * an encoder, or the folder or installed package of one. Opened when it is
   * first needed; nothing is fetched.
   */
  readonly encoder?: EncoderSource | undefined;
}

/** What an index is made with, for good. */
export interface CreateOptions extends OpenOptions {
  /** How text becomes words. Default: English, stemmed, accents folded; see `applySearchDefaults`. */
  readonly analysis?: AnalyzerOptions | undefined;
  /**
   * Fields by name, each a type (`text`, `keyword`, `number`, `boolean`, `date`,
   * or an array such as `keyword[]`) or options. Default: `title`, `text` and
   * other string values are one text.
   */
  readonly fields?: SchemaOptions | undefined;
  /** Whether to keep where words stand, for phrases and proximity. Default true. */
  readonly positions?: boolean | undefined;
  /**
   * Whether documents have vectors, for semantic search: `"minilm"` for those
   * of an encoder, or their `dimensions` where each document brings its `vector`.
   * Default: those of `encoder`, if it is given; else none.
   */
  readonly vectors?: "minilm" | VectorOptions | undefined;
}

const OPEN = ["threads", "durability", "encoder"];
const CREATE = [...OPEN, "analysis", "positions", "fields", "vectors"];

/**
 * Makes an index: in memory, in a folder (in Node), or in a `Directory`.
 * `BAD_ARGUMENT` where there is an index already; `openIndex` opens it.
 */
export async function createIndex(
  location?: IndexLocation | CreateOptions,
  options?: CreateOptions,
): Promise<SearchIndex> {
  const hasLocation = typeof location === "string" || isDirectory(location);
  const {
    threads,
    durability,
    encoder,
    vectors: vectorOption,
    ...indexOptions
  } = checkIndexOptions("createIndex", CREATE, hasLocation ? options : location) as CreateOptions;
  if (!hasLocation && options !== undefined) {
    throw badArgument("createIndex takes a place and options, or options alone");
  }
  const directory = hasLocation
    ? await openDirectory(location, { make: true })
    : new (await import("../storage/memory-directory.ts")).MemoryDirectory();
  const { IndexWriter } = await import("../index/index-writer.ts");
  const { applySearchDefaults: everydayOptions } = await import("../text/analyzer-options.ts");
  const analysis = everydayOptions(indexOptions.analysis);
  const vectors =
    vectorOption === undefined && encoder === undefined
      ? undefined
      : (await import("../dense/index.ts")).resolveVectorOptions(vectorOption, encoder);
  const settings = dropUndefined({
    positions: true,
    ...dropUndefined(indexOptions),
    analysis,
    durability,
    vectors,
  });
  const writer = await IndexWriter.open(directory, { ...settings, mode: "create" });
  try {
    await writer.commit();
  } catch (error) {
    await writer.close();
    throw error;
  }
  return openSearchIndex(directory, { threads, durability, encoder }, writer);
}

/**
 * Opens an index that is in a folder (in Node) or in a `Directory`. Nothing is
 * locked before the first change. `NOT_FOUND` where there is no index.
 */
export async function openIndex(
  location: IndexLocation,
  options?: OpenOptions,
): Promise<SearchIndex> {
  if (typeof location !== "string" && !isDirectory(location)) {
    throw badArgument("openIndex needs the path of a folder, or a Directory");
  }
  return openSearchIndex(
    await openDirectory(location),
    checkIndexOptions("openIndex", OPEN, options),
  );
}

async function openSearchIndex(
  directory: Directory,
  { threads = 0, durability, encoder }: OpenOptions,
  writer?: import("../index/index-writer.ts").IndexWriter,
): Promise<SearchIndex> {
  const { IndexReader } = await import("./index-reader.ts");
  const { SearchIndex } = await import("./search-index.ts");
  const { WriteQueue } = await import("./write-queue.ts");
  const writes = new WriteQueue(directory, dropUndefined({ durability }), writer);
  try {
    const reader = await IndexReader.open(directory, { threads });
    return new SearchIndex(reader, writes, { encoder, threads });
  } catch (error) {
    await writes.close();
    throw error;
  }
}

function checkIndexOptions<T extends CreateOptions>(
  of: string,
  allowed: readonly string[],
  options: unknown,
): T {
  checkOptions(of, options, allowed);
  const indexOptions = (options ?? {}) as T;
  checkInteger("threads", indexOptions.threads, 0);
  checkFlag("positions", indexOptions.positions);
  if (
    indexOptions.durability !== undefined &&
    !["full", "none"].includes(indexOptions.durability)
  ) {
    throw badArgument(
      `durability must be "full" or "none", got ${String(indexOptions.durability)}`,
    );
  }
  return indexOptions;
}

/** An object without the properties that are undefined. */
function dropUndefined<T extends object>(
  options: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
