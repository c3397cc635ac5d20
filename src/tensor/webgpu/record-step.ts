/** Records a program with a batch: the nodes in order, the guards, the updates. */

import { Binding } from "../binding.ts";
import { type Index, isVariable, type Node, type Tensor } from "../node.ts";
import type { Batch, Order, Program, Update } from "../program.ts";
import { Arena } from "../wasm/arena.ts";
import type { Lifetimes } from "../wasm/lifetimes.ts";
import { ENCODERS, IN_PLACE } from "./encoders.ts";
import { NOWHERE, type Place } from "./kernel.ts";
import { ADAM, FIRST_GUARD, GUARD, SGD } from "./kernels/updates.ts";
import type { EncodeKernels } from "./node-encoding.ts";
import { StepRecorder } from "./step-recorder.ts";
import type { Variables } from "./variables.ts";

/** What a program needs at every run. */
export interface Plan {
  readonly program: Program;
  readonly order: Order;
  readonly lifetimes: Lifetimes;
}

/** A step that can be submitted. */
export interface RecordedStep {
  readonly record: StepRecorder;
  /** Bytes of the values that it computes. */
  readonly heapBytes: number;
  /** The values of inputs and constants: the beginning of the heap. */
  readonly inputs: Float32Array<ArrayBuffer>;
  /** The place of a node's value after the step. */
  getPlace(node: Node): Place;
}

export function recordStep(
  { program, order, lifetimes }: Plan,
  variables: Variables,
  batch: Batch,
): RecordedStep {
  const binding = new Binding(program, order, batch);
  let heapBytes = 0;
  const arena = new Arena({
    top: 0,
    ensure: (end) => {
      heapBytes = Math.max(heapBytes, end);
    },
  });
  const record = new StepRecorder(binding, order, arena);
  const [inputs, inputPlaces] = layOutInputs(record, order);
  const places = recordNodes(variables, record, order, lifetimes, inputPlaces);
  const getPlace = (node: Node): Place => places[order.getPosition(node)] as Place;
  for (const [i, node] of Object.values(program.guards ?? {}).entries()) {
    const count = binding.volume(node.shape);
    record.byValues(GUARD, count, {
      places: { x: getPlace(node) },
      counts: { count, guard: FIRST_GUARD + i },
    });
  }
  for (const update of program.updates ?? []) recordUpdate(variables, record, update, getPlace);
  return { record, heapBytes, inputs, getPlace };
}

/** The values of inputs and constants, and their places: the beginning of the heap. */
function layOutInputs(
  record: StepRecorder,
  { nodes }: Order,
): readonly [Float32Array<ArrayBuffer>, ReadonlyMap<number, Place>] {
  const parts: { readonly at: number; readonly values: ArrayLike<number> }[] = [];
  const places = new Map<number, Place>();
  let end = 0;
  for (const [position, node] of nodes.entries()) {
    const { name } = node.operation;
    if (node.kind !== "tensor" || (name !== "input" && name !== "constant")) continue;
    const values =
      name === "input" ? record.binding.floats(node as Tensor) : [node.attributes.value as number];
    const place = record.floats(values.length);
    places.set(position, place);
    parts.push({ at: place.at, values });
    end = place.at + values.length;
  }
  const inputs = new Float32Array(end);
  for (const { at, values } of parts) inputs.set(values, at);
  return [inputs, places];
}

/** Records the computation of every node; returns the place of each value. */
function recordNodes(
  variables: Variables,
  record: StepRecorder,
  order: Order,
  lifetimes: Lifetimes,
  inputPlaces: ReadonlyMap<number, Place>,
): readonly (Place | undefined)[] {
  const places: (Place | undefined)[] = order.nodes.map(() => undefined);
  const read = new Set<number>();
  for (const [position, node] of order.nodes.entries()) {
    const level = order.levels[position];
    if (node.kind === "tensor" && !lifetimes.isReadInPlace(position)) {
      const sources = node.inputs.map((source) => order.getPosition(source));
      const place =
        inputPlaces.get(position) ??
        recordNode(variables, record, node as Tensor, position, sources, places, lifetimes);
      places[position] = place;
      for (const holder of sources.map((source) => lifetimes.getHolder(source))) {
        // Memory that this node overwrites has passed to it and is not free.
        const isReused = places[holder] === place && lifetimes.getHolder(position) === position;
        if (lifetimes.getLastLevel(holder) === level && !isReused) read.add(holder);
      }
      record.endNode();
    }
    if (order.levels[position + 1] === level) continue;
    for (const holder of read) {
      const place = places[holder];
      if (place !== undefined && !isVariable(order.nodes[holder] as Node)) record.release(place);
    }
    read.clear();
    record.endNode();
  }
  return places;
}

function recordNode(
  variables: Variables,
  record: StepRecorder,
  node: Tensor,
  position: number,
  sources: readonly number[],
  places: readonly (Place | undefined)[],
  lifetimes: Lifetimes,
): Place {
  if (isVariable(node)) return variables.getPlace(node);
  const { name } = node.operation;
  const [first = 0] = sources;
  if (name === "reshape") return places[first] as Place;
  const inputs = sources.map((source) => places[source] ?? NOWHERE);
  const overwritten = sources[IN_PLACE[name] ?? -1];
  const isOver =
    overwritten !== undefined &&
    places[overwritten]?.buffer === "heap" &&
    lifetimes.isLastReader(position, lifetimes.getHolder(overwritten));
  const out = isOver
    ? (places[overwritten] as Place)
    : record.floats(record.binding.volume(node.shape));
  const encode = ENCODERS[name] as EncodeKernels;
  if (lifetimes.isReadInPlace(first)) {
    const [table, rows] = (node.inputs[0] as Tensor).inputs as readonly [Tensor, Index];
    inputs[0] = variables.getPlace(table);
    encode({ node, inputs, out, record, rows });
  } else encode({ node, inputs, out, record });
  return out;
}

function recordUpdate(
  variables: Variables,
  record: StepRecorder,
  update: Update,
  getNodePlace: (node: Node) => Place,
): void {
  const { variable, gradient, rows, moments = [], pace, beta1, beta2, epsilon } = update;
  const [first, second] = moments;
  const count = record.binding.volume(gradient.shape);
  const places: Record<string, Place> = {
    gradient: getNodePlace(gradient),
    pace: getNodePlace(pace),
    v: variables.getPlace(variable),
  };
  const counts = {
    count,
    width: (variable.shape.at(-1) ?? 1) as number,
    indexed: Number(rows !== undefined),
    index: rows === undefined ? 0 : record.index(rows),
  };
  if (first === undefined || second === undefined) {
    record.byValues(SGD, count, { places, counts });
    return;
  }
  places.first = variables.getPlace(first);
  places.second = variables.getPlace(second);
  const rests = { rest1: 1 - beta1, rest2: 1 - beta2 };
  const numbers = { beta1, beta2, ...rests, epsilon };
  record.byValues(ADAM, count, { places, counts, numbers });
}
