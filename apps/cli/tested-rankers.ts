/**
 * Rankers that axioms are tested on, as typed: a name such as `bm25`, an
 * untrained model as `untrained(pacrr)`, the folder of a trained model, or the
 * URL of a service.
 */

import {
  crossNgrams,
  indexRanker,
  modelRanker,
  openSearchIndex,
  type ProbeResult,
  rerankEndpoint,
  type TestedRanker,
  untrainedModel,
} from "../../src/analysis/index.ts";
import { modelKindOf } from "../../src/models/index.ts";
import { parseRanker } from "../../src/ranking/index.ts";
import { Reranker } from "../../src/reranking/index.ts";
import type { TrainedModel } from "../../src/scoring/index.ts";
import { openModel } from "../../src/search/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import type { Shell } from "./command.ts";
import { parseModelOptions } from "./model-options.ts";
import type { OpenIndex } from "./open-index.ts";
import { openRanker } from "./open-ranker.ts";

/** A ranker under test, with the probe of what only its kind has. */
export interface OpenTestedRanker {
  readonly ranker: TestedRanker;
  readonly probe?: () => Promise<ProbeResult | undefined>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly model?: string | undefined;
  readonly field?: string | undefined;
  readonly key?: string | undefined;
  readonly seed: number;
}

/** What was typed for a ranker, read but not yet opened: a wrong name is refused before an index is made. */
export interface TypedRanker {
  open(index: OpenIndex): Promise<OpenTestedRanker>;
}

export async function typedRanker(
  typed: string,
  shell: Shell,
  options: ServiceOptions,
): Promise<TypedRanker> {
  if (/^https?:\/\//.test(typed)) {
    const ranker = serviceAt(typed, options);
    return { open: async () => ({ ranker, close: async () => {} }) };
  }
  const [, kind, list = ""] = /^untrained\(\s*([^,\s)]+)\s*,?(.*)\)$/s.exec(typed) ?? [];
  if (kind !== undefined) {
    const given = parseModelOptions(list, modelKindOf(kind).defaults);
    const { seed } = options;
    return {
      open: async (index) =>
        withModel(await untrainedModel(kind, index, { seed, options: given }), index, typed),
    };
  }
  if ((await shell.files.kind(typed)) === "folder") return modelIn(typed);
  const { declaration } = parseRanker(typed);
  const { name, ranker } = await openRanker(typed, shell);
  return {
    open: async ({ searcher, analyzer }) => ({
      ranker: indexRanker(searcher.view, analyzer, { name, kind: declaration.name, ranker }),
      close: async () => {},
    }),
  };
}

/** The trained model in a folder. */
export async function modelIn(folder: string): Promise<TypedRanker> {
  const trained = await openModel(folder);
  return { open: (index) => withModel(trained, index, folder) };
}

async function withModel(
  trained: TrainedModel,
  { snapshot, analyzer }: OpenIndex,
  name: string,
): Promise<OpenTestedRanker> {
  const reranker = await Reranker.open(wasmBackend({ threads: 2 }), trained, snapshot, analyzer);
  return {
    ranker: modelRanker(reranker, analyzer, name),
    probe: () => crossNgrams(trained, analyzer, wasmBackend()),
    close: () => reranker.close(),
  };
}

/** An index of OpenSearch where the path ends in `_search`, else a rerank service. */
function serviceAt(url: string, { model, field, key }: ServiceOptions): TestedRanker {
  if (!new URL(url).pathname.endsWith("/_search")) return rerankEndpoint(url, { model, key });
  return openSearchIndex(url, { key, ...(field === undefined ? {} : { field }) });
}
