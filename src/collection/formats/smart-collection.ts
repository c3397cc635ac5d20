/**
 * A SMART collection: a folder with a file of documents, and perhaps a file of
 * queries (`cran.qry`, `CISI.QRY`, `query.text`) and one of judgements
 * (`cranqrel`, `CISI.REL`, `qrels.text`); or a file of documents alone.
 */

import { badArgument, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { collectionOf, type QuerySet } from "../query-set.ts";
import { contentOf } from "./content.ts";
import type { FormatOptions } from "./formats.ts";
import { baseName, filesIn, joined } from "./paths.ts";
import { smartDocuments, smartQueries } from "./smart.ts";
import { smartJudgements } from "./smart-judgements.ts";

export async function openSmart(
  files: Files,
  path: string,
  options: FormatOptions = {},
): Promise<Collection> {
  const parts: Parts =
    (await files.kind(path)) === "folder" ? await partsIn(files, path) : { documents: path };
  const { documents, queries, judgements } = parts;
  const querySets = new Map<string, QuerySet>();
  if (queries !== undefined) {
    querySets.set("all", {
      queries: () => smartQueries(files, queries, options),
      ...(judgements !== undefined && {
        judgements: () => smartJudgements(files, judgements, options),
      }),
    });
  }
  return collectionOf({
    name: baseName(path),
    format: "smart",
    documents: () => smartDocuments(files, documents, options),
    querySets,
  });
}

interface Parts {
  documents: string;
  queries?: string | undefined;
  judgements?: string | undefined;
}

async function partsIn(files: Files, folder: string): Promise<Parts> {
  const records: string[] = [];
  const columns: string[] = [];
  for (const name of await filesIn(files, folder)) {
    const content = await contentOf(files, joined(folder, name));
    if (content === "smart") records.push(name);
    if (content === "judgements") columns.push(name);
  }
  const documents = one(
    folder,
    "documents",
    records.filter((name) => !isQueries(name)),
  );
  if (documents === undefined) {
    throw badArgument(`${quote(folder)} has no SMART file of documents, one that starts with .I`);
  }
  return {
    documents,
    queries: one(folder, "queries", records.filter(isQueries)),
    judgements: one(
      folder,
      "judgements",
      columns.filter((name) => /rel/i.test(name)),
    ),
  };
}

function isQueries(name: string): boolean {
  return /qry|quer/i.test(name);
}

function one(folder: string, what: string, names: readonly string[]): string | undefined {
  if (names.length > 1) {
    throw badArgument(`${quote(folder)} has several SMART files of ${what}: ${names.join(", ")}`);
  }
  return names[0] && joined(folder, names[0]);
}
