/** Where training starts: seeded random values for the parameters of a model. */

import { badArgument } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import type { Session, Tensor } from "../tensor/index.ts";

/** Values for variables, in the order of a model's parameters. */
export type InitialValues = ReadonlyMap<Tensor, Float32Array>;

/** How far random embeddings spread where no vectors say otherwise. */
const EMBEDDING_DEVIATION = 0.1;

/** Values between -limit and limit, all equally likely. */
export function sampleUniform(variable: Tensor, limit: number, random: Random): Float32Array {
  return fillValues(variable, () => (2 * random.uniform() - 1) * limit);
}

/** Normal values with mean 0 and this deviation; row 0, the padding, is zero. */
export function sampleEmbeddings(
  variable: Tensor,
  deviation: number,
  random: Random,
): Float32Array {
  const values = fillValues(variable, () => deviation * random.normal());
  return values.fill(0, 0, variable.shape[1] as number);
}

/** Pre-trained embeddings where there are any, checked; else random ones. */
export function initialiseEmbeddings(
  variable: Tensor,
  random: Random,
  pretrained: Float32Array | undefined,
): Float32Array {
  if (pretrained === undefined) return sampleEmbeddings(variable, EMBEDDING_DEVIATION, random);
  if (pretrained.length !== computeVolume(variable)) {
    const [rows = 1, dimensions = 1] = variable.shape as readonly number[];
    throw badArgument(
      `the model needs ${rows} vectors of ${dimensions} numbers, got ${pretrained.length} numbers, ${pretrained.length / rows} a vector`,
    );
  }
  return pretrained;
}

/** Gives variables their first values. */
export async function writeInitialValues(session: Session, values: InitialValues): Promise<void> {
  for (const [variable, initial] of values) await session.write(variable, initial);
}

/** How many numbers the parameters of a model are. */
export function countParameters(variables: readonly Tensor[]): number {
  return variables.reduce((total, variable) => total + computeVolume(variable), 0);
}

function fillValues(variable: Tensor, draw: () => number): Float32Array {
  return Float32Array.from({ length: computeVolume(variable) }, draw);
}

function computeVolume(variable: Tensor): number {
  return (variable.shape as readonly number[]).reduce((product, size) => product * size, 1);
}
