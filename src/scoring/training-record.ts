/**
 * What a training did, as plain data for `model.json` and for curves.
 *
 * It holds no times: a training that was resumed ends with the same bytes as
 * one that was never broken off.
 */

/** A stretch of training, with a validation at its end. */
export interface Period {
  /** Steps done at its end, since the beginning of the training. */
  readonly steps: number;
  readonly examples: number;
  /** The mean loss of its steps. */
  readonly loss: number;
  /** What the learning rates were multiplied by during it. */
  readonly rateFactor: number;
  /** The validation measure at the best depth, and that depth. */
  readonly value?: number;
  readonly depth?: number;
}

/** Why a training ended: all epochs done, enough examples, or nothing better for too long. */
export type Ending = "epochs" | "examples" | "patience";

/** How a model was trained: settings, examples, validations. */
export interface TrainingRecord {
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** The name of the validation measure, if there was validation. */
  readonly measure?: string;
  readonly periods: readonly Period[];
  /** The place in `periods` whose values were kept; the last without validation. */
  readonly kept: number;
  readonly ending: Ending;
}

/** The place of the highest value, the first of equals; the last place without values. */
export function findBestPeriod(periods: readonly Period[]): number {
  const values = periods.map(({ value = -Infinity }) => value);
  const highest = Math.max(...values);
  return highest === -Infinity ? periods.length - 1 : values.indexOf(highest);
}
