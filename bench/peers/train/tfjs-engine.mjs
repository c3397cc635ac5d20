/** KNRM and ConvKNRM on TensorFlow.js with its WebAssembly backend. */

import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export async function openEngine({ packages, longest, threads }) {
  const require = createRequire(join(packages, "package.json"));
  const tf = require("@tensorflow/tfjs");
  const wasm = require("@tensorflow/tfjs-backend-wasm");
  const folder = dirname(require.resolve("@tensorflow/tfjs-backend-wasm"));
  wasm.setWasmPaths(`${folder}/`);
  wasm.setThreadsCount(threads);
  await tf.setBackend("wasm");
  await tf.ready();

  const means = tf.tensor1d([1, ...Array.from({ length: 10 }, (_, i) => (9 - 2 * i) / 10)]);
  const slopes = tf.tensor1d([-1 / 2e-6, ...Array(10).fill(-50)]);
  const unit = (x) => x.div(x.square().sum(-1, true).add(1e-20).sqrt().add(1e-13));

  function features(query, document, queryMask, documentMask) {
    const cells = tf.matMul(unit(query), unit(document), false, true).expandDims(3);
    const mask = documentMask.expandDims(1).expandDims(3);
    const kernels = cells.sub(means).square().mul(slopes).exp().mul(mask);
    const logs = kernels.sum(2).maximum(1e-10).log().mul(0.01);
    return logs.mul(queryMask.expandDims(2)).sum(1);
  }

  /** N-grams of each length: shifted vectors through one matrix a place, summed. */
  function grams(x, length, parameters) {
    const [texts, , width] = x.shape;
    return Array.from({ length: longest }, (_, i) => {
      const parts = Array.from({ length: i + 1 }, (_, place) => {
        const moved = x.slice([0, place, 0], [texts, length, width]).reshape([-1, width]);
        return moved.matMul(parameters[`filters${i + 1}.${place}`]);
      });
      const sum = parts.reduce((a, b) => a.add(b)).add(parameters[`bias${i + 1}`]);
      return sum.relu().reshape([texts, length, -1]);
    });
  }

  function computeScores(query, document, sides, parameters) {
    const masks = sides.map(({ mask, texts, length }) => tf.tensor(mask, [texts.length, length]));
    const [queries, documents] =
      longest === 0
        ? [[query], [document]]
        : [query, document].map((x, s) => grams(x, sides[s].length, parameters));
    const parts = queries.flatMap((q) => documents.map((d) => features(q, d, ...masks)));
    return tf.concat(parts, 1).matMul(parameters.weights).squeeze([1]);
  }

  const toVectors = ({ vectors, texts, rows }) => tf.tensor(vectors, [texts.length, rows, 300]);
  const toTensors = (network) =>
    Object.fromEntries(
      Object.entries(network).map(([name, { values, shape }]) => [name, tf.tensor(values, shape)]),
    );

  return {
    async gradients(sides, network) {
      const names = Object.keys(network);
      const inputs = [...sides.map(toVectors), ...Object.values(toTensors(network))];
      const { value, grads } = tf.valueAndGrads((query, document, ...parameters) => {
        const named = Object.fromEntries(names.map((name, i) => [name, parameters[i]]));
        const scores = computeScores(query, document, sides, named);
        const half = scores.shape[0] / 2;
        const lead = scores.slice(0, half).sub(scores.slice(half, half));
        return tf.relu(tf.sub(1, lead)).mean();
      })(inputs);
      const [loss] = await value.data();
      const data = await Promise.all(grads.map((grad) => grad.data()));
      tf.dispose([inputs, value, grads]);
      const parameters = Object.fromEntries(names.map((name, i) => [name, data[2 + i]]));
      return { loss, slopes: data.slice(0, 2), parameters };
    },
    async scores(sides, network) {
      const scores = tf.tidy(() =>
        computeScores(toVectors(sides[0]), toVectors(sides[1]), sides, toTensors(network)),
      );
      const data = await scores.data();
      scores.dispose();
      return data;
    },
  };
}
