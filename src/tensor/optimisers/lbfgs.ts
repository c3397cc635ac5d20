/**
 * Limited-memory BFGS: minimises a smooth function of many numbers from its value
 * and gradient (Liu and Nocedal, "On the limited memory BFGS method for large scale
 * optimization", 1989).
 *
 * For problems that fit into memory: a few hundred to a few thousand parameters,
 * every example in every step. The step along a direction satisfies the strong Wolfe
 * conditions (Nocedal and Wright, "Numerical Optimization", algorithms 3.5 and 3.6,
 * with cubic interpolation). No randomness: the same function and start give the
 * same bytes.
 */

import { badArgument } from "../../common/errors.ts";

/** Returns the value at `point` and writes the gradient there to `gradient`. */
export type DifferentiableFunction = (point: Float64Array, gradient: Float64Array) => number;

export interface LbfgsOptions {
  /** Maximum number of steps. Default 100. */
  readonly iterations?: number;
  /** Number of steps in the curvature history. Default 8. */
  readonly memory?: number;
  /** Stops if no entry of the gradient is larger. Default 1e-5. */
  readonly gradientTolerance?: number;
  /** Stops if a step lowers the value by a smaller share. Default 1e-9. */
  readonly valueTolerance?: number;
}

export interface Minimum {
  readonly point: Float64Array;
  readonly value: number;
  readonly iterations: number;
  /** Calls of the function. */
  readonly evaluations: number;
  /** `no descent`: no step along the last direction lowered the value. */
  readonly ended: "gradient" | "value" | "iterations" | "no descent";
}

/** Sufficient decrease and curvature conditions of Wolfe. */
const DECREASE = 1e-4;
const CURVATURE = 0.9;
const MAX_TRIALS = 20;

/**
 * Minimises `evaluate` from `start`, which is not changed. `BAD_ARGUMENT` if the
 * start has no finite value.
 */
export function minimise(
  evaluate: DifferentiableFunction,
  start: Float64Array,
  options: LbfgsOptions = {},
): Minimum {
  const { iterations: maxIterations = 100, memory = 8 } = options;
  const { gradientTolerance = 1e-5, valueTolerance = 1e-9 } = options;
  const line = new LineSearch(evaluate, start);
  if (!Number.isFinite(line.value)) {
    throw badArgument(`the function must be finite at the start, got ${line.value}`);
  }
  const history = new CurvatureHistory(start.length, memory);
  const direction = new Float64Array(start.length);
  let iterations = 0;
  let ended: Minimum["ended"] = "iterations";
  if (maxAbsolute(line.gradient) <= gradientTolerance) ended = "gradient";
  else {
    while (iterations < maxIterations) {
      const before = line.value;
      history.direction(line.gradient, direction);
      const first = history.isEmpty ? Math.min(1, 1 / norm(line.gradient)) : 1;
      if (!line.descend(direction, first)) {
        if (history.isEmpty) {
          ended = "no descent";
          break;
        }
        history.clear(); // once more along the gradient
        continue;
      }
      history.add(line.step, line.change);
      iterations++;
      if (maxAbsolute(line.gradient) <= gradientTolerance) {
        ended = "gradient";
        break;
      }
      const scale = Math.max(Math.abs(before), Math.abs(line.value), 1);
      if (before - line.value <= valueTolerance * scale) {
        ended = "value";
        break;
      }
    }
  }
  const { point, value, evaluations } = line;
  return { point, value, iterations, evaluations, ended };
}

/** The last steps and their changes of the gradient: an implicit inverse Hessian. */
class CurvatureHistory {
  readonly #memory: number;
  readonly #steps: Float64Array[] = [];
  readonly #changes: Float64Array[] = [];
  readonly #alphas: Float64Array;

  constructor(size: number, memory: number) {
    if (!Number.isInteger(memory) || memory < 1) {
      throw badArgument(`the memory of L-BFGS must be a whole number ≥ 1, got ${memory}`);
    }
    if (size < 1) throw badArgument("L-BFGS needs at least one parameter, got none");
    this.#memory = memory;
    this.#alphas = new Float64Array(memory);
  }

  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  clear(): void {
    this.#steps.length = 0;
    this.#changes.length = 0;
  }

  /** A pair without positive curvature would corrupt the estimate, and is left out. */
  add(step: Float64Array, change: Float64Array): void {
    if (!(dot(step, change) > 1e-12 * dot(change, change))) return;
    this.#steps.push(step.slice());
    this.#changes.push(change.slice());
    if (this.#steps.length > this.#memory) {
      this.#steps.shift();
      this.#changes.shift();
    }
  }

  /** Minus the inverse Hessian times the gradient, by the two-loop recursion. */
  direction(gradient: Float64Array, out: Float64Array): void {
    const count = this.#steps.length;
    for (let i = 0; i < out.length; i++) out[i] = -(gradient[i] as number);
    for (let i = count - 1; i >= 0; i--) {
      const [step, change] = this.#pair(i);
      const alpha = dot(step, out) / dot(step, change);
      this.#alphas[i] = alpha;
      addScaled(out, change, -alpha);
    }
    if (count > 0) {
      const [step, change] = this.#pair(count - 1);
      const scale = dot(step, change) / dot(change, change);
      for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) * scale;
    }
    for (let i = 0; i < count; i++) {
      const [step, change] = this.#pair(i);
      const beta = dot(change, out) / dot(step, change);
      addScaled(out, step, (this.#alphas[i] as number) - beta);
    }
  }

  #pair(i: number): [step: Float64Array, change: Float64Array] {
    return [this.#steps[i] as Float64Array, this.#changes[i] as Float64Array];
  }
}

/** A point on the line: its distance, the value and the slope there. */
interface Trial {
  readonly at: number;
  readonly value: number;
  readonly slope: number;
}

/** The state of the search, and its moves along a direction. */
class LineSearch {
  readonly point: Float64Array;
  readonly gradient: Float64Array;
  value: number;
  evaluations = 1;
  /** The last step and its change of the gradient. */
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly #evaluate: DifferentiableFunction;
  readonly #trialPoint: Float64Array;
  readonly #trialGradient: Float64Array;
  #lastTried = Number.NaN;

  constructor(evaluate: DifferentiableFunction, start: Float64Array) {
    this.#evaluate = evaluate;
    this.point = start.slice();
    this.gradient = new Float64Array(start.length);
    this.step = new Float64Array(start.length);
    this.change = new Float64Array(start.length);
    this.#trialPoint = new Float64Array(start.length);
    this.#trialGradient = new Float64Array(start.length);
    this.value = evaluate(this.point, this.gradient);
  }

  /** Moves to a point along `direction` that is low enough; false if there is none. */
  descend(direction: Float64Array, first: number): boolean {
    const start: Trial = { at: 0, value: this.value, slope: dot(this.gradient, direction) };
    if (!(start.slope < 0)) return false;
    const trial = this.#bracket(start, direction, first);
    if (trial === undefined) return false;
    if (this.#lastTried !== trial.at) this.#try(trial.at, direction);
    for (let i = 0; i < this.point.length; i++) {
      this.step[i] = (this.#trialPoint[i] as number) - (this.point[i] as number);
      this.change[i] = (this.#trialGradient[i] as number) - (this.gradient[i] as number);
    }
    this.point.set(this.#trialPoint);
    this.gradient.set(this.#trialGradient);
    this.value = trial.value;
    return true;
  }

  #try(at: number, direction: Float64Array): Trial {
    for (let i = 0; i < this.point.length; i++) {
      this.#trialPoint[i] = (this.point[i] as number) + at * (direction[i] as number);
    }
    const value = this.#evaluate(this.#trialPoint, this.#trialGradient);
    this.evaluations++;
    this.#lastTried = at;
    const slope = dot(this.#trialGradient, direction);
    // A point without a finite value counts as too far.
    return Number.isFinite(value) && Number.isFinite(slope)
      ? { at, value, slope }
      : { at, value: Infinity, slope: Infinity };
  }

  /** Widens the step until it contains a good point, then narrows it. */
  #bracket(start: Trial, direction: Float64Array, first: number): Trial | undefined {
    let before = start;
    let at = first;
    for (let trial = 0; trial < MAX_TRIALS; trial++) {
      const point = this.#try(at, direction);
      const isTooHigh = point.value > start.value + DECREASE * at * start.slope;
      if (isTooHigh || (trial > 0 && point.value >= before.value)) {
        return this.#narrow(start, before, point, direction);
      }
      if (Math.abs(point.slope) <= -CURVATURE * start.slope) return point;
      if (point.slope >= 0) return this.#narrow(start, point, before, direction);
      before = point;
      at *= 2;
    }
    return before.at > 0 ? before : undefined;
  }

  /** `low` is the lowest point so far that is low enough; a good one lies between it and `high`. */
  #narrow(start: Trial, low: Trial, high: Trial, direction: Float64Array): Trial | undefined {
    for (let trial = 0; trial < MAX_TRIALS; trial++) {
      const point = this.#try(interpolateCubic(low, high), direction);
      const isTooHigh = point.value > start.value + DECREASE * point.at * start.slope;
      if (isTooHigh || point.value >= low.value) high = point;
      else {
        if (Math.abs(point.slope) <= -CURVATURE * start.slope) return point;
        if (point.slope * (high.at - low.at) >= 0) high = low;
        low = point;
      }
      if (Math.abs(high.at - low.at) <= 1e-12 * Math.max(1, Math.abs(low.at))) break;
    }
    return low.at > 0 ? low : undefined;
  }
}

/**
 * The minimum of the cubic through two points, at least a tenth of the interval away
 * from its ends.
 */
function interpolateCubic(a: Trial, b: Trial): number {
  const width = b.at - a.at;
  const middle = a.at + width / 2;
  if (!Number.isFinite(b.value)) return a.at + width / 10;
  const d1 = a.slope + b.slope - (3 * (b.value - a.value)) / width;
  const square = d1 * d1 - a.slope * b.slope;
  if (!(square >= 0)) return middle;
  const d2 = Math.sign(width) * Math.sqrt(square);
  const at = b.at - (width * (b.slope + d2 - d1)) / (b.slope - a.slope + 2 * d2);
  if (!Number.isFinite(at)) return middle;
  const [min, max] = width > 0 ? [a.at, b.at] : [b.at, a.at];
  const margin = Math.abs(width) / 10;
  return Math.min(max - margin, Math.max(min + margin, at));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function addScaled(to: Float64Array, values: Float64Array, scale: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] as number) + scale * (values[i] as number);
}

function norm(values: Float64Array): number {
  return Math.sqrt(dot(values, values));
}

function maxAbsolute(values: Float64Array): number {
  let max = 0;
  for (let i = 0; i < values.length; i++) max = Math.max(max, Math.abs(values[i] as number));
  return max;
}
