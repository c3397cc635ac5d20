/**
 * Recursive graph bisection: orders documents so that those with common terms are adjacent and gaps
 * in posting lists become small.
 *
 * Dhulipala, Kabiljo, Karrer, Ottaviano, Pupyrev and Shalita, "Compressing Graphs and Indexes with
 * Recursive Graph Bisection", KDD 2016. The documents are divided into halves, and documents change
 * sides while that reduces the bits that the gaps of all terms take, estimated as d · log2(n / (d +
 * 1)) for a term in d of the n documents of a half; then each half is divided in the same way. As
 * Mackenzie, Petri and Moffat propose ("Tradeoff Options for Bipartite Graph Partitioning", TKDE
 * 2023), the documents that change sides are selected rather than sorted, and the required gain
 * grows with each round.
 *
 * The result depends on the documents alone: no random numbers, no threads, and no function whose
 * last bit may differ between platforms.
 */

/** The terms of each document: those of document d from `starts[d]` to `starts[d + 1]`. */
export interface DocumentGraph {
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
  readonly termCount: number;
}

/** Groups of at most this size keep their order: gaps inside them are small already. */
const MIN_GROUP_SIZE = 32;
const MAX_ROUNDS = 20;

/**
 * The documents in their new order. `onProgress` receives the number of documents placed since the
 * last call.
 */
export function bisect(
  graph: DocumentGraph,
  onProgress: (documents: number) => void = () => {},
): Uint32Array {
  return new Bisection(graph, onProgress).run();
}

class Bisection {
  readonly #graph: DocumentGraph;
  readonly #onProgress: (documents: number) => void;
  readonly #order: Uint32Array;
  /** By position in `#order`: the preference of a document for the right side. */
  readonly #biases: Float64Array;
  /** The number of documents of the left half that contain each term. */
  readonly #left: Uint32Array;
  readonly #right: Uint32Array;
  readonly #benefit: Float32Array;

  constructor(graph: DocumentGraph, onProgress: (documents: number) => void) {
    const documents = graph.starts.length - 1;
    this.#graph = graph;
    this.#onProgress = onProgress;
    this.#order = Uint32Array.from({ length: documents }, (_, i) => i);
    this.#biases = new Float64Array(documents);
    this.#left = new Uint32Array(graph.termCount);
    this.#right = new Uint32Array(graph.termCount);
    this.#benefit = computeBenefits(Math.ceil(documents / 2) + 2);
  }

  run(): Uint32Array {
    this.#divide(0, this.#order.length);
    return this.#order;
  }

  /** Orders the documents from position `from` to `to`. */
  #divide(from: number, to: number): void {
    if (to - from <= MIN_GROUP_SIZE) {
      this.#order.subarray(from, to).sort();
      this.#onProgress(to - from);
      return;
    }
    const middle = (from + to) >>> 1;
    this.#count(from, middle, this.#left, 1);
    this.#count(middle, to, this.#right, 1);
    for (let round = 0; round < MAX_ROUNDS && this.#improve(from, middle, to, round); round++);
    this.#count(from, middle, this.#left, -1);
    this.#count(middle, to, this.#right, -1);
    this.#divide(from, middle);
    this.#divide(middle, to);
  }

  #count(from: number, to: number, counts: Uint32Array, step: number): void {
    for (let position = from; position < to; position++) {
      this.#countOne(this.#order[position] as number, counts, step);
    }
  }

  #countOne(document: number, counts: Uint32Array, step: number): void {
    const { starts, terms } = this.#graph;
    const end = starts[document + 1] as number;
    for (let i = starts[document] as number; i < end; i++) {
      const term = terms[i] as number;
      counts[term] = (counts[term] as number) + step;
    }
  }

  /** Runs one round; returns whether any document changed sides. */
  #improve(from: number, middle: number, to: number, round: number): boolean {
    let maxLeft = -Infinity;
    let minRight = Infinity;
    for (let position = from; position < middle; position++) {
      const bias = this.#gain(this.#order[position] as number, this.#left, this.#right);
      this.#biases[position] = bias;
      if (bias > maxLeft) maxLeft = bias;
    }
    for (let position = middle; position < to; position++) {
      const bias = -this.#gain(this.#order[position] as number, this.#right, this.#left);
      this.#biases[position] = bias;
      if (bias < minRight) minRight = bias;
    }
    if (maxLeft - minRight <= round) return false;
    const [order, biases] = [this.#order, this.#biases];
    // The documents that changed sides are found by comparing the left half before and after the
    // selection.
    const before = order.slice(from, middle).sort();
    selectSmallest(order, biases, from, middle, to);
    this.#moveCounts(before, order.slice(from, middle).sort());
    return true;
  }

  /**
   * The bits saved by moving a document, where `from` and `to` hold the document counts of each
   * term in the halves.
   */
  #gain(document: number, from: Uint32Array, to: Uint32Array): number {
    const { starts, terms } = this.#graph;
    const benefit = this.#benefit;
    const end = starts[document + 1] as number;
    let gain = 0;
    for (let i = starts[document] as number; i < end; i++) {
      const term = terms[i] as number;
      gain +=
        (benefit[to[term] as number] as number) - (benefit[(from[term] as number) - 1] as number);
    }
    return gain;
  }

  /** Updates the counts. Both lists ascend and contain the documents of the left half. */
  #moveCounts(before: Uint32Array, after: Uint32Array): void {
    let [i, k] = [0, 0];
    while (i < before.length || k < after.length) {
      const [removed, added] = [before[i] ?? Infinity, after[k] ?? Infinity];
      if (removed < added) this.#moveDocument(removed, this.#left, this.#right);
      if (added < removed) this.#moveDocument(added, this.#right, this.#left);
      if (removed <= added) i++;
      if (added <= removed) k++;
    }
  }

  #moveDocument(document: number, out: Uint32Array, into: Uint32Array): void {
    this.#countOne(document, out, -1);
    this.#countOne(document, into, 1);
  }
}

/**
 * The bits that a half saves when a term in d of its documents is added to one more: with F(d) = d
 * · log2(d + 1), F(d + 1) - F(d). The size n of the halves cancels out.
 */
function computeBenefits(count: number): Float32Array {
  const benefit = new Float32Array(count);
  let before = 0;
  for (let d = 0; d < count; d++) {
    const after = (d + 1) * log2(d + 2);
    benefit[d] = after - before;
    before = after;
  }
  return benefit;
}

/**
 * log2 by repeated squaring: exact steps that are the same on every platform, unlike `Math.log2`.
 */
function log2(value: number): number {
  let result = 31 - Math.clz32(value);
  let rest = value / 2 ** result;
  for (let bit = 0.5; bit > 2 ** -24; bit /= 2) {
    rest *= rest;
    if (rest >= 2) {
      rest /= 2;
      result += bit;
    }
  }
  return result;
}

/**
 * Moves the items with the smallest bias before `middle`; of equal ones those with lower numbers
 * (quickselect; Hoare, "Algorithm 65: Find", CACM 1961).
 */
export function selectSmallest(
  items: Uint32Array,
  biases: Float64Array,
  from: number,
  middle: number,
  to: number,
): void {
  let [low, high] = [from, to - 1];
  while (low < high) {
    const centre = (low + high) >>> 1;
    const [bias, item] = [biases[centre] as number, items[centre] as number];
    let [i, k] = [low, high];
    while (i <= k) {
      while (isBefore(biases[i] as number, items[i] as number, bias, item)) i++;
      while (isBefore(bias, item, biases[k] as number, items[k] as number)) k--;
      if (i > k) break;
      const [otherBias, otherItem] = [biases[i] as number, items[i] as number];
      biases[i] = biases[k] as number;
      items[i] = items[k] as number;
      biases[k] = otherBias;
      items[k] = otherItem;
      i++;
      k--;
    }
    if (middle <= k) high = k;
    else if (middle >= i) low = i;
    else return;
  }
}

function isBefore(bias: number, item: number, otherBias: number, otherItem: number): boolean {
  return bias < otherBias || (bias === otherBias && item < otherItem);
}
