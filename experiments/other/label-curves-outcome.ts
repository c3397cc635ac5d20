/** The learnings of one collection: draws of 10 queries, the same and 10 others, and so on. */

import { Random } from "../../src/common/random.ts";
import type { Embeddings } from "../../src/embeddings/index.ts";
import { fingerprintCollection } from "../collection-outcomes.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import type { OutcomeCache } from "../outcome-cache.ts";
import { openTrialWorkload, type TrialPart, type TrialWorkload } from "./trial-workload.ts";
import { tryWeights, type WeightTrial } from "./weight-trial.ts";

/** A learning from a number of queries. */
export interface LabelPoint extends WeightTrial {
  readonly size: number;
}

/** All points of one draw; values are by test query, named in `queries`. */
export interface LabelDraw {
  readonly queries: readonly string[];
  readonly points: readonly LabelPoint[];
}

/** The draws of one collection. */
export interface LabelCurve {
  readonly collection: string;
  readonly fingerprint: string;
  readonly protocol: string;
  readonly draws: readonly LabelDraw[];
}

/** Each draw is cached, so that a run can be interrupted and extended. */
export async function computeCurve(
  name: string,
  vectors: Embeddings | undefined,
  cache: OutcomeCache,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<LabelCurve> {
  const { progress } = environment;
  const fingerprint = await fingerprintCollection(name, environment);
  const sizes = request.numbers("sizes");
  const [maxPool, maxTest] = [request.number("pool"), request.number("test")];
  const total = request.number("draws");
  let workload: TrialWorkload | undefined;
  let protocol = "";
  const draws: LabelDraw[] = [];
  for (let draw = request.number("first"); draw <= total; draw++) {
    const settings = { vectors: request.text("vectors"), sizes, maxPool, maxTest, draw };
    const key = { kind: "label curves", collection: name, fingerprint, settings };
    const outcome = await cache.getOrCompute(import.meta.url, key, async () => {
      workload ??= await openTrialWorkload(name, { maxPool, maxTest }, vectors, environment);
      return { protocol: workload.protocol, ...(await computeDraw(workload, draw, sizes)) };
    });
    draws.push({ queries: outcome.queries, points: outcome.points });
    ({ protocol } = outcome);
    const labels = { task: `${name}: learning`, unit: "draws", total };
    progress({ ...labels, done: draw, finished: draw === total });
  }
  return { collection: name, fingerprint, protocol, draws };
}

/** A collection without its own test queries is reported on fold by fold: draw 1 on the first, … */
async function computeDraw(
  { source, parts }: TrialWorkload,
  draw: number,
  sizes: readonly number[],
): Promise<LabelDraw> {
  const { pool, test, tune } = parts[(draw - 1) % parts.length] as TrialPart;
  const order = new Random(draw)
    .split("draw")
    .shuffle(Array.from({ length: pool.length }, (_, q) => q));
  const points: LabelPoint[] = [];
  for (const size of sizes.filter((each) => each <= pool.length)) {
    const positions = order.slice(0, size);
    const training = positions.map((q) => pool[q] as (typeof pool)[number]);
    const trial = await tryWeights(source, training, test, tune(positions), draw);
    points.push({ size, ...trial });
  }
  return { queries: test.map(({ id }) => id), points };
}
