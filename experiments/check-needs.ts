/** Reports what an experiment lacks before any long work begins. */

import { openDataset, parseCollectionSplit, readSplit } from "../src/collection/index.ts";
import { badArgument, TermwiseError } from "../src/common/errors.ts";
import { findCachedVectors, resolveVectorPackage } from "../src/embeddings/open-vectors.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "./experiment.ts";
import { hasNeuralSplits } from "./neural/neural-collections.ts";

/**
 * Throws for a collection that is missing or lacks splits or judged queries, and for missing
 * vectors.
 */
export async function checkNeeds(
  { id, needs = {} }: Experiment,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<void> {
  const { files, collections, findPackage } = environment;
  for (const each of request.collections) {
    const { collection: name, split } = parseCollectionSplit(each);
    const collection = await openDataset(files, name, { collections, findPackage });
    const { splits } = collection;
    if (needs.splits === true && !hasNeuralSplits(name, splits)) {
      const had = splits.join(", ") || "none";
      throw badArgument(
        `${id} needs the splits train, dev and test; ${name} has ${had}. Try ${request.collections.filter((other) => other !== each).join(", ") || "another collection"}`,
      );
    }
    if (needs.judged === undefined) continue;
    const counted = splits.includes("test") && split === undefined ? "test" : split;
    const { queries, judgements } = await readSplit(
      collection,
      counted ?? (splits.length === 1 ? undefined : splits[0]),
    );
    const judged = queries.filter(({ id: query }) => judgements.has(query)).length;
    if (judged < needs.judged) {
      throw badArgument(
        `${id} needs at least ${needs.judged} judged queries for its tests; ${each} has ${judged}`,
      );
    }
  }
  if (needs.vectors === true) await checkVectors(id, request, environment);
}

/** Vectors given by path must exist; those of a package are cached or can be installed. */
async function checkVectors(
  id: string,
  request: ExperimentRequest,
  { files, findPackage }: ExperimentEnvironment,
): Promise<void> {
  const name = request.text("vectors");
  const packageName = resolveVectorPackage(name);
  if (packageName === undefined) {
    if ((await files.kind(name)) !== undefined) return;
    throw badArgument(`${id} needs word vectors, and there is no file ${name}`);
  }
  if ((await findCachedVectors(files, packageName)) !== undefined) return;
  try {
    await findPackage(packageName);
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    throw badArgument(`${id} needs the word vectors of ${packageName}: ${error.message}`);
  }
}
