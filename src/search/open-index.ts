/**
 * Creates and opens indexes. The modules for this are loaded with the first call, so
 * that importing the library costs next to nothing.
 */

import type { DocumentType, SearchDocument } from "../api/document-type.ts";
import type { SchemaFields } from "../api/schema-fields.ts";
import { checkFlag, checkInteger, checkOptions } from "../common/check-options.ts";
import { badArgument } from "../common/errors.ts";
import type { EncoderSource } from "../dense/index.ts";
import type { VectorOptions } from "../dense/vectors/index.ts";
import type { Durability } from "../index/index.ts";
import type { Directory } from "../storage/directory.ts";
import type { AnalyzerOptions } from "../text/analyzer-options.ts";
import {
  type IndexLocation,
  type IndexLocations,
  isDirectory,
  openDirectories,
  openDirectory,
} from "./index-location.ts";
import { loadDense } from "./neural-parts.ts";
import type { SearchIndex } from "./search-index.ts";

/** How an index is used while it is open. */
export interface OpenOptions {
  /**
   * Threads that search besides the caller's, and from 2 on also encode; 0 does
   * everything on the caller's thread. Default 0.
   */
  readonly threads?: number | undefined;
  /**
   * Whether a change waits until it is on disk. `none` is faster, but a power
   * failure may damage the index.
   */
  readonly durability?: Durability | undefined;
  /**
   * The encoder of documents and queries, for an index with vectors: an encoder, or
   * the folder or installed package of one. Opened when it is first needed; nothing
   * is fetched.
   */
  readonly encoder?: EncoderSource | undefined;
}

/** The permanent settings of an index. */
export interface CreateOptions<Doc = SearchDocument> extends OpenOptions {
  /**
   * How text becomes words. Default: English, stemmed, accents folded; see
   * `applySearchDefaults`.
   */
  readonly analysis?: AnalyzerOptions | undefined;
  /**
   * Fields by name, each a type (`text`, `keyword`, `number`, `boolean`, `date`, `geo`,
   * or an array such as `keyword[]`) or options. Default: `title`, `text` and
   * other string values are one text.
   */
  readonly fields?: SchemaFields<Doc> | undefined;
  /** Whether to store word positions, for phrases and proximity. Default true. */
  readonly positions?: boolean | undefined;
  /**
   * Whether documents have vectors, for semantic search: `"minilm"` for those of an
   * encoder, or their `dimensions` if each document has its own `vector`. Default:
   * those of `encoder`, if present; otherwise none.
   */
  readonly vectors?: "minilm" | VectorOptions | undefined;
}

const OPEN = ["threads", "durability", "encoder"];
const CREATE = [...OPEN, "analysis", "positions", "fields", "vectors"];

/**
 * Creates an index: in memory, in a folder (in Node), or in a `Directory`. The type
 * parameter is the type of its documents, which filters, facets, sort keys and hits
 * then follow.
 * `BAD_ARGUMENT` if there is an index already; open it with `openIndex`.
 */
export async function createIndex<Doc extends DocumentType = SearchDocument>(
  location?: IndexLocation | CreateOptions<NoInfer<Doc>>,
  options?: CreateOptions<NoInfer<Doc>>,
): Promise<SearchIndex<Doc>> {
  const hasLocation = typeof location === "string" || isDirectory(location);
  const {
    threads,
    durability,
    encoder,
    vectors: vectorOption,
    ...indexOptions
  } = checkIndexOptions("createIndex", CREATE, hasLocation ? options : location) as CreateOptions;
  if (!hasLocation && options !== undefined) {
    throw badArgument("createIndex takes a location and options, or options alone");
  }
  const directory = hasLocation
    ? await openDirectory(location, { make: true })
    : new (await import("../storage/memory-directory.ts")).MemoryDirectory();
  const { IndexWriter } = await import("../index/index-writer.ts");
  const { applySearchDefaults } = await import("../text/analyzer-options.ts");
  const analysis = applySearchDefaults(indexOptions.analysis);
  const vectors =
    vectorOption === undefined && encoder === undefined
      ? undefined
      : (await loadDense()).resolveVectorOptions(vectorOption, encoder);
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
 * Opens an index in a folder (in Node) or in a `Directory`. Nothing is locked before
 * the first change. `NOT_FOUND` if there is no index. The type parameter is that of
 * `createIndex`; stored documents are not checked against it.
 *
 * An array opens several indexes as one, for reading: hits, scores and counts are those
 * of one index of all documents. `BAD_ARGUMENT` if the indexes differ in their settings,
 * have learned weights of their own, or share a document.
 */
export async function openIndex<Doc extends DocumentType = SearchDocument>(
  location: IndexLocations,
  options?: OpenOptions,
): Promise<SearchIndex<Doc>> {
  for (const each of Array.isArray(location) ? location : [location]) {
    if (typeof each === "string" || isDirectory(each)) continue;
    throw badArgument("openIndex needs the path of a folder, a Directory, or an array of them");
  }
  return openSearchIndex(
    await openDirectories(location),
    checkIndexOptions("openIndex", OPEN, options),
  );
}

async function openSearchIndex<Doc extends DocumentType>(
  directory: Directory,
  { threads = 0, durability, encoder }: OpenOptions,
  writer?: import("../index/index-writer.ts").IndexWriter,
): Promise<SearchIndex<Doc>> {
  const { IndexReader } = await import("./index-reader.ts");
  const { SearchIndex } = await import("./search-index.ts");
  const { WriteQueue } = await import("./write-queue.ts");
  const writes = new WriteQueue(directory, dropUndefined({ durability }), writer);
  try {
    const reader = await IndexReader.open(directory, { threads });
    return new SearchIndex<Doc>(reader, writes, { encoder, threads });
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
