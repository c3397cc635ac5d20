/**
 * Ragged axes in ONNX, which has none: inside the graph, the offsets of a batch
 * become the group of every element and the two tokens of every cell. Everything is
 * derived once and reused.
 */

import { getNodeName, type Index, type Node, type Segments } from "../node.ts";
import type { Order } from "../program.ts";
import type { Shape, Size } from "../shape.ts";
import type { GraphWriter } from "./graph-writer.ts";

export class Ragged {
  readonly #graph: GraphWriter;
  readonly #names = new Map<string, string>();
  /** Writes the size of an axis, as a list of one whole number. */
  readonly #sizes = new Map<string, () => string>();

  constructor(graph: GraphWriter, order: Order) {
    this.#graph = graph;
    for (const node of order.nodes) this.#registerSizes(node);
  }

  /** The size of an axis, as a list of one whole number. */
  size(size: Size): string {
    if (typeof size === "number") return this.#graph.integers(size);
    return this.#once(`size ${size}`, () => (this.#sizes.get(size) as () => string)());
  }

  /** A shape as a list of whole numbers. */
  shape(shape: Shape): string {
    const sizes = shape.map((size) => this.size(size));
    return sizes.length === 1
      ? (sizes[0] as string)
      : this.#graph.node("Concat", sizes, { axis: 0 });
  }

  zeros(shape: Shape): string {
    return this.#graph.node("Expand", [this.#graph.float(0), this.shape(shape)]);
  }

  /** 0, 1, 2 … along an axis. */
  range(size: Size): string {
    return this.#once(`range ${size}`, () => {
      const end = this.#graph.node("Squeeze", [this.size(size)]);
      return this.#graph.node("Range", [this.#graph.integer(0), end, this.#graph.integer(1)]);
    });
  }

  /** The entries of an index; -1 stays. */
  index(node: Index): string {
    const { name } = node.operation;
    if (name === "everyRow") return this.range(node.into);
    if (name === "segmentPlaces") return this.#grid(node);
    if (name === "joined") return this.#concatIndex(node);
    return name === "segmentElement" ? this.#elements(node) : getNodeName(node);
  }

  offsets(node: Segments): string {
    if (node.operation.name === "evenSegments") return this.#evenOffsets(node);
    if (node.inputs.length === 0) return getNodeName(node);
    const [left, right] = node.inputs as readonly [Segments, Segments];
    if (node.operation.name === "joinedSegments") return this.#concatOffsets(left, right);
    return this.rowOffsets(left, right);
  }

  /** The first element of each group. */
  starts(node: Segments): string {
    return this.#slice(this.offsets(node), 0, -1);
  }

  /** The element after the last of each group. */
  ends(node: Segments): string {
    return this.#slice(this.offsets(node), 1, Number.MAX_SAFE_INTEGER);
  }

  /** The group of each element. */
  groups(node: Segments): string {
    return this.#groupsIn(this.offsets(node), node.over);
  }

  /** The left and the right token of each cell. */
  tokens(left: Segments, right: Segments): { readonly left: string; readonly right: string } {
    const offsets = this.rowOffsets(left, right);
    const over = `${left.over}×${right.over}`;
    const leftTokens = this.#groupsIn(offsets, over);
    const rightTokens = this.#once(`right token of ${offsets}`, () => {
      const starts = this.#graph.node("Gather", [offsets, leftTokens]);
      const column = this.#graph.node("Sub", [this.range(over), starts]);
      const pair = this.#graph.node("Gather", [this.groups(left), leftTokens]);
      const first = this.#graph.node("Gather", [this.offsets(right), pair]);
      return this.#graph.node("Add", [column, first]);
    });
    return { left: leftTokens, right: rightTokens };
  }

  /** Offsets of the rows of cells: each as long as its pair has right tokens. */
  rowOffsets(left: Segments, right: Segments): string {
    return this.#once(`rows of ${left.over} and ${right.over}`, () => {
      const lengths = this.#graph.node("Sub", [this.ends(right), this.starts(right)]);
      const rowLengths = this.#graph.node("Gather", [lengths, this.groups(left)]);
      const ends = this.#graph.node("CumSum", [rowLengths, this.#graph.integer(0)]);
      return this.#graph.node("Concat", [this.#graph.integers(0), ends], { axis: 0 });
    });
  }

  /** The largest number of elements of a group, at least 1, as a list of one whole number. */
  longest(node: Segments): string {
    return this.#once(`longest of ${this.offsets(node)}`, () => {
      const lengths = this.#graph.node("Sub", [this.ends(node), this.starts(node)]);
      const maxLength = this.#graph.node("ReduceMax", [lengths], { keepdims: 1 });
      // ONNX Runtime leaves a product over nothing unwritten instead of zero (seen in
      // 1.30).
      return this.#graph.node("Max", [maxLength, this.#graph.integers(1)]);
    });
  }

  /** The elements of every group side by side, padded with -1 to the longest, [groups, longest]. */
  paddedGrid(node: Segments): string {
    return this.#once(`padded ${this.offsets(node)}`, () => {
      const column = (x: string): string =>
        this.#graph.node("Unsqueeze", [x, this.#graph.integers(1)]);
      const end = this.#graph.node("Squeeze", [this.longest(node)]);
      const numbers = [this.#graph.integer(0), end, this.#graph.integer(1)];
      const across = this.#graph.node("Range", numbers);
      const element = this.#graph.node("Add", [column(this.starts(node)), across]);
      const isPresent = this.#graph.node("Less", [element, column(this.ends(node))]);
      return this.#graph.node("Where", [isPresent, element, this.#graph.integer(-1)]);
    });
  }

  /** The position of each element in the padded grid, counted through all groups. */
  paddedTokens(node: Segments): string {
    return this.#once(`padded places of ${this.offsets(node)}`, () => {
      const groups = this.groups(node);
      const starts = this.#graph.node("Gather", [this.starts(node), groups]);
      const position = this.#graph.node("Sub", [this.range(node.over), starts]);
      const before = this.#graph.node("Mul", [groups, this.longest(node)]);
      return this.#graph.node("Add", [before, position]);
    });
  }

  /** The position of each cell in [groups, longest left, longest right]. */
  paddedCells(left: Segments, right: Segments): string {
    return this.#once(`padded cells of ${this.offsets(left)} and ${this.offsets(right)}`, () => {
      const tokens = this.tokens(left, right);
      const row = this.#graph.node("Gather", [this.paddedTokens(left), tokens.left]);
      const pair = this.#graph.node("Gather", [this.groups(left), tokens.left]);
      const start = this.#graph.node("Gather", [this.starts(right), pair]);
      const position = this.#graph.node("Sub", [tokens.right, start]);
      const before = this.#graph.node("Mul", [row, this.longest(right)]);
      return this.#graph.node("Add", [before, position]);
    });
  }

  /** The element of each group at one position, -1 if there is none. */
  #elements(node: Index): string {
    const [segments] = node.inputs as readonly [Segments];
    const position = this.#graph.integer(node.attributes.place as number);
    const element = this.#graph.node("Add", [this.starts(segments), position]);
    const isPresent = this.#graph.node("Less", [element, this.ends(segments)]);
    return this.#graph.node("Where", [isPresent, element, this.#graph.integer(-1)]);
  }

  /** The elements of each group at the first positions, -1 if there are fewer. */
  #grid(node: Index): string {
    const [segments] = node.inputs as readonly [Segments];
    const length = node.attributes.places as number;
    return this.#once(`places ${length} of ${this.offsets(segments)}`, () => {
      const column = (x: string): string =>
        this.#graph.node("Unsqueeze", [x, this.#graph.integers(1)]);
      const numbers = [this.#graph.integer(0), this.#graph.integer(length), this.#graph.integer(1)];
      const across = this.#graph.node("Range", numbers);
      const element = this.#graph.node("Add", [column(this.starts(segments)), across]);
      const isPresent = this.#graph.node("Less", [element, column(this.ends(segments))]);
      const grid = this.#graph.node("Where", [isPresent, element, this.#graph.integer(-1)]);
      return this.#graph.node("Reshape", [grid, this.#graph.integers(-1)]);
    });
  }

  #concatOffsets(left: Segments, right: Segments): string {
    return this.#once(`offsets of ${left.over} and ${right.over} joined`, () =>
      this.#graph.node("Add", [this.offsets(left), this.offsets(right)]),
    );
  }

  /** For each token of the concatenated sides: its token of one side, its side, or its position. */
  #concatIndex(node: Index): string {
    const [left, right] = node.inputs as readonly [Segments, Segments];
    const part = node.attributes.part as string;
    return this.#once(`${part} of ${left.over} and ${right.over} joined`, () => {
      const offsets = this.#concatOffsets(left, right);
      const groups = this.#groupsIn(offsets, `${left.over}+${right.over}`);
      const gatherByGroup = (list: string): string => this.#graph.node("Gather", [list, groups]);
      const range = this.range(`${left.over}+${right.over}`);
      const position = this.#graph.node("Sub", [range, gatherByGroup(offsets)]);
      if (part === "places") return position;
      const before = this.#graph.node("Sub", [
        gatherByGroup(this.ends(left)),
        gatherByGroup(this.starts(left)),
      ]);
      const isLeft = this.#graph.node("Less", [position, before]);
      const choice = (first: string, second: string): string =>
        this.#graph.node("Where", [isLeft, first, second]);
      const [none, zero, one] = [-1, 0, 1].map((i) => this.#graph.integer(i)) as [
        string,
        string,
        string,
      ];
      if (part === "sides") return choice(zero, one);
      if (part === "left") {
        return choice(this.#graph.node("Add", [gatherByGroup(this.starts(left)), position]), none);
      }
      const after = this.#graph.node("Sub", [position, before]);
      return choice(none, this.#graph.node("Add", [gatherByGroup(this.starts(right)), after]));
    });
  }

  #evenOffsets(node: Segments): string {
    const size = node.attributes.size as number;
    return this.#once(`offsets by ${size} of ${node.shape[0]}`, () => {
      const groups = this.#graph.node("Squeeze", [this.size(node.shape[0] as Size)]);
      const end = this.#graph.node("Add", [groups, this.#graph.integer(1)]);
      const numbers = [this.#graph.integer(0), end, this.#graph.integer(1)];
      const range = this.#graph.node("Range", numbers);
      return this.#graph.node("Mul", [range, this.#graph.integer(size)]);
    });
  }

  /** For each element of an axis, the number of groups that have ended up to it. */
  #groupsIn(offsets: string, over: Size): string {
    return this.#once(`groups of ${offsets}`, () => {
      const ends = this.#slice(offsets, 1, -1);
      // One more position, for groups that are empty at the very end.
      const length = this.#graph.node("Add", [this.size(over), this.#graph.integers(1)]);
      const zeros = this.#graph.node("Expand", [this.#graph.integer(0), length]);
      const count = this.#graph.node("Shape", [ends]);
      const ones = this.#graph.node("Expand", [this.#graph.integer(1), count]);
      const add = { axis: 0, reduction: "add" };
      const marks = this.#graph.node("ScatterElements", [zeros, ends, ones], add);
      const counts = this.#graph.node("CumSum", [marks, this.#graph.integer(0)]);
      return this.#slice(counts, 0, -1);
    });
  }

  /** Registers how the sizes of the axes of a node are computed. */
  #registerSizes(node: Node): void {
    const register = (axis: Size | undefined, write: () => string): void => {
      if (typeof axis === "string" && !this.#sizes.has(axis)) this.#sizes.set(axis, write);
    };
    const last = (offsets: string): string =>
      this.#graph.node("Gather", [offsets, this.#graph.integers(-1)]);
    const segmentInputs = node.inputs.filter(({ kind }) => kind === "segments") as Segments[];
    const [left, right] = segmentInputs;
    if (left !== undefined && right !== undefined) {
      register(`${left.over}+${right.over}`, () => last(this.#concatOffsets(left, right)));
      register(`${left.over}×${right.over}`, () => last(this.rowOffsets(left, right)));
    }
    if (node.operation.name === "evenSegments") {
      register((node as Segments).over, () => last(this.#evenOffsets(node as Segments)));
    }
    if (node.operation.name === "segmentPlaces") {
      register(node.shape[0], () => this.#graph.node("Shape", [this.#grid(node as Index)]));
    }
    if (node.operation.name !== "input") return;
    const getLength = (axis: number): string =>
      this.#graph.node("Shape", [getNodeName(node)], { start: axis, end: axis + 1 });
    if (node.kind === "segments") {
      const minusOne = this.#graph.integers(-1);
      register(node.shape[0], () => this.#graph.node("Add", [getLength(0), minusOne]));
      register((node as Segments).over, () => last(getNodeName(node)));
    } else for (const [axis, size] of node.shape.entries()) register(size, () => getLength(axis));
  }

  #slice(list: string, from: number, to: number): string {
    const ends = [this.#graph.integers(from), this.#graph.integers(to)];
    return this.#graph.node("Slice", [list, ...ends]);
  }

  #once(key: string, write: () => string): string {
    const name = this.#names.get(key) ?? write();
    this.#names.set(key, name);
    return name;
  }
}
