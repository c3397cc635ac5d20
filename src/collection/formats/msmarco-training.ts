/** MS MARCO's training triples and re-ranking candidates: tab-separated, far larger than memory. */

import type { Files } from "../../storage/files.ts";
import type { Document, Query } from "../document.ts";
import type { ReadOptions } from "./lines.ts";
import { checkedId, type Place, recordsOf } from "./records.ts";
import { tabLine } from "./table.ts";

/** A query, a document that answers it and one that does not: as texts or as ids. */
export interface Triple {
  readonly query: string;
  readonly positive: string;
  readonly negative: string;
}

/** A query and one of the documents to be ranked for it. */
export interface Candidate {
  readonly query: Query;
  readonly document: Document;
}

/** triples.train.*.tsv: query, positive and negative passage as texts. */
export function textTriples(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Triple> {
  return recordsOf(files, path, (line, place) => triple(line, place), options);
}

/** qidpidtriples.train.*.tsv: query, positive and negative passage as ids. */
export function idTriples(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Triple> {
  return recordsOf(
    files,
    path,
    (line, place) => {
      const { query, positive, negative } = triple(line, place);
      checkedId(query, "query", place);
      checkedId(positive, "document", place);
      checkedId(negative, "document", place);
      return { query, positive, negative };
    },
    options,
  );
}

/** top1000.*.tsv: query id, passage id, query, passage. */
export function candidatesIn(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Candidate> {
  return recordsOf(
    files,
    path,
    (line, place) => {
      const cells = line.split("\t");
      const [query, document, queryText, text] = cells;
      if (cells.length !== 4) {
        throw place.bad(
          `a candidate has 4 columns (query id, passage id, query, passage), got ${cells.length}`,
        );
      }
      return {
        query: { id: checkedId(query as string, "query", place), text: queryText as string },
        document: { id: checkedId(document as string, "document", place), text: text as string },
      };
    },
    options,
  );
}

/** The line that reads back as this triple. */
export function tripleLine({ query, positive, negative }: Triple): string {
  return tabLine([query, positive, negative]);
}

/** The line that reads back as this candidate. */
export function candidateLine({ query, document }: Candidate): string {
  return tabLine([query.id, document.id, query.text, document.text]);
}

function triple(line: string, place: Place): Triple {
  const cells = line.split("\t");
  const [query, positive, negative] = cells as [string, string, string];
  if (cells.length !== 3) {
    throw place.bad(`a triple has 3 columns (query, positive, negative), got ${cells.length}`);
  }
  return { query, positive, negative };
}
