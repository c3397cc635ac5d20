/** A ranker named on the command line, with the tables of term salience that it names. */

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
import { openModel } from "../../src/search/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import type { CommandContext } from "./command.ts";

export interface OpenedRanker {
  /** The shortest name that means the same. */
  readonly name: string;
  readonly ranker: Ranker;
  /** Whether the name says everything: no tables were read for it. */
  readonly isNamed: boolean;
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
