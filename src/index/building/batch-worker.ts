/** The tasks of the worker threads that parse batches of documents. */

import type { VectorSettings } from "../../dense/vectors/index.ts";
import { type Analyzer, type AnalyzerOptions, openAnalyzer } from "../../text/index.ts";
import { type Field, openFieldAnalyzers, Schema } from "../schema/index.ts";
import type { IndexableDocument } from "./check-document.ts";
import { type DocumentBatch, readBatch } from "./document-batch.ts";
import { FormKernel } from "./form-kernel.ts";

export { compressBlocks } from "./compress-blocks.ts";

let kernel: Promise<FormKernel | undefined> | undefined;
const analyzerCache = new Map<string, Promise<Analyzer>>();

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
  const schema = fields === undefined ? undefined : Schema.fromJson(fields);
  const analyzers = await openFieldAnalyzers(schema, openCachedAnalyzer);
  kernel ??= FormKernel.open();
  return readBatch(documents, await openCachedAnalyzer(analysis), {
    kernel: await kernel,
    stored,
    schema,
    analyzers,
    vectors,
  });
}

function openCachedAnalyzer(analysis: AnalyzerOptions): Promise<Analyzer> {
  const key = JSON.stringify(analysis);
  const analyzer = analyzerCache.get(key) ?? openAnalyzer(analysis);
  analyzerCache.set(key, analyzer);
  return analyzer;
}
