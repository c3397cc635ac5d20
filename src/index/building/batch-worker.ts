/** The module of the workers that read batches of documents. */

import { type Analyzer, type AnalyzerOptions, openAnalyzer } from "../../text/index.ts";
import type { ColumnField } from "../columns/index.ts";
import { type DocumentBatch, readBatch } from "./document-batch.ts";
import type { IndexableDocument } from "./document-rules.ts";

const analyzers = new Map<string, Promise<Analyzer>>();

export async function readDocuments({
  documents,
  stored,
  columns,
  analysis,
}: {
  documents: readonly IndexableDocument[];
  stored: boolean;
  columns: readonly ColumnField[];
  analysis: AnalyzerOptions;
}): Promise<DocumentBatch> {
  const key = JSON.stringify(analysis);
  const analyzer = analyzers.get(key) ?? openAnalyzer(analysis);
  analyzers.set(key, analyzer);
  return readBatch(documents, await analyzer, { stored, columns });
}
