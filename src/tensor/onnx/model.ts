/**
 * A program as one ONNX file. Inputs of the program are inputs of the graph:
 * floats as they are, indexes and offsets as int64. Variables are inputs too,
 * unless their values are given; then they are part of the file.
 */

import { isVariable, type Node, nameOf, type Segments, type Tensor } from "../node.ts";
import { orderOf, type Program } from "../program.ts";
import { DENSE_LOWERINGS } from "./dense-lowerings.ts";
import { GraphWriter } from "./graph-writer.ts";
import { GRID_LOWERINGS } from "./grid-lowerings.ts";
import { GROUP_LOWERINGS } from "./group-lowerings.ts";
import type { Lower } from "./lowering.ts";
import { Ragged } from "./ragged.ts";
import { RAGGED_LOWERINGS } from "./ragged-lowerings.ts";

const LOWERINGS: Readonly<Record<string, Lower>> = {
  ...DENSE_LOWERINGS,
  ...RAGGED_LOWERINGS,
  ...GROUP_LOWERINGS,
  ...GRID_LOWERINGS,
};

/** What an ONNX file says of itself. */
export interface OnnxModelOptions {
  /** The name of the graph. */
  readonly name?: string;
  /** Values of variables that become part of the file. */
  readonly values?: ReadonlyMap<Tensor, Float32Array>;
}

/** Writes the outputs of a program; guards and updates are not part of the file. */
export function writeOnnx(
  { outputs }: Program,
  { name = "termwise", values = new Map() }: OnnxModelOptions = {},
): Uint8Array {
  const order = orderOf({ outputs });
  const stored = new Map([...values].map(([variable, value]) => [nameOf(variable), value]));
  const graph = new GraphWriter();
  const ragged = new Ragged(graph, order);
  const names = new Map<number, string>();
  const nameOfValue = (node: Node): string => names.get(order.place(node)) as string;
  for (const [place, node] of order.nodes.entries()) {
    names.set(place, written(node));
  }
  for (const [output, node] of Object.entries(outputs)) {
    graph.output(output, nameOfValue(node), node.shape);
  }
  return graph.finish(name);

  function written(node: Node): string {
    const { operation, inputs, attributes, shape } = node;
    if (isVariable(node)) {
      const known = stored.get(nameOf(node));
      if (known === undefined) return graph.input(nameOf(node), "float", shape);
      return graph.initialiser(nameOf(node), shape as readonly number[], known);
    }
    if (operation.name === "constant") return graph.float(attributes.value as number);
    if (operation.name === "input") {
      if (node.kind === "tensor") return graph.input(nameOf(node), "float", shape);
      const counted = node.kind === "index" ? shape : [`${(node as Segments).shape[0]}+1`];
      return graph.input(nameOf(node), "int64", counted);
    }
    if (node.kind !== "tensor") return ""; // derived indexes and segments are made where needed
    const lower = LOWERINGS[operation.name] as Lower;
    return lower({ node: node as Tensor, inputs: inputs.map(nameOfValue), graph, ragged });
  }
}
