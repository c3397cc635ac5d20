/**
 * Reverse-mode differentiation: extends a graph by the graph of its gradients.
 *
 * Nodes are visited from the loss backwards; each operation states how the gradient
 * of its result becomes gradients of its inputs. A table of which a batch reads only
 * some rows (an embedding) gets a gradient for those rows only, never one of its own
 * size.
 */

import { TermwiseError } from "../common/errors.ts";
import { add } from "./elementwise.ts";
import {
  constant,
  createShapeError,
  getNodeName,
  type Index,
  isVariable,
  type Node,
  type Tensor,
} from "./node.ts";
import { GATHER } from "./rows.ts";

/** The gradient of one variable. */
export interface Gradient {
  readonly variable: Tensor;
  readonly values: Tensor;
  /** Present if `values` holds only the rows that this index names, each row once. */
  readonly rows?: Index;
}

/**
 * The gradients of `loss`, one number, with respect to each variable. A variable
 * that is only read through `gather` gets its gradient by rows; the index must then
 * name no row twice, which the batch checks.
 */
export function computeGradients(loss: Tensor, variables: readonly Tensor[]): readonly Gradient[] {
  if (loss.shape.length !== 0)
    throw createShapeError("gradients", "the loss must be one number", loss);
  const order = sortTopologically([loss]);
  const needed = findDependents(order, new Set<Node>(variables));
  const upstream = new Map<Node, Tensor>([[loss, constant(1)]]);
  const tableRows = new Map<Node, Gradient>();

  for (const node of order.toReversed()) {
    const arrived = upstream.get(node);
    if (arrived === undefined || node.kind !== "tensor" || node.inputs.length === 0) continue;
    if (!needed.has(node)) continue;
    const [table, index] = node.inputs;
    if (node.operation === GATHER && table !== undefined && isVariable(table)) {
      const before = tableRows.get(table);
      tableRows.set(table, createRowGradient(table as Tensor, index as Index, arrived, before));
      continue;
    }
    const slopes = node.operation.gradient?.(node as Tensor, arrived);
    if (slopes === undefined) throw createNoGradientError(node);
    for (const [i, source] of node.inputs.entries()) {
      const slope = slopes[i];
      if (slope === undefined || !needed.has(source)) continue;
      const before = upstream.get(source);
      upstream.set(source, before === undefined ? slope : add(before, slope));
    }
  }
  return variables.map((variable) => {
    const values = upstream.get(variable);
    const byRows = tableRows.get(variable);
    if (values !== undefined && byRows === undefined) return { variable, values };
    if (values === undefined && byRows !== undefined) return byRows;
    const how = values === undefined ? "does not reach the loss" : "is read both whole and by rows";
    throw new TermwiseError("BAD_ARGUMENT", `variable "${getNodeName(variable)}" ${how}`);
  });
}

function createRowGradient(
  variable: Tensor,
  rows: Index,
  values: Tensor,
  before?: Gradient,
): Gradient {
  if (before === undefined) return { variable, rows, values };
  if (before.rows !== rows) {
    throw new TermwiseError(
      "BAD_ARGUMENT",
      `variable "${getNodeName(variable)}" is read through two indexes; gather its rows once and reuse them`,
    );
  }
  return { variable, rows, values: add(before.values, values) };
}

/** All nodes that the roots depend on, each after its inputs. */
export function sortTopologically(roots: readonly Node[]): readonly Node[] {
  const order: Node[] = [];
  const visited = new Set<Node>();
  const visit = (node: Node): void => {
    if (visited.has(node)) return;
    visited.add(node);
    for (const source of node.inputs) visit(source);
    order.push(node);
  };
  for (const root of roots) visit(root);
  return order;
}

/** The nodes of `order` that depend on one of `targets`, and the targets. */
function findDependents(order: readonly Node[], targets: ReadonlySet<Node>): ReadonlySet<Node> {
  const dependents = new Set<Node>();
  for (const node of order) {
    if (targets.has(node) || node.inputs.some((source) => dependents.has(source)))
      dependents.add(node);
  }
  return dependents;
}

function createNoGradientError(node: Node): TermwiseError {
  const { operation, line } = node;
  return new TermwiseError("BAD_ARGUMENT", `${operation.name} has no gradient (${line})`);
}
