/** Examples from MS MARCO's triple files, read in file order, which is already random. */

import type { Triple } from "../collection/formats/index.ts";
import { streamIdTriples, streamTextTriples } from "../collection/formats/index.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import type { IndexView } from "../index/index.ts";
import type { TokenIds } from "../models/index.ts";
import type { TextSequences } from "../scoring/text-sequences.ts";
import type { Files } from "../storage/files.ts";
import type { Example, ExampleSource } from "./examples.ts";

/** triples.train.*.tsv: texts. The documents need not be in the index. */
export function readTextTriples(
  files: Files,
  path: string,
  sequences: TextSequences,
): ExampleSource {
  return {
    async *examples() {
      for await (const { query, positive, negative } of streamTextTriples(files, path)) {
        yield [
          createTriple(sequences.query(query), sequences.text(positive), sequences.text(negative)),
        ];
      }
    },
  };
}

/**
 * qidpidtriples.train.*.tsv: ids. `BAD_INPUT` for an id that is not in the queries or the index.
 */
export function readIdTriples(
  files: Files,
  path: string,
  sequences: TextSequences,
  view: IndexView,
  queries: ReadonlyMap<string, string>,
): ExampleSource {
  const createMissingIdError = (kind: string, id: string, number: number): TermwiseError => {
    const where = kind === "query" ? "among the queries" : "in the index";
    const message = `${path}: triple ${number} names the ${kind} ${quote(id)}, which is not ${where}`;
    return new TermwiseError("BAD_INPUT", message, { file: path, triple: number });
  };
  const document = (id: string, number: number): TokenIds | Promise<TokenIds> => {
    const documentNumber = view.find(id);
    if (documentNumber === undefined) throw createMissingIdError("document", id, number);
    return sequences.document(documentNumber);
  };
  return {
    async *examples() {
      let number = 0;
      for await (const { query, positive, negative } of streamIdTriples(
        files,
        path,
      ) as AsyncIterable<Triple>) {
        number++;
        const text = queries.get(query);
        if (text === undefined) throw createMissingIdError("query", query, number);
        const better = await document(positive, number);
        yield [createTriple(sequences.query(text), better, await document(negative, number))];
      }
    },
  };
}

function createTriple(query: TokenIds, better: TokenIds, worse: TokenIds): Example {
  return { query, documents: [better, worse], grades: [1, 0] };
}
