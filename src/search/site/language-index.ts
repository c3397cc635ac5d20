/** The index of the pages in one language, and the model that re-ranks them, as folders to publish. */

import type { SitePage } from "../../collection/site/index.ts";
import type { Progress } from "../../common/progress.ts";
import { buildIndex, writePrunedFields } from "../../index/index.ts";
import { packIndex } from "../../index/packing/index.ts";
import {
  checkAnalysis,
  readTokenStatistics,
  shrinkModel,
  type TrainedModel,
  writeModel,
} from "../../scoring/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import {
  type AnalyzerOptions,
  applySearchDefaults,
  completeOptions,
  type Language,
} from "../../text/index.ts";
import { IndexReader } from "../index-reader.ts";
import { createPageSchema, toPageDocument } from "./page-document.ts";
import { createHashedFolder, type HashedFolder } from "./publish-folder.ts";

/** A model for the pages of a site, and its maximum size in bytes. */
export interface SiteModel {
  readonly model: TrainedModel;
  /** Default 300,000. */
  readonly bytes?: number | undefined;
}

/** How an index of pages is built. */
export interface LanguageOptions {
  /** The ISO 639 code of the language. */
  readonly code: string;
  readonly filters: readonly string[];
  readonly positions: boolean;
  /** Which words of a page are left out: see `writePrunedFields`. Absent: all are kept. */
  readonly prune?: number | undefined;
  readonly rerank: SiteModel | undefined;
  readonly progress: Progress;
}

/** The published folders of a language. */
export interface LanguageFolders {
  readonly index: HashedFolder;
  readonly model?: HashedFolder;
}

/** Small compared with the rest of a page's download. */
const MODEL_BYTES = 300_000;

/** Builds the folders. `BAD_ARGUMENT` for a model with another analyzer than the index. */
export async function buildLanguageFolders(
  pages: readonly SitePage[],
  { code, filters, positions, prune, rerank, progress }: LanguageOptions,
): Promise<LanguageFolders> {
  const analysis = selectAnalysis(code);
  if (rerank !== undefined) checkAnalysis(rerank.model.description, completeOptions(analysis));
  const directory = new MemoryDirectory();
  await buildIndex(directory, pages.map(toPageDocument), {
    analysis,
    fields: createPageSchema(filters),
    positions,
    // A model reads the tokens of pages from the forward index.
    forward: rerank !== undefined,
    total: pages.length,
    durability: "none",
    progress,
  });
  const source = prune === undefined ? directory : await pruneIndex(directory, prune);
  const index = await createHashedFolder(code, await packIndex(source));
  if (rerank === undefined) return { index };
  return {
    index,
    model: await createHashedFolder("model", await createModelFiles(directory, rerank)),
  };
}

async function pruneIndex(directory: MemoryDirectory, threshold: number): Promise<MemoryDirectory> {
  const reader = await IndexReader.open(directory);
  const target = new MemoryDirectory();
  await writePrunedFields(reader.snapshot, target, threshold);
  await reader.close();
  return target;
}

async function createModelFiles(
  index: MemoryDirectory,
  { model, bytes = MODEL_BYTES }: SiteModel,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const reader = await IndexReader.open(index);
  const { form } = model.description.sequences;
  const words = await readTokenStatistics(
    reader.snapshot,
    reader.analyzer,
    form === "surface" ? "surface" : "stem",
  );
  await reader.close();
  const counts = new Map([...words].map(([word, each]) => [word, each.collectionFrequency]));
  const { description, vocabulary, weights } = shrinkModel(model, counts, bytes);
  const directory = new MemoryDirectory();
  // A page does not need the training record.
  const { training: _, ...published } = description;
  await writeModel(directory, published, vocabulary, weights);
  return readFiles(directory);
}

async function readFiles(directory: MemoryDirectory): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of await directory.list()) files.set(name, await directory.read(name));
  return files;
}

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ["ar", "arabic"],
  ["da", "danish"],
  ["de", "german"],
  ["el", "greek"],
  ["en", "english"],
  ["es", "spanish"],
  ["fi", "finnish"],
  ["fr", "french"],
  ["hi", "hindi"],
  ["hu", "hungarian"],
  ["id", "indonesian"],
  ["it", "italian"],
  ["lt", "lithuanian"],
  ["nb", "norwegian"],
  ["nl", "dutch"],
  ["nn", "norwegian"],
  ["no", "norwegian"],
  ["pt", "portuguese"],
  ["ro", "romanian"],
  ["ru", "russian"],
  ["sr", "serbian"],
  ["sv", "swedish"],
  ["ta", "tamil"],
  ["tr", "turkish"],
]);

/** Words of other languages are searched without stemming. */
export function selectAnalysis(code: string): AnalyzerOptions {
  return applySearchDefaults({ language: LANGUAGES.get(code) ?? "other" });
}
