/**
 * Builds an index with vectors from an encoder. Encoding takes long, so it estimates
 * the time first, commits in steps, and can resume: documents that are already in
 * the index are not encoded again.
 */

import { type Progress, trackProgress } from "../../src/common/progress.ts";
import { addDocumentVectors, splitPassages } from "../../src/dense/index.ts";
import {
  type BuildOptions,
  extractSearchableTexts,
  type IndexableDocument,
  IndexWriter,
} from "../../src/index/index.ts";
import type { VectorEncoder } from "../../src/search/index.ts";
import type { Directory } from "../../src/storage/directory.ts";

/** Documents between two commits: what is lost at most when the program is stopped. */
const COMMIT_EVERY = 256;

/** Passages that are encoded to learn how long all will take. */
const SAMPLE = 32;

/** Documents that are not yet encoded. */
interface EncodingWork {
  readonly documents: number;
  readonly passages: number;
  readonly characters: number;
  readonly sample: readonly string[];
}

/** `documents` is called twice: once to count them. */
export async function indexWithVectors(
  directory: Directory,
  documents: () => AsyncIterable<IndexableDocument>,
  encoder: VectorEncoder,
  {
    progress,
    duplicates = "refuse",
    reorder = false,
    isResumed,
    hasGraph,
    ...options
  }: BuildOptions & {
    readonly progress: Progress;
    readonly isResumed: boolean;
    readonly hasGraph: boolean;
  },
  note: (text: string) => void,
): Promise<void> {
  const { name: model, dimensions } = encoder;
  const vectors = { dimensions, model, ...(hasGraph ? { graph: true } : {}) };
  const writer = await IndexWriter.open(directory, {
    ...options,
    vectors,
    ...(isResumed ? { mode: "append" as const } : {}),
  });
  try {
    const isNew = ({ id }: IndexableDocument): boolean => !isResumed || !writer.has(id);
    const work = await estimateWork(documents(), isNew, writer);
    note(await formatEstimate(encoder, work));
    const isOnGpu = encoder.device !== undefined;
    const remaining = filterDocuments(documents(), isNew);
    const documentStream = trackProgress(remaining, progress, {
      task: "encoding",
      unit: "documents",
      total: work.documents,
    });
    let batch: IndexableDocument[] = [];
    const flush = async (): Promise<void> => {
      await writer.addAll(batch, { duplicates });
      await writer.commit();
      batch = [];
    };
    for await (const document of addDocumentVectors(documentStream, writer.settings, encoder)) {
      batch.push(document);
      if (batch.length >= COMMIT_EVERY) await flush();
    }
    await flush();
    if (isOnGpu && encoder.device === undefined) {
      note("the GPU was lost; the CPU encoded the rest");
    }
    if (reorder) await writer.reorder(progress);
    else await writer.merge();
    await writer.commit();
  } finally {
    await writer.close();
  }
}

async function* filterDocuments(
  documents: AsyncIterable<IndexableDocument>,
  isNew: (document: IndexableDocument) => boolean,
): AsyncGenerator<IndexableDocument> {
  for await (const document of documents) if (isNew(document)) yield document;
}

async function estimateWork(
  documents: AsyncIterable<IndexableDocument>,
  isNew: (document: IndexableDocument) => boolean,
  { settings: { schema } }: IndexWriter,
): Promise<EncodingWork> {
  const sample: string[] = [];
  let [count, passages, characters] = [0, 0, 0];
  for await (const document of documents) {
    if (!isNew(document)) continue;
    count++;
    for (const passage of splitPassages(extractSearchableTexts(document, schema).join(" "))) {
      passages++;
      characters += passage.length;
      if (sample.length < SAMPLE) sample.push(passage);
    }
  }
  return { documents: count, passages, characters, sample };
}

/** How long encoding will take on this machine, from a few passages by the letters they have. */
async function formatEstimate(
  encoder: VectorEncoder,
  { documents, passages, characters, sample }: EncodingWork,
): Promise<string> {
  const amount = `${passages.toLocaleString("en-US")} passages of ${documents.toLocaleString("en-US")} documents`;
  const letters = sample.reduce((sum, { length }) => sum + length, 0);
  if (letters === 0) return `${amount} to encode`;
  await encoder.documents(sample); // threads start, and their code is compiled for speed
  const startTime = performance.now();
  await encoder.documents(sample);
  const seconds = ((performance.now() - startTime) / 1000 / letters) * characters;
  const place = encoder.device === undefined ? "" : ` on the GPU ${encoder.device}`;
  return `encoding ${amount} with ${encoder.name}${place} takes about ${formatDuration(seconds)}`;
}

/** A time as people say it. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
