/**
 * Sums of `pairMix` as one operation. A row that takes part in several interactions
 * (as a query word and as a document word; with n-grams of all lengths) gets its
 * gradient from all of them; one kernel adds up all contributions to a row and
 * writes it once.
 */

import { sortTopologically } from "../gradient.ts";
import { type Node, type Operation, type Tensor, tensor } from "../node.ts";
import { listRoots, type Program } from "../program.ts";

/**
 * The inputs of several `pairMix` one after the other; `onto` names their
 * sides, in the same order, with a space between.
 */
const PAIR_MIXES: Operation = { name: "pairMixes" };

/** The same program with every sum of mixes that nothing else reads fused. */
export function fuseMixes(program: Program): Program {
  const nodes = sortTopologically(listRoots(program));
  const readers = new Map<Node, number>();
  for (const node of [...listRoots(program), ...nodes.flatMap(({ inputs }) => inputs)]) {
    readers.set(node, (readers.get(node) ?? 0) + 1);
  }
  const replaced = new Map<Node, Node>();
  const getReplacement = <T extends Node>(node: T): T => (replaced.get(node) ?? node) as T;
  for (const node of nodes) {
    const inputs = node.inputs.map(getReplacement);
    const isSumOfMixes =
      node.operation.name === "add" &&
      inputs.every(isMix) &&
      node.inputs.every((part) => readers.get(part) === 1);
    if (isSumOfMixes) replaced.set(node, createFusedMix(inputs as Tensor[], node as Tensor));
    else if (inputs.some((part, i) => part !== node.inputs[i])) {
      replaced.set(node, { ...node, inputs });
    }
  }
  return {
    outputs: mapTensors(program.outputs, getReplacement),
    guards: mapTensors(program.guards ?? {}, getReplacement),
    updates: (program.updates ?? []).map((update) => ({
      ...update,
      gradient: getReplacement(update.gradient),
      pace: getReplacement(update.pace),
    })),
  };
}

function isMix({ operation }: Node): boolean {
  return operation.name === "pairMix" || operation === PAIR_MIXES;
}

function createFusedMix(parts: readonly Tensor[], { shape }: Tensor): Tensor {
  const inputs = parts.flatMap((part) => part.inputs);
  const onto = parts.map(({ attributes }) => attributes.onto).join(" ");
  return tensor(PAIR_MIXES, inputs, shape, { onto });
}

function mapTensors(
  nodes: Readonly<Record<string, Tensor>>,
  getReplacement: (node: Tensor) => Tensor,
): Readonly<Record<string, Tensor>> {
  return Object.fromEntries(
    Object.entries(nodes).map(([name, node]) => [name, getReplacement(node)]),
  );
}
