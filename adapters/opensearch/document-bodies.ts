/** The documents of a local index as a published index holds them: an id and a JSON text each. */

import { createHash } from "node:crypto";
import { TermwiseError } from "../../src/common/errors.ts";
import { searchedTexts } from "../../src/index/index.ts";
import { type DocumentTerms, documentTerms } from "../../src/ranking/document-terms.ts";
import type { QuantisedRanker } from "../../src/ranking/quantised-ranker.ts";
import type { IndexReader } from "../../src/search/index.ts";
import type { PublishedRecord } from "./published-record.ts";
import { encodeTerm, joinTokens } from "./term-code.ts";

/** A document as it is sent. */
export interface DocumentBody {
  readonly id: string;
  /** Of all that is sent. */
  readonly digest: string;
  readonly json: string;
}

/** The term that carries what a document gets for its length. No other token looks like it. */
export const LENGTH_TERM = "%length";

/** Longer ids are refused by OpenSearch. */
const LONGEST_ID = 512;

/** All living documents, in the order of the index. `ranker` gives the numbers of modes that have them. */
export async function* documentBodies(
  reader: IndexReader,
  record: PublishedRecord,
  ranker: QuantisedRanker | undefined,
): AsyncGenerator<DocumentBody> {
  const { view } = reader.searcher;
  const numberOf =
    ranker === undefined
      ? () => (frequency: number) => frequency
      : (term: string) => ranker.impact(view, term);
  for (const terms of documentTerms(view, numberOf)) {
    const id = view.id(terms.document);
    if (Buffer.byteLength(id) > LONGEST_ID) {
      const message = `the id ${id.slice(0, 40)}… has more than ${LONGEST_ID} bytes`;
      throw new TermwiseError("LIMIT_EXCEEDED", message, { document: terms.document });
    }
    const fields = {
      key: id,
      ...(await searchedField(reader, record, ranker, terms)),
      ...(await tokensField(reader, record, terms.document)),
    };
    const digest = createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
    const short = digest.slice(0, 22); // 132 bits
    yield { id, digest: short, json: JSON.stringify({ digest: short, ...fields }) };
  }
}

async function searchedField(
  reader: IndexReader,
  { mode, analyzedBy }: PublishedRecord,
  ranker: QuantisedRanker | undefined,
  { document, terms, numbers }: DocumentTerms,
): Promise<object> {
  const tokens = terms.map(encodeTerm);
  if (mode === "boosts") {
    if (analyzedBy === "cluster") return { terms: await textOf(reader, document) };
    // Lengths and frequencies are what BM25 reads; the order of words is not kept.
    const repeated = tokens.map((token, i) =>
      Array(numbers[i] as number)
        .fill(token)
        .join(" "),
    );
    return { terms: repeated.join(" ") };
  }
  const { view } = reader.searcher;
  const length = ranker?.lengthImpact(view, view.length(document)) ?? 0;
  const entries = tokens.map((token, i) => [token, numbers[i] as number] as const);
  const all = length > 0 ? [...entries, [LENGTH_TERM, length] as const] : entries;
  if (mode === "rank_features") return { features: Object.fromEntries(all) };
  return { impacts: all.map(([token, impact]) => `${token}|${impact}`).join(" ") };
}

async function textOf({ snapshot }: IndexReader, document: number): Promise<string> {
  const { title, text, ...fields } = await snapshot.fieldsOf(document);
  return searchedTexts({ title, text, fields }).join(" ");
}

async function tokensField(
  { snapshot }: IndexReader,
  { tokens }: PublishedRecord,
  document: number,
): Promise<object> {
  if (tokens === "none") return {};
  const joined = joinTokens(await snapshot.tokensOf(document));
  return {
    tokens: tokens === "source" ? joined : Buffer.from(joined, "utf8").toString("base64"),
  };
}
