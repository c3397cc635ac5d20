/**
 * Checks the counts that a model's description gives against the weights that are there, before
 * anything is made of them: a description of a few bytes must not ask for a billion layers.
 */

import { countTensors } from "../tensor/index.ts";
import type { ModelOptions } from "./neural-model.ts";

/** Options that say how many tensors a model has, with the tensors of each unit. */
const TENSORS_OF: Readonly<Record<string, number>> = { layers: 16, longest: 1 };

/**
 * The first count that the bytes of a safetensors file cannot hold, as a sentence; undefined if
 * all can be.
 */
export function findImpossibleCount(
  options: ModelOptions,
  bytes: Uint8Array,
  file: string,
  toName: (option: string) => string = (option) => option,
): string | undefined {
  const tensors = countTensors(bytes, file);
  for (const [option, value] of Object.entries(options)) {
    if (typeof value !== "number") continue;
    const perUnit = Object.hasOwn(TENSORS_OF, option) ? TENSORS_OF[option] : undefined;
    if (perUnit !== undefined && value * perUnit > tensors) {
      return `${toName(option)} is ${value}, more than ${file} has tensors for, ${tensors}`;
    }
    if (value > bytes.length) {
      return `${toName(option)} is ${value}, more than the ${bytes.length} bytes of ${file} can hold`;
    }
  }
  return undefined;
}
