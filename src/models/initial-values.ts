/** Seeded random initial values for the parameters of a model. */

import { badArgument } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import type { Session, Tensor } from "../tensor/index.ts";

/** Values for variables, in the order of a model's parameters. */
export type InitialValues = ReadonlyMap<Tensor, Float32Array>;

/** Standard deviation of random embeddings. */
const EMBEDDING_DEVIATION = 0.1;

/** Uniform values between -limit and limit. */
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

/** Pre-trained embeddings if there are any, checked; otherwise random ones. */
export function initialiseEmbeddings(
  variable: Tensor,
  random: Random,
  pretrained: Float32Array | undefined,
): Float32Array {
  if (pretrained === undefined) return sampleEmbeddings(variable, EMBEDDING_DEVIATION, random);
  if (pretrained.length !== computeVolume(variable)) {
    const [rows = 1, dimensions = 1] = variable.shape as readonly number[];
    throw badArgument(
      `the model needs ${rows} vectors of ${dimensions} numbers, got ${pretrained.length} numbers, ${pretrained.length / rows} per vector`,
    );
  }
  return pretrained;
}

/** Writes the initial values of variables. */
export async function writeInitialValues(session: Session, values: InitialValues): Promise<void> {
  for (const [variable, initial] of values) await session.write(variable, initial);
}

/** The number of parameters of a model. */
export function countParameters(variables: readonly Tensor[]): number {
  return variables.reduce((total, variable) => total + computeVolume(variable), 0);
}

function fillValues(variable: Tensor, draw: () => number): Float32Array {
  return Float32Array.from({ length: computeVolume(variable) }, draw);
}

function computeVolume(variable: Tensor): number {
  return (variable.shape as readonly number[]).reduce((product, size) => product * size, 1);
}
