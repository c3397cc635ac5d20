/**
 * The models that weights are learned for, and their settings.
 *
 *   bm25   u·idf · (k1 + 1)·tf·w / (tf·w + k1·(1 - b + b·length / mean length))
 *   lm     u · log(1 + tf·w / (mu·p(t|C))), plus |q|·log(mu / (length + mu)) with |q| = sum of u
 *   tfidf  u·idf · log(1 + tf·w)
 *
 * u weights a term in the query; w weights it in the document, where it changes how soon
 * repetitions saturate. Lengths are not weighted. With u = w = 1 these are the plain models, bit
 * for bit.
 */

import { badArgument, quote } from "../common/errors.ts";
import { type IdfForm, idf, ROUNDED_OPTION } from "../ranking/scorers/index.ts";
import type { StopListName } from "../text/stop-lists.ts";
import type { PostingMatrix } from "./posting-matrix.ts";

/** Classical models that term weights are learned for. */
export const WEIGHTED_MODELS = ["bm25", "lm", "tfidf"] as const;
/** The name of a classical model that term weights are learned for. */
export type WeightedModel = (typeof WEIGHTED_MODELS)[number];

/** Everything that is tuned before weights are learned, and the learned k1, b or mu. */
export interface ModelSetting {
  readonly model: WeightedModel;
  /** Terms of this list do not count in queries. */
  readonly stopList: StopListName;
  readonly idf: IdfForm;
  /** Of bm25. */
  readonly k1: number;
  readonly b: number;
  /** How soon repetitions in the query saturate: (k3 + 1)·n / (k3 + n). */
  readonly k3: number;
  /** Of lm. */
  readonly mu: number;
}

export function checkModel(name: string): WeightedModel {
  const model = WEIGHTED_MODELS.find((each) => each === name);
  if (model !== undefined) return model;
  throw badArgument(
    `weights are learned for ${WEIGHTED_MODELS.join(", ")}, not for ${quote(name)}`,
  );
}

/** The name of the ranker with this setting; with `weights` it uses the index's term weights. */
export function formatRanker(
  { model, idf: form, k1, b, k3, mu }: ModelSetting,
  { weighted }: { readonly weighted: boolean },
): string {
  const options: string[] = [];
  if (model === "bm25") options.push(`k1=${formatNumber(k1)}`, `b=${formatNumber(b)}`);
  if (model === "lm") options.push(`mu=${formatNumber(mu)}`);
  if (model !== "lm") options.push(`idf=${form}`);
  if (model === "bm25" && k3 !== Infinity) options.push(`k3=${formatNumber(k3)}`);
  if (weighted) options.push("weights=learned");
  if (weighted && hasRoundedScores({ model })) options.push(ROUNDED_OPTION);
  return options.length === 0 ? model : `${model}(${options.join(",")})`;
}

/**
 * Whether scores under learned weights are rounded: the weights are not more precise than that, and
 * searches are faster.
 */
export function hasRoundedScores({ model }: Pick<ModelSetting, "model">): boolean {
  return model === "bm25";
}

/** Four significant digits: parameters are not more precise. */
function formatNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** The setting that the name of its ranker parses to. */
export function roundSetting(setting: ModelSetting): ModelSetting {
  const { k1, b, mu, k3 } = setting;
  const rounded = (value: number): number => Number(formatNumber(value));
  return { ...setting, k1: rounded(k1), b: rounded(b), mu: rounded(mu), k3: rounded(k3) };
}

/** idf of each term of a collection. */
export function computeIdf(matrix: PostingMatrix, form: IdfForm): Float64Array {
  const { documentCount, totalLength, averageLength, collectionFrequencies } = matrix;
  let maxCollectionFrequency = 0;
  for (const [term, each] of collectionFrequencies.entries()) {
    if (!matrix.stopped.has(term)) maxCollectionFrequency = Math.max(maxCollectionFrequency, each);
  }
  const collection = { documentCount, totalLength, averageLength, maxCollectionFrequency };
  const salience = idf(form);
  return Float64Array.from(collectionFrequencies, (collectionFrequency, term) =>
    salience(
      matrix.terms[term] as string,
      { documentFrequency: matrix.documentFrequency(term), collectionFrequency },
      collection,
    ),
  );
}

/** The effective count of a term that is repeated `count` times in the query. */
export function dampCount(count: number, k3: number): number {
  return k3 === Infinity ? count : ((k3 + 1) * count) / (k3 + count);
}
