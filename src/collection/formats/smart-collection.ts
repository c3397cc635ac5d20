/**
 * A SMART collection: a folder with a file of documents, and optionally a file of queries
 * (`cran.qry`, `CISI.QRY`, `query.text`) and one of judgements (`cranqrel`, `CISI.REL`,
 * `qrels.text`); or a file of documents alone.
 */

import { badArgument, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { createCollection, type QuerySet } from "../create-collection.ts";
import { detectContent } from "./detect-content.ts";
import type { FormatOptions } from "./formats.ts";
import { getBaseName, joinPath, listFiles } from "./paths.ts";
import { streamSmartDocuments, streamSmartQueries } from "./smart.ts";
import { streamSmartJudgements } from "./smart-judgements.ts";

export async function openSmart(
  files: Files,
  path: string,
  options: FormatOptions = {},
): Promise<Collection> {
  const parts: SmartFiles =
    (await files.kind(path)) === "folder" ? await findSmartFiles(files, path) : { documents: path };
  const { documents, queries, judgements } = parts;
  const querySets = new Map<string, QuerySet>();
  if (queries !== undefined) {
    querySets.set("all", {
      queries: () => streamSmartQueries(files, queries, options),
      ...(judgements !== undefined && {
        judgements: () => streamSmartJudgements(files, judgements, options),
      }),
    });
  }
  return createCollection({
    name: getBaseName(path),
    format: "smart",
    documents: () => streamSmartDocuments(files, documents, options),
    querySets,
  });
}

interface SmartFiles {
  documents: string;
  queries?: string | undefined;
  judgements?: string | undefined;
}

async function findSmartFiles(files: Files, folder: string): Promise<SmartFiles> {
  const records: string[] = [];
  const columns: string[] = [];
  for (const name of await listFiles(files, folder)) {
    const content = await detectContent(files, joinPath(folder, name));
    if (content === "smart") records.push(name);
    if (content === "judgements") columns.push(name);
  }
  const documents = pickSingle(
    folder,
    "documents",
    records.filter((name) => !isQueryFile(name)),
  );
  if (documents === undefined) {
    throw badArgument(`${quote(folder)} has no SMART file of documents, one that starts with .I`);
  }
  return {
    documents,
    queries: pickSingle(folder, "queries", records.filter(isQueryFile)),
    judgements: pickSingle(
      folder,
      "judgements",
      columns.filter((name) => /rel/i.test(name)),
    ),
  };
}

function isQueryFile(name: string): boolean {
  return /qry|quer/i.test(name);
}

function pickSingle(folder: string, label: string, names: readonly string[]): string | undefined {
  if (names.length > 1) {
    throw badArgument(`${quote(folder)} has several SMART files of ${label}: ${names.join(", ")}`);
  }
  return names[0] && joinPath(folder, names[0]);
}
