/**
 * Optimisers as updates of a program: gradient descent, Adam (Kingma and Ba 2015),
 * AdamW (Loshchilov and Hutter 2019), and for a table of which a step touches only
 * some rows, Adam on those rows alone: the moments of other rows do not change, and
 * the bias correction depends on the step (PyTorch's SparseAdam).
 */

import { defined } from "../../common/defined.ts";
import { badArgument } from "../../common/errors.ts";
import { add, scale } from "../elementwise.ts";
import type { Gradient } from "../gradient.ts";
import { getNodeName, input, type Tensor, variable } from "../node.ts";
import type { Update } from "../program.ts";
import { gather } from "../rows.ts";
import { constantRate, type Schedule } from "./schedule.ts";

/** Variables that are trained in the same way. */
export interface ParameterGroup {
  readonly variables: readonly Tensor[];
  readonly rule?: "sgd" | "adam" | "adamw";
  readonly rate?: number;
  readonly schedule?: Schedule;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
  /** adam and sgd add it to the gradient; adamw shrinks the values by it. */
  readonly weightDecay?: number;
}

type CompleteGroup = Required<ParameterGroup>;

/** A group with its defaults, checked. */
export function completeGroup({
  variables,
  rule = "adam",
  rate = 0.001,
  schedule = constantRate,
  beta1 = 0.9,
  beta2 = 0.999,
  epsilon = 1e-8,
  weightDecay = 0,
}: ParameterGroup): CompleteGroup {
  const within = (name: string, value: number, below: number): void => {
    if (!(value >= 0 && value < below)) {
      throw badArgument(`optimiser ${name} must be at least 0 and below ${below}, got ${value}`);
    }
  };
  within("rate", rate, Infinity);
  within("beta1", beta1, 1);
  within("beta2", beta2, 1);
  within("epsilon", epsilon, Infinity);
  within("weightDecay", weightDecay, Infinity);
  return { variables, rule, rate, schedule, beta1, beta2, epsilon, weightDecay };
}

/** The update of one variable, and its pace at each step. */
export interface PacedUpdate {
  readonly update: Update;
  pace(step: number, rateFactor: number): readonly [number, number, number];
}

/** The update of a variable by its gradient. */
export function createPacedUpdate(gradient: Gradient, group: CompleteGroup): PacedUpdate {
  const { rule, rate, schedule, beta1, beta2, epsilon, weightDecay } = group;
  const name = getNodeName(gradient.variable);
  const shape = gradient.variable.shape as readonly number[];
  const update: Update = {
    rule: rule === "sgd" ? "sgd" : "adam",
    variable: gradient.variable,
    gradient: rule === "adam" ? addWeightDecay(gradient, weightDecay) : gradient.values,
    ...defined({ rows: gradient.rows }),
    ...(rule === "sgd"
      ? {}
      : {
          moments: [variable(`${name}.first`, shape), variable(`${name}.second`, shape)] as const,
        }),
    pace: input(`${name}.pace`, [3]),
    beta1,
    beta2,
    epsilon,
  };
  const isLazy = gradient.rows !== undefined;
  return {
    update,
    pace(step, rateFactor) {
      const stepRate = rate * rateFactor * schedule(step);
      const keep = rule === "adam" ? 1 : 1 - stepRate * weightDecay;
      if (rule === "sgd") return [keep, stepRate, 0];
      const { first, root } = computeBiasCorrections(group, step);
      // The two differ only in the root that ε is added to: the corrected or the raw
      // one.
      return isLazy ? [keep, (stepRate * root) / first, 1] : [keep, stepRate / first, 1 / root];
    },
  };
}

/** The pace of plain Adam at a step: no decay, ε added to the corrected root. */
export function computeAdamPace(
  group: CompleteGroup,
  step: number,
): readonly [number, number, number] {
  const { first, root } = computeBiasCorrections(group, step);
  return [1, group.rate / first, 1 / root];
}

/** The divisors of the moments at a step, because they start at 0. */
function computeBiasCorrections(
  { beta1, beta2 }: CompleteGroup,
  step: number,
): { readonly first: number; readonly root: number } {
  return { first: 1 - beta1 ** step, root: Math.sqrt(1 - beta2 ** step) };
}

function addWeightDecay({ variable, values, rows }: Gradient, weightDecay: number): Tensor {
  if (weightDecay === 0) return values;
  return add(values, scale(rows === undefined ? variable : gather(variable, rows), weightDecay));
}
