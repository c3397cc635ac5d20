/**
 * Early stopping (Prechelt 1998): a training ends after `patience` validations without a better
 * value. The values of the best validation are kept.
 */

import { findBestPeriod, type Period } from "../scoring/training-record.ts";

/** Whether the last `patience` periods brought no better validation. Never true without validation. */
export function shouldStopEarly(periods: readonly Period[], patience: number): boolean {
  return periods.length > 0 && periods.length - 1 - findBestPeriod(periods) >= patience;
}
