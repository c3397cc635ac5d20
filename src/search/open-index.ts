/**
 * Makes and opens indexes. The rooms that this takes are loaded with the first
 * call, so that importing the library costs next to nothing.
 */

import { badArgument } from "../common/errors.ts";
import type { Durability } from "../index/index.ts";
import type { SchemaOptions } from "../index/schema/index.ts";
import type { VectorOptions } from "../index/vectors/index.ts";
import type { Directory } from "../storage/directory.ts";
import type { AnalyzerOptions } from "../text/analyzer-options.ts";
import { directoryOfPlace, type IndexPlace, isDirectory } from "./index-place.ts";
import { checkFlag, checkOptions, checkWhole } from "./known-options.ts";
import type { EncoderSource } from "./meaning/index.ts";
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
  /** How text becomes words. Default: English, stemmed, accents folded; see `everydayOptions`. */
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
   * Whether documents have vectors, for search by meaning: `"minilm"` for those
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
  place?: IndexPlace | CreateOptions,
  options?: CreateOptions,
): Promise<SearchIndex> {
  const isPlace = typeof place === "string" || isDirectory(place);
  const {
    threads,
    durability,
    encoder,
    vectors: asked,
    ...made
  } = checked("createIndex", CREATE, isPlace ? options : place) as CreateOptions;
  if (!isPlace && options !== undefined) {
    throw badArgument("createIndex takes a place and options, or options alone");
  }
  const directory = isPlace
    ? await directoryOfPlace(place, { make: true })
    : new (await import("../storage/memory-directory.ts")).MemoryDirectory();
  const { IndexWriter } = await import("../index/index-writer.ts");
  const { everydayOptions } = await import("../text/analyzer-options.ts");
  const analysis = everydayOptions(made.analysis);
  const vectors =
    asked === undefined && encoder === undefined
      ? undefined
      : (await import("./meaning/index.ts")).chosenVectors(asked, encoder);
  const settings = defined({ positions: true, ...defined(made), analysis, durability, vectors });
  const writer = await IndexWriter.open(directory, { ...settings, mode: "create" });
  try {
    await writer.commit();
  } catch (error) {
    await writer.close();
    throw error;
  }
  return opened(directory, { threads, durability, encoder }, writer);
}

/**
 * Opens an index that is in a folder (in Node) or in a `Directory`. Nothing is
 * locked before the first change. `NOT_FOUND` where there is no index.
 */
export async function openIndex(place: IndexPlace, options?: OpenOptions): Promise<SearchIndex> {
  if (typeof place !== "string" && !isDirectory(place)) {
    throw badArgument("openIndex needs the path of a folder, or a Directory");
  }
  return opened(await directoryOfPlace(place), checked("openIndex", OPEN, options));
}

async function opened(
  directory: Directory,
  { threads = 0, durability, encoder }: OpenOptions,
  writer?: import("../index/index-writer.ts").IndexWriter,
): Promise<SearchIndex> {
  const { IndexReader } = await import("./index-reader.ts");
  const { SearchIndex } = await import("./search-index.ts");
  const { WriteQueue } = await import("./write-queue.ts");
  const writes = new WriteQueue(directory, defined({ durability }), writer);
  try {
    const reader = await IndexReader.open(directory, { threads });
    return new SearchIndex(reader, writes, { encoder, threads });
  } catch (error) {
    await writes.close();
    throw error;
  }
}

function checked<T extends CreateOptions>(
  of: string,
  known: readonly string[],
  options: unknown,
): T {
  checkOptions(of, options, known);
  const given = (options ?? {}) as T;
  checkWhole("threads", given.threads, 0);
  checkFlag("positions", given.positions);
  if (given.durability !== undefined && !["full", "none"].includes(given.durability)) {
    throw badArgument(`durability must be "full" or "none", got ${String(given.durability)}`);
  }
  return given;
}

/** An object without the properties that are undefined. */
function defined<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
