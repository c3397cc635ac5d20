/** A ranker named on the command line, with the tables of term salience that it names. */

import type { WeightsSource } from "../../src/api/index.ts";
import {
  parseRanker,
  type Ranker,
  type RankerSetting,
  ranker,
  readSalience,
  type SalienceTable,
  salienceNames,
} from "../../src/ranking/index.ts";
import { computeTermSalience } from "../../src/reranking/index.ts";
import {
  type IndexReader,
  nameHybrid,
  openModel,
  readDefaultRankers,
} from "../../src/search/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext } from "./command.ts";
import { canEncodeQueries, formatWordsFallback } from "./encoder-option.ts";

export interface OpenedRanker {
  /** The shortest name that means the same. */
  readonly name: string;
  readonly ranker: Ranker;
  /** Whether the name alone defines the ranker: no tables were read for it. */
  readonly isNamed: boolean;
}

/**
 * The ranker of `--ranker`, else that of the index in a folder; BM25 without an index. The default
 * of an index with vectors is hybrid only where `canUseVectors` and the encoder can be opened.
 */
export async function readRankerName(
  args: Arguments,
  folder: string | readonly string[] | undefined,
  { note }: Pick<CommandContext, "note">,
  { canUseVectors, weights }: { readonly canUseVectors: boolean; readonly weights?: WeightsSource },
): Promise<string> {
  const named = args.text("ranker");
  if (named !== undefined) return named;
  if (folder === undefined) return weights?.ranker ?? "bm25";
  const { setting, lexicalRanker, settings } = await readDefaultRankers(folder);
  if (setting !== undefined && weights === undefined) return setting;
  const lexical = weights?.ranker ?? lexicalRanker;
  if (settings.vectors === undefined || !canUseVectors) return lexical;
  if (await canEncodeQueries(settings, args)) return nameHybrid(lexical);
  note(formatWordsFallback(settings, lexical));
  return lexical;
}

/** A pruned index lacks postings that only its own ranker can do without. */
export function warnOfForeignRanker(
  {
    snapshot,
    ranker: own,
    lexicalRanker,
  }: Pick<IndexReader, "snapshot" | "ranker" | "lexicalRanker">,
  name: string,
  { note }: Pick<CommandContext, "note">,
): void {
  if (snapshot.settings.pruning === undefined) return;
  if ([own, lexicalRanker].some((each) => parseRanker(each).name === name)) return;
  note(
    `warning: the index was pruned for ${own}; ranking it by ${name} misses postings and gives lower quality`,
  );
}

export async function openRanker(
  name: string,
  context: Pick<CommandContext, "files" | "note">,
): Promise<OpenedRanker> {
  const setting = parseRanker(name);
  const tables = await openTables([setting], context);
  return { name: setting.name, ranker: ranker(setting, { tables }), isNamed: tables.size === 0 };
}

/** All tables that these rankers name: files that termwise salience wrote, or folders of models. */
export async function openTables(
  settings: readonly RankerSetting[],
  { files, note }: Pick<CommandContext, "files" | "note">,
): Promise<ReadonlyMap<string, SalienceTable>> {
  const tables = new Map<string, SalienceTable>();
  for (const name of new Set(settings.flatMap(salienceNames))) {
    const isModel = (await files.kind(name)) === "folder";
    const table = isModel ? await readModelSalience(name) : await readSalience(files, name);
    note(`${name}: ${table.size} terms with a salience`);
    tables.set(name, table);
  }
  return tables;
}

async function readModelSalience(folder: string): Promise<SalienceTable> {
  const terms = await computeTermSalience(wasmBackend(), await openModel(folder));
  return new Map(terms.map(({ term, gamma }) => [term, gamma]));
}
