/** Tests a ranker on an axiom: draws instances, scores them in batches, counts outcomes. */

import { badArgument } from "../../common/errors.ts";
import type { Axiom, AxiomInstance, TestedRanker } from "./axiom.ts";
import { type AxiomResult, AxiomTally } from "./axiom-result.ts";
import type { TermSampler } from "./term-sampler.ts";

/** Instances per scoring call. */
const BATCH_SIZE = 64;
/** Maximum draws per requested instance. */
const MAX_DRAWS_PER_INSTANCE = 20;

/** The result on `count` instances, or on as many as can be drawn. */
export async function testAxiom(
  axiom: Axiom,
  ranker: TestedRanker,
  sampler: TermSampler,
  instances: number,
): Promise<AxiomResult> {
  const tally = new AxiomTally(axiom);
  let draws = MAX_DRAWS_PER_INSTANCE * instances;
  while (tally.instances < instances && draws > 0) {
    const batch: AxiomInstance[] = [];
    while (batch.length < Math.min(BATCH_SIZE, instances - tally.instances) && draws-- > 0) {
      const instance = axiom.draw(sampler);
      if (instance !== undefined) batch.push(instance);
    }
    if (batch.length === 0) break;
    const scores = await scoreChecked(ranker, batch);
    for (const [i, instance] of batch.entries()) {
      tally.add(instance, scores[i] as ArrayLike<number>);
    }
  }
  return tally.result;
}

/** Scores cases. Refuses a ranker with missing scores or scores that are not finite. */
export async function scoreChecked(
  ranker: TestedRanker,
  cases: readonly AxiomInstance[],
): Promise<readonly ArrayLike<number>[]> {
  const scores = await ranker.score(cases);
  for (const [i, { documents }] of cases.entries()) {
    const caseScores = scores[i] ?? [];
    const strange = Array.from(caseScores).find((score) => !Number.isFinite(score));
    if (caseScores.length === documents.length && strange === undefined) continue;
    const problem = strange === undefined ? `${caseScores.length} scores` : `the score ${strange}`;
    throw badArgument(`${ranker.name} returned ${problem} for ${documents.length} documents`);
  }
  return scores;
}
