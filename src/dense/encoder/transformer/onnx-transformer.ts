/**
 * An inference-only transformer on ONNX Runtime, if installed: one ONNX graph
 * with its weights, in float32. Texts of equal length are batched, so that
 * nothing is padded or masked.
 */

import {
  GraphWriter,
  importRuntime,
  type OnnxOptions,
  type OnnxRuntime,
} from "../../../tensor/onnx/index.ts";
import type { StateComputer } from "./transformer.ts";
import type { LinearWeights, TransformerLayer, TransformerWeights } from "./weights.ts";

/** Tokens of one pass. */
const MAX_TOKENS = 1024;

type RuntimeSession = Awaited<ReturnType<OnnxRuntime["InferenceSession"]["create"]>>;

/** Runs on one thread, so that results do not depend on the number of threads. */
export class OnnxTransformer implements StateComputer {
  readonly threads: number = 1;
  readonly tokens: number = MAX_TOKENS;
  readonly #runtime: OnnxRuntime;
  readonly #session: RuntimeSession;
  readonly #width: number;

  private constructor(runtime: OnnxRuntime, session: RuntimeSession, width: number) {
    this.#runtime = runtime;
    this.#session = session;
    this.#width = width;
  }

  static async open(
    weights: TransformerWeights,
    { runtime = "onnxruntime-node" }: OnnxOptions = {},
  ): Promise<OnnxTransformer> {
    const loaded = typeof runtime === "string" ? await importRuntime(runtime) : runtime;
    const session = await loaded.InferenceSession.create(writeTransformer(weights), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
    });
    return new OnnxTransformer(loaded, session, weights.width);
  }

  /** The states of the last layer. A text is the rows from one of `offsets` to the next. */
  async states(embeddings: Float32Array, offsets: Int32Array): Promise<Float32Array> {
    const width = this.#width;
    const states = new Float32Array(embeddings.length);
    for (const { first, texts, tokens } of groupByLength(offsets)) {
      const [start, end] = [first * width, (first + texts * tokens) * width];
      const shape = [texts, tokens, width];
      const x = new this.#runtime.Tensor("float32", embeddings.slice(start, end), shape);
      const { states: output } = await this.#session.run({ embeddings: x });
      states.set(output?.data as Float32Array, start);
    }
    return states;
  }

  close(): Promise<void> {
    return this.#session.release();
  }
}

/** Neighbouring texts with the same number of tokens. */
function groupByLength(
  offsets: Int32Array,
): readonly { readonly first: number; readonly texts: number; readonly tokens: number }[] {
  const groups: { first: number; texts: number; tokens: number }[] = [];
  for (let text = 0; text + 1 < offsets.length; text++) {
    const first = offsets[text] as number;
    const tokens = (offsets[text + 1] as number) - first;
    const last = groups.at(-1);
    if (last?.tokens === tokens) last.texts++;
    else groups.push({ first, texts: 1, tokens });
  }
  return groups;
}

/** The ONNX file of a transformer: embeddings in, states out, both [texts, tokens, width]. */
export function writeTransformer(weights: TransformerWeights): Uint8Array {
  const { width, heads, epsilon } = weights;
  const graph = new GraphWriter();
  let count = 0;
  const put = (values: Float32Array, shape: readonly number[]): string =>
    graph.initialiser(`weight_${count++}`, shape, values);
  const linear = (x: string, { weight, bias }: LinearWeights): string => {
    const [outputs, inputs] = [bias.length, weight.length / bias.length];
    const product = graph.node("MatMul", [
      x,
      put(transposeMatrix(weight, inputs), [inputs, outputs]),
    ]);
    return graph.node("Add", [product, put(bias, [outputs])]);
  };
  const half = graph.float(0.5);
  const [one, root] = [graph.float(1), graph.float(Math.SQRT1_2)];
  const gelu = (x: string): string => {
    const erf = graph.node("Erf", [graph.node("Mul", [x, root])]);
    return graph.node("Mul", [graph.node("Mul", [x, half]), graph.node("Add", [erf, one])]);
  };
  const normed = (x: string, { weight, bias }: LinearWeights): string => {
    const axis = graph.integers(-1);
    const centred = graph.node("Sub", [x, graph.node("ReduceMean", [x, axis])]);
    const variance = graph.node("ReduceMean", [graph.node("Mul", [centred, centred]), axis]);
    const size = graph.node("Sqrt", [graph.node("Add", [variance, graph.float(epsilon)])]);
    const scaled = graph.node("Mul", [graph.node("Div", [centred, size]), put(weight, [width])]);
    return graph.node("Add", [scaled, put(bias, [width])]);
  };
  /** [texts, heads, tokens, numbers], or with the last two the other way round. */
  const byHead = (x: string, perm: readonly number[]): string => {
    const cut = graph.node("Reshape", [x, graph.integers(0, 0, heads, width / heads)]);
    return graph.node("Transpose", [cut], { perm });
  };
  const attended = (x: string, layer: TransformerLayer): string => {
    const query = byHead(linear(x, layer.query), [0, 2, 1, 3]);
    const key = byHead(linear(x, layer.key), [0, 2, 3, 1]);
    const value = byHead(linear(x, layer.value), [0, 2, 1, 3]);
    const scores = graph.node("MatMul", [query, key]);
    const scale = graph.float(1 / Math.sqrt(width / heads));
    const shares = graph.node("Softmax", [graph.node("Mul", [scores, scale])]);
    const mixed = graph.node("Transpose", [graph.node("MatMul", [shares, value])], {
      perm: [0, 2, 1, 3],
    });
    return linear(
      graph.node("Reshape", [mixed, graph.integers(0, 0, width)]),
      layer.attentionOutput,
    );
  };
  let x = normed(graph.input("embeddings", "float", ["texts", "tokens", width]), weights.norm);
  for (const layer of weights.layers) {
    x = normed(graph.node("Add", [attended(x, layer), x]), layer.attentionNorm);
    const inner = gelu(linear(x, layer.inner));
    x = normed(graph.node("Add", [linear(inner, layer.outer), x]), layer.outerNorm);
  }
  graph.output("states", x, ["texts", "tokens", width]);
  return graph.finish("transformer");
}

/** Transposes a matrix with rows of `width` values. */
function transposeMatrix(matrix: Float32Array, width: number): Float32Array {
  const rows = matrix.length / width;
  const turned = new Float32Array(matrix.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < width; column++) {
      turned[column * rows + row] = matrix[row * width + column] as number;
    }
  }
  return turned;
}
