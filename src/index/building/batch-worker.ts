/** The module of the workers that read batches of documents. */

import { type Analyzer, type AnalyzerOptions, openAnalyzer } from "../../text/index.ts";
import { type Field, fieldAnalyzers, Schema } from "../schema/index.ts";
import type { VectorSettings } from "../vectors/index.ts";
import { type DocumentBatch, readBatch } from "./document-batch.ts";
import type { IndexableDocument } from "./document-rules.ts";

const known = new Map<string, Promise<Analyzer>>();

export async function readDocuments({
  documents,
  stored,
  analysis,
  schema: fields,
  vectors,
}: {
  documents: readonly IndexableDocument[];
  stored: boolean;
  analysis: AnalyzerOptions;
  schema?: readonly Field[];
  vectors?: VectorSettings;
}): Promise<DocumentBatch> {
  const schema = fields === undefined ? undefined : Schema.stored(fields);
  const analyzers = await fieldAnalyzers(schema, remembered);
  return readBatch(documents, await remembered(analysis), { stored, schema, analyzers, vectors });
}

function remembered(analysis: AnalyzerOptions): Promise<Analyzer> {
  const key = JSON.stringify(analysis);
  const analyzer = known.get(key) ?? openAnalyzer(analysis);
  known.set(key, analyzer);
  return analyzer;
}
