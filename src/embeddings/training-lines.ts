/** Lines of words to train vectors on: the documents of a collection, or a text as for fastText. */

import type { Collection } from "../collection/collection.ts";
import { decodeLineBatches } from "../collection/formats/index.ts";
import type { Files } from "../storage/files.ts";
import { decompressGzip } from "../storage/gzip.ts";
import type { Analyzer } from "../text/analyzer.ts";

/** The surface forms of each document, title and text on one line. */
export async function* readCollectionLines(
  collection: Collection,
  analyzer: Analyzer,
): AsyncGenerator<string[]> {
  for await (const { title = "", text } of collection.documents()) {
    const words: string[] = [];
    for (const part of [title, text]) {
      const tokens = analyzer.read(part);
      for (let i = 0; i < tokens.count; i++) words.push(tokens.form(i));
    }
    yield words;
  }
}

/** The lines of a file, plain or gzip, split at white space and otherwise unchanged. */
export async function* readPlainLines(files: Files, path: string): AsyncGenerator<string[]> {
  for await (const { lines } of decodeLineBatches(decompressGzip(files.read(path), path), path)) {
    for (const line of lines) yield line.split(/[ \t\v\f\r\0]+/).filter((word) => word !== "");
  }
}
