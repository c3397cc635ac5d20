/** Round numbers for the axes of a chart: steps of 1, 2 or 5 times a power of ten. */

/** Round steps within one power of ten. */
const ROUND_STEPS = [1, 2, 5, 10];

/** Values closer to each other, relative to their size, have no round numbers in between. */
const MIN_SPAN = 1e-9;

export interface AxisTicks {
  /** Ascending, all within the range, evenly spaced. */
  readonly values: readonly number[];
  /** The values as short text, all with as many decimals as the step needs. */
  readonly labels: readonly string[];
}

/** Whether the axis counts things, so that halves make no sense. */
export interface TickOptions {
  readonly isWhole?: boolean;
}

/**
 * At most `maxTicks` (≥ 2) round values from `low` to `high`, both finite. A range of (almost) one
 * value has that value as its only tick.
 */
export function computeAxisTicks(
  low: number,
  high: number,
  maxTicks = 6,
  { isWhole = false }: TickOptions = {},
): AxisTicks {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  if (!(high - low > largest * MIN_SPAN)) {
    return { values: [low], labels: [String(Number(low.toPrecision(6)))] };
  }
  const rough = (high - low) / (maxTicks - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = power * (ROUND_STEPS.find((each) => each * power >= rough * (1 - 1e-9)) ?? 10);
  const step = isWhole ? Math.max(1, round) : round;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const tolerance = step * 1e-9; // 0.3 / 0.1 is not quite 3
  const values: number[] = [];
  for (let i = Math.ceil((low - tolerance) / step); i * step <= high + tolerance; i++) {
    values.push(Number((i * step).toFixed(decimals)));
  }
  return { values, labels: values.map((value) => formatLabel(value, decimals)) };
}

/** Numbers of many digits are written with a power of ten. */
function formatLabel(value: number, decimals: number): string {
  const isLong = decimals > 4 || Math.abs(value) >= 1e6;
  return isLong && value !== 0 ? value.toExponential() : value.toFixed(decimals);
}
