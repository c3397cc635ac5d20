/** The module of the workers that read batches of documents. */

import { type Analyzer, type AnalyzerOptions, openAnalyzer } from "../../text/index.ts";
import { type DocumentBatch, readBatch } from "./document-batch.ts";
import type { IndexableDocument } from "./document-rules.ts";

const analyzers = new Map<string, Promise<Analyzer>>();

export async function readDocuments({
  documents,
  stored,
  analysis,
}: {
  documents: readonly IndexableDocument[];
  stored: boolean;
  analysis: AnalyzerOptions;
}): Promise<DocumentBatch> {
  const key = JSON.stringify(analysis);
  const analyzer = analyzers.get(key) ?? openAnalyzer(analysis);
  analyzers.set(key, analyzer);
  return readBatch(documents, await analyzer, { stored });
}
