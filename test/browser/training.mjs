/**
 * A short training, the same in Node and in a browser. Plain JavaScript: a page loads it unchanged.
 * `root` is the path of the built library.
 */

/** The checkpoint after a few steps of ConvKNRM, and the number of threads. */
export async function trainedBytes(root, threads) {
  const { Random } = await import(`${root}/common/index.js`);
  const { Training, wasmBackend } = await import(`${root}/tensor/index.js`);
  const models = await import(`${root}/models/index.js`);
  const convolutional = await import(`${root}/models/conv-knrm.js`);
  const { pairwiseHinge } = await import(`${root}/training/index.js`);
  const vocabulary = 500;
  const inputs = models.createTripleInputs({ vocabulary });
  const model = convolutional.createConvKnrm({ vocabulary, dimensions: 50, filters: 32 });
  const training = await Training.open(wasmBackend({ threads }), {
    model: "ConvKNRM",
    loss: pairwiseHinge(convolutional.scoreConvKnrm(model, inputs), inputs),
    groups: [{ variables: convolutional.listConvKnrmParameters(model) }],
    clip: 1,
  });
  const random = new Random(11);
  await models.writeInitialValues(
    training.session,
    convolutional.initialiseConvKnrm(model, random),
  );
  const batcher = new models.PairBatcher(vocabulary, convolutional.CONV_KNRM_UNKNOWN);
  const text = (longest) =>
    Array.from({ length: 1 + random.below(longest) }, () => 1 + random.below(vocabulary - 1));
  for (let step = 0; step < 20; step++) {
    const triples = Array.from({ length: 16 }, () => ({
      query: text(6),
      better: text(40),
      worse: text(40),
    }));
    await training.step(batcher.triples(triples));
  }
  const bytes = await training.save();
  await training.close();
  return bytes;
}

/** The SHA-256 of bytes, in hexadecimal. */
export async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Trains in a page and reports whether memory can be shared, the result and the number of workers.
 */
export async function report(threads) {
  let workers = 0;
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      workers++;
    }
  };
  const bytes = await trainedBytes(`${location.origin}/dist/src`, threads);
  globalThis.Worker = Plain;
  return { isIsolated: crossOriginIsolated, digest: await digest(bytes), workers };
}
