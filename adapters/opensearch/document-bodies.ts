/** The documents of a local index as a published index stores them: an id and a JSON text each. */

import { createHash } from "node:crypto";
import { defined } from "../../src/common/defined.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { extractSearchableTexts } from "../../src/index/index.ts";
import { type DocumentTerms, readDocumentTerms } from "../../src/ranking/document-terms.ts";
import type { QuantisedRanker } from "../../src/ranking/quantised-ranker.ts";
import type { IndexReader } from "../../src/search/index.ts";
import { openColumnReader } from "./columns.ts";
import { listPrunedWords } from "./pruned-words.ts";
import type { PublishedRecord } from "./published-record.ts";
import { createVectorReader } from "./stored-vectors.ts";
import { encodeTerm, joinTokens } from "./term-encoding.ts";
import { listWholeTexts } from "./whole-texts.ts";

/** A document to send. */
export interface DocumentBody {
  readonly id: string;
  /** The digest of everything that is sent. */
  readonly digest: string;
  readonly json: string;
}

/** The term that carries the length part of a document's score. No other token has its form. */
export const LENGTH_TERM = "%length";

/** The limit of OpenSearch. */
const MAX_ID_BYTES = 512;

/**
 * All live documents, in index order. `ranker` computes the numbers of modes that need them. `all` are
 * the terms of the documents, where the view has those of more documents.
 */
export async function* createDocumentBodies(
  reader: IndexReader,
  record: PublishedRecord,
  ranker: QuantisedRanker | undefined,
  all?: readonly string[],
): AsyncGenerator<DocumentBody> {
  const { view } = reader.searcher;
  const prepareImpact =
    ranker === undefined
      ? () => (frequency: number) => frequency
      : (term: string) => ranker.impact(view, term);
  const openList = ranker && ((term: string) => ranker.postings(view, term));
  const columns = await openColumnReader(reader.snapshot);
  const readVectors =
    record.vectors === undefined ? undefined : createVectorReader(reader.snapshot);
  for (const terms of readDocumentTerms(view, prepareImpact, { open: openList, terms: all })) {
    const id = view.id(terms.document);
    if (Buffer.byteLength(id) > MAX_ID_BYTES) {
      const message = `the id ${id.slice(0, 40)}… has more than ${MAX_ID_BYTES} bytes`;
      throw new TermwiseError("LIMIT_EXCEEDED", message, { document: terms.document });
    }
    const fields = {
      key: id,
      ...(await createSearchField(reader, record, ranker, terms)),
      ...(await createTokensField(reader, record, terms.document)),
      ...columns(terms.document),
      ...defined({ vectors: await readVectors?.(terms.document) }),
      ...(await createStoredField(reader, record, terms.document)),
      ...(await createPrunedField(reader, record, terms)),
    };
    const digest = createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
    const short = digest.slice(0, 22); // 132 bits
    yield { id, digest: short, json: JSON.stringify({ digest: short, ...fields }) };
  }
}

async function createSearchField(
  reader: IndexReader,
  { mode, analyzedBy }: PublishedRecord,
  ranker: QuantisedRanker | undefined,
  { document, terms, numbers }: DocumentTerms,
): Promise<object> {
  const tokens = terms.map(encodeTerm);
  if (mode === "boosts") {
    if (analyzedBy === "cluster") return { terms: await readText(reader, document) };
    // BM25 reads only lengths and frequencies; the order of words is not preserved.
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

async function readText({ snapshot }: IndexReader, document: number): Promise<string> {
  const { title, text, ...fields } = await snapshot.readStoredFields(document);
  return extractSearchableTexts({ title, text, fields }).join(" ");
}

/** The document itself, which hits show. */
async function createStoredField(
  { snapshot, analyzer }: IndexReader,
  { fields, settings }: PublishedRecord,
  document: number,
): Promise<object> {
  const isShown = fields !== undefined || settings !== undefined;
  if (!isShown || !snapshot.settings.stored) return {};
  const stored = await snapshot.readStoredFields(document);
  const { schema } = snapshot.settings;
  if (settings === undefined || schema === undefined) return { document: stored };
  return { document: stored, wholes: listWholeTexts(schema, analyzer, stored) };
}

/** The words that a document of a pruned index is not found by. */
async function createPrunedField(
  { snapshot }: IndexReader,
  { pruned }: PublishedRecord,
  { document, terms }: DocumentTerms,
): Promise<object> {
  if (pruned === undefined) return {};
  const words = await listPrunedWords(snapshot, document, terms);
  return words.length === 0 ? {} : { pruned: words };
}

async function createTokensField(
  { snapshot }: IndexReader,
  { tokens }: PublishedRecord,
  document: number,
): Promise<object> {
  if (tokens === "none") return {};
  const tokenText = joinTokens(await snapshot.readTokens(document));
  return {
    tokens: tokens === "source" ? tokenText : Buffer.from(tokenText, "utf8").toString("base64"),
  };
}
