/** MS MARCO's training triples and re-ranking candidates: tab-separated, far larger than memory. */

import type { Files } from "../../storage/files.ts";
import type { Document, Query } from "../document.ts";
import type { ReadOptions } from "./lines.ts";
import { checkId, type FilePosition, streamRecords } from "./records.ts";
import { formatTabLine } from "./table.ts";

/** A query, a document that answers it and one that does not: as texts or as ids. */
export interface Triple {
  readonly query: string;
  readonly positive: string;
  readonly negative: string;
}

/** A query and one of the documents to rank for it. */
export interface Candidate {
  readonly query: Query;
  readonly document: Document;
}

/** triples.train.*.tsv: query, positive and negative passage as texts. */
export function streamTextTriples(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Triple> {
  return streamRecords(files, path, (line, position) => parseTriple(line, position), options);
}

/** qidpidtriples.train.*.tsv: query, positive and negative passage as ids. */
export function streamIdTriples(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Triple> {
  return streamRecords(
    files,
    path,
    (line, position) => {
      const { query, positive, negative } = parseTriple(line, position);
      checkId(query, "query", position);
      checkId(positive, "document", position);
      checkId(negative, "document", position);
      return { query, positive, negative };
    },
    options,
  );
}

/** top1000.*.tsv: query id, passage id, query, passage. */
export function streamCandidates(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Candidate> {
  return streamRecords(
    files,
    path,
    (line, position) => {
      const cells = line.split("\t");
      const [query, document, queryText, text] = cells;
      if (cells.length !== 4) {
        throw position.error(
          `a candidate has 4 columns (query id, passage id, query, passage), got ${cells.length}`,
        );
      }
      return {
        query: { id: checkId(query as string, "query", position), text: queryText as string },
        document: { id: checkId(document as string, "document", position), text: text as string },
      };
    },
    options,
  );
}

/** Formats a triple as a line that parses to the same triple. */
export function formatTriple({ query, positive, negative }: Triple): string {
  return formatTabLine([query, positive, negative]);
}

/** Formats a candidate as a line that parses to the same candidate. */
export function formatCandidate({ query, document }: Candidate): string {
  return formatTabLine([query.id, document.id, query.text, document.text]);
}

function parseTriple(line: string, position: FilePosition): Triple {
  const cells = line.split("\t");
  const [query, positive, negative] = cells as [string, string, string];
  if (cells.length !== 3) {
    throw position.error(`a triple has 3 columns (query, positive, negative), got ${cells.length}`);
  }
  return { query, positive, negative };
}
