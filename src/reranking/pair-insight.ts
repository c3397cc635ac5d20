/**
 * What a model saw in one pair: the features of its kernels and what they are
 * worth, or the matches that each query term keeps and where they stand.
 */

import {
  batcherFor,
  type Insight,
  inputsFor,
  type TokenIds,
  variablesOf,
  writeInitialValues,
} from "../models/index.ts";
import type { TrainedModel } from "../scoring/index.ts";
import type { Backend } from "../tensor/index.ts";

export interface KernelFeature {
  /** The similarity that it counts, such as `0.9`; with n-grams their lengths before it. */
  readonly name: string;
  readonly feature: number;
  /** The score is the sum of feature · weight. */
  readonly weight: number;
}

/** A place in the document, from 0, where a window begins, and how well it matches there. */
export interface KeptMatch {
  readonly place: number;
  readonly value: number;
}

export interface PairInsight {
  readonly kernels?: readonly KernelFeature[];
  /** For windows of 1, 2, … words, a row a query token with its largest matches first. */
  readonly windows?: readonly (readonly (readonly KeptMatch[])[])[];
}

/** Nothing for models that cannot say. */
export async function pairInsight(
  backend: Backend,
  { model, values }: TrainedModel,
  query: TokenIds,
  document: TokenIds,
): Promise<PairInsight> {
  const insight = model.insight?.(inputsFor(model));
  if (insight === undefined) return {};
  const session = await backend.open(variablesOf(model));
  try {
    await writeInitialValues(session, values);
    const tensors = insight.kind === "kernels" ? [insight.features] : insight.sizes;
    const named = Object.fromEntries(tensors.map((tensor, i) => [`part${i}`, tensor]));
    const step = await session.prepare({ outputs: named });
    const { outputs } = await step.run(batcherFor(model).pairs([{ query, document }]));
    const parts = tensors.map((_, i) => Array.from(outputs[`part${i}`] ?? []));
    return told(insight, parts, values, document.length);
  } finally {
    await session.close();
  }
}

function told(
  insight: Insight,
  parts: readonly (readonly number[])[],
  values: TrainedModel["values"],
  columns: number,
): PairInsight {
  if (insight.kind === "kernels") {
    const weights = values.get(insight.weights) as Float32Array;
    const [features = []] = parts;
    return {
      kernels: insight.names.map((name, i) => ({
        name,
        feature: features[i] as number,
        weight: weights[i] as number,
      })),
    };
  }
  const windows = parts.map((cells) => {
    const rows: KeptMatch[][] = [];
    for (let start = 0; start < cells.length; start += columns) {
      const row = cells.slice(start, start + columns).map((value, place) => ({ place, value }));
      rows.push(row.sort((a, b) => b.value - a.value).slice(0, insight.top)); // the sort is stable
    }
    return rows;
  });
  return { windows };
}
