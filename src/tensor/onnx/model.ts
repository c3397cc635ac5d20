/**
 * A program as one ONNX file. Inputs of the program are inputs of the graph: floats
 * as they are, indexes and offsets as int64. Variables are inputs too, unless their
 * values are passed; then they are part of the file.
 */

import { getNodeName, isVariable, type Node, type Segments, type Tensor } from "../node.ts";
import { createOrder, type Program } from "../program.ts";
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

/** The metadata of an ONNX file. */
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
  const order = createOrder({ outputs });
  const valuesByName = new Map(
    [...values].map(([variable, value]) => [getNodeName(variable), value]),
  );
  const graph = new GraphWriter();
  const ragged = new Ragged(graph, order);
  const names = new Map<number, string>();
  const getValueName = (node: Node): string => names.get(order.getPosition(node)) as string;
  for (const [position, node] of order.nodes.entries()) {
    names.set(position, writeNode(node));
  }
  for (const [output, node] of Object.entries(outputs)) {
    graph.output(output, getValueName(node), node.shape);
  }
  return graph.finish(name);

  function writeNode(node: Node): string {
    const { operation, inputs, attributes, shape } = node;
    if (isVariable(node)) {
      const initialValues = valuesByName.get(getNodeName(node));
      if (initialValues === undefined) return graph.input(getNodeName(node), "float", shape);
      return graph.initialiser(getNodeName(node), shape as readonly number[], initialValues);
    }
    if (operation.name === "constant") return graph.float(attributes.value as number);
    if (operation.name === "input") {
      if (node.kind === "tensor") return graph.input(getNodeName(node), "float", shape);
      const inputShape = node.kind === "index" ? shape : [`${(node as Segments).shape[0]}+1`];
      return graph.input(getNodeName(node), "int64", inputShape);
    }
    if (node.kind !== "tensor") return ""; // derived indexes and segments are created where they are needed
    const lower = LOWERINGS[operation.name] as Lower;
    return lower({ node: node as Tensor, inputs: inputs.map(getValueName), graph, ragged });
  }
}
