/**
 * The set-up of experiments with one cached outcome per collection: word vectors, the cache, and the
 * fingerprint of the data.
 */

import { openDataset, parseCollectionSplit } from "../src/collection/index.ts";
import { type Embeddings, openVectors } from "../src/embeddings/index.ts";
import { fingerprintData } from "./data-fingerprint.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "./experiment.ts";
import { OutcomeCache, type OutcomeKey } from "./outcome-cache.ts";

/** The word vectors of the option `vectors`; undefined for `none`. */
export async function openChosenVectors(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Embeddings | undefined> {
  const name = request.text("vectors");
  if (name === "none") return undefined;
  return (await openVectors(environment.files, name, environment)).vectors;
}

/** The cache in the folder of the option `keep`. */
export function openOutcomeCache(
  request: ExperimentRequest,
  { files, readModule }: ExperimentEnvironment,
): OutcomeCache {
  return new OutcomeCache(files, request.text("keep"), readModule);
}

/** The checksum of a collection; `name` may have a split. */
export async function fingerprintCollection(
  name: string,
  { files, collections, findPackage }: ExperimentEnvironment,
): Promise<string> {
  const { collection: path } = parseCollectionSplit(name);
  const collection = await openDataset(files, path, { collections, findPackage });
  return fingerprintData(collection, `${collections}/${path}`);
}

/** What an outcome depends on besides its collection, and the code that computes it. */
export interface OutcomeKind {
  readonly kind: string;
  readonly settings: OutcomeKey;
  /** The URL of the module that computes outcomes. */
  readonly module: string;
}

/** The outcome of each requested collection, cached or computed, and the checksums of the data. */
export async function computeOutcomes<T>(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
  { kind, settings, module }: OutcomeKind,
  compute: (collection: string) => Promise<T>,
): Promise<{ outcomes: Map<string, T>; data: Record<string, string> }> {
  const cache = openOutcomeCache(request, environment);
  const outcomes = new Map<string, T>();
  const data: Record<string, string> = {};
  const total = request.collections.length;
  for (const name of request.collections) {
    const fingerprint = await fingerprintCollection(name, environment);
    data[name] = fingerprint;
    const key = { kind, collection: name, fingerprint, settings };
    outcomes.set(name, await cache.getOrCompute(module, key, () => compute(name)));
    const done = outcomes.size;
    environment.progress({
      task: kind,
      unit: "collections",
      done,
      total,
      finished: done === total,
    });
  }
  return { outcomes, data };
}
