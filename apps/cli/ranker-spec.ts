/**
 * Rankers that axioms are tested on: a name such as `bm25`, an
 * untrained model as `untrained(pacrr)`, the folder of a trained model, or the
 * URL of a service.
 */

import {
  createEndpointRanker,
  createIndexRanker,
  createModelRanker,
  createOpenSearchRanker,
  createUntrainedModel,
  type ProbeResult,
  probeCrossNgrams,
  type TestedRanker,
} from "../../src/analysis/index.ts";
import { defined } from "../../src/common/defined.ts";
import { findModelKind } from "../../src/models/index.ts";
import { parseRanker } from "../../src/ranking/index.ts";
import { Reranker } from "../../src/reranking/index.ts";
import type { TrainedModel } from "../../src/scoring/index.ts";
import { openModel } from "../../src/search/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import type { CommandContext } from "./command.ts";
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

/** A parsed ranker that is not yet opened: a wrong name is rejected before an index is built. */
export interface RankerSpec {
  open(index: OpenIndex): Promise<OpenTestedRanker>;
}

export async function parseRankerSpec(
  text: string,
  context: CommandContext,
  options: ServiceOptions,
): Promise<RankerSpec> {
  if (/^https?:\/\//.test(text)) {
    const ranker = createServiceRanker(text, options);
    return { open: async () => ({ ranker, close: async () => {} }) };
  }
  const [, kind, list = ""] = /^untrained\(\s*([^,\s)]+)\s*,?(.*)\)$/s.exec(text) ?? [];
  if (kind !== undefined) {
    const modelOptions = parseModelOptions(list, findModelKind(kind).defaults);
    const { seed } = options;
    return {
      open: async (index) =>
        openModelRanker(
          await createUntrainedModel(kind, index, { seed, options: modelOptions }),
          index,
          text,
        ),
    };
  }
  if ((await context.files.kind(text)) === "folder") return openModelSpec(text);
  const { declaration } = parseRanker(text);
  const { name, ranker } = await openRanker(text, context);
  return {
    open: async ({ searcher, analyzer }) => ({
      ranker: createIndexRanker(searcher.view, analyzer, { name, kind: declaration.name, ranker }),
      close: async () => {},
    }),
  };
}

/** The trained model in a folder. */
export async function openModelSpec(folder: string): Promise<RankerSpec> {
  const trained = await openModel(folder);
  return { open: (index) => openModelRanker(trained, index, folder) };
}

async function openModelRanker(
  trained: TrainedModel,
  { snapshot, analyzer }: OpenIndex,
  name: string,
): Promise<OpenTestedRanker> {
  const reranker = await Reranker.open(wasmBackend({ threads: 2 }), trained, snapshot, analyzer);
  return {
    ranker: createModelRanker(reranker, analyzer, name),
    probe: () => probeCrossNgrams(trained, analyzer, wasmBackend()),
    close: () => reranker.close(),
  };
}

/** An index of OpenSearch where the path ends in `_search`, else a rerank service. */
function createServiceRanker(url: string, { model, field, key }: ServiceOptions): TestedRanker {
  if (!new URL(url).pathname.endsWith("/_search")) return createEndpointRanker(url, { model, key });
  return createOpenSearchRanker(url, { key, ...defined({ field }) });
}
