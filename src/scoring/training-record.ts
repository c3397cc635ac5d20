/**
 * The record of a training, as plain data for `model.json` and for learning curves.
 *
 * It contains no times, so that a resumed training ends with the same bytes as an uninterrupted
 * one.
 */

/** A period of training, with a validation at its end. */
export interface Period {
  /** Steps at its end, since the start of the training. */
  readonly steps: number;
  readonly examples: number;
  /** The mean loss of its steps. */
  readonly loss: number;
  /** The factor of the learning rates during the period. */
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
  /** The position in `periods` whose values were kept; the last without validation. */
  readonly kept: number;
  readonly ending: Ending;
}

/** The position of the highest value, the first of equals; the last position without values. */
export function findBestPeriod(periods: readonly Period[]): number {
  const values = periods.map(({ value = -Infinity }) => value);
  const highest = Math.max(...values);
  return highest === -Infinity ? periods.length - 1 : values.indexOf(highest);
}
