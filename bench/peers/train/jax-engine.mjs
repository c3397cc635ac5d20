/** KNRM and ConvKNRM on jax-js with its WebAssembly device, the step compiled by `jit`. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function openEngine({ packages, longest }) {
  const file = join(packages, "node_modules/@jax-js/jax/dist/index.js");
  const {
    init,
    defaultDevice,
    jit,
    nn,
    numpy: np,
    valueAndGrad,
  } = await import(pathToFileURL(file));
  await init("wasm");
  defaultDevice("wasm");

  const means = [1, ...Array.from({ length: 10 }, (_, i) => (9 - 2 * i) / 10)];
  const slopes = [-1 / 2e-6, ...Array(10).fill(-50)];
  // Arguments are owned: every use but the last of a value takes a reference.
  const unit = (x) =>
    x.ref.div(np.sqrt(np.square(x).sum(-1, { keepdims: true }).add(1e-20)).add(1e-13));

  function features(query, document, queryMask, documentMask) {
    const cells = np.matmul(unit(query), unit(document).transpose([0, 2, 1]));
    const [texts, height, width] = cells.shape;
    const away = cells.reshape([texts, height, width, 1]).sub(np.array(means));
    const kernels = np
      .exp(np.square(away).mul(np.array(slopes)))
      .mul(documentMask.reshape([texts, 1, width, 1]));
    const logs = np.log(np.maximum(kernels.sum(2), 1e-10)).mul(0.01);
    return logs.mul(queryMask.reshape([texts, height, 1])).sum(1);
  }

  /** N-grams of each length: shifted vectors through one matrix a place, summed. */
  function grams(x, length, parameters) {
    const [texts, , width] = x.shape;
    const all = Array.from({ length: longest }, (_, i) => {
      const parts = Array.from({ length: i + 1 }, (_, place) => {
        const moved = x.ref.slice([], [place, place + length]).reshape([texts * length, width]);
        return np.matmul(moved, parameters[`filters${i + 1}.${place}`].ref);
      });
      const sum = parts.reduce((a, b) => a.add(b)).add(parameters[`bias${i + 1}`].ref);
      return nn.relu(sum).reshape([texts, length, sum.shape[1]]);
    });
    x.dispose();
    return all;
  }

  function computeScores(query, document, queryMask, documentMask, parameters) {
    const [queries, documents] =
      longest === 0
        ? [[query], [document]]
        : [
            grams(query, queryMask.shape[1], parameters),
            grams(document, documentMask.shape[1], parameters),
          ];
    const parts = queries.flatMap((q) =>
      documents.map((d) => features(q.ref, d.ref, queryMask.ref, documentMask.ref)),
    );
    if (longest > 0) for (const gram of [...queries, ...documents]) gram.dispose();
    const whole = parts.length === 1 ? parts[0] : np.concatenate(parts, 1);
    return np.matmul(whole, parameters.weights.ref).reshape([whole.shape[0]]);
  }

  function computeLoss(query, document, parameters, queryMask, documentMask) {
    const scores = computeScores(query, document, queryMask, documentMask, parameters);
    const half = scores.shape[0] / 2;
    const lead = scores.ref.slice([0, half]).sub(scores.slice([half, 2 * half]));
    return nn.relu(np.array(1).sub(lead)).mean();
  }

  const step = jit(valueAndGrad(computeLoss, { argnums: [0, 1, 2] }));
  const scoring = jit(computeScores);
  const toVectors = ({ vectors, texts, rows }) =>
    np.array(vectors).reshape([texts.length, rows, 300]);
  const toMask = ({ mask, texts, length }) => np.array(mask).reshape([texts.length, length]);
  const toArrays = (network) =>
    Object.fromEntries(
      Object.entries(network).map(([name, { values, shape }]) => [
        name,
        np.array(values).reshape(shape),
      ]),
    );

  return {
    async gradients(sides, network) {
      const [value, [query, document, parameters]] = step(
        ...sides.map(toVectors),
        toArrays(network),
        ...sides.map(toMask),
      );
      const [loss] = await value.data();
      const gradients = {};
      for (const [name, slope] of Object.entries(parameters)) gradients[name] = await slope.data();
      return { loss, slopes: [await query.data(), await document.data()], parameters: gradients };
    },
    scores: (sides, network) =>
      scoring(...sides.map(toVectors), ...sides.map(toMask), toArrays(network)).data(),
  };
}
