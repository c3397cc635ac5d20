/**
 * A few steps of KNRM and a re-ranking on a page's GPU and on its CPU. Plain JavaScript: a page
 * loads it unchanged.
 */

const STEPS = 3;

/** Losses and scores on both. */
export async function compare() {
  const root = `${location.origin}/dist/src`;
  const { wasmBackend, webgpuBackend } = await import(`${root}/tensor/index.js`);
  return { gpu: await train(root, webgpuBackend()), cpu: await train(root, wasmBackend()) };
}

async function train(root, backend) {
  const { Random } = await import(`${root}/common/index.js`);
  const { Training } = await import(`${root}/tensor/index.js`);
  const models = await import(`${root}/models/index.js`);
  const { pairwiseHinge } = await import(`${root}/training/index.js`);
  const vocabulary = 40;
  const kind = models.MODEL_KINDS.find(({ name }) => name === "knrm");
  const model = kind.create(vocabulary, { dimensions: 8 });
  const inputs = models.createInputs(model);
  const training = await Training.open(backend, {
    model: model.name,
    loss: pairwiseHinge(model.score(inputs), inputs),
    groups: [{ variables: models.listParameters(model), rate: 0.01 }],
    frozen: model.frozen,
  });
  const random = new Random(3);
  await models.writeInitialValues(training.session, model.initialValues(random, {}));
  const text = (longest) =>
    Array.from({ length: 1 + random.below(longest) }, () => 2 + random.below(vocabulary - 2));
  const batcher = models.createBatcher(model);
  const batch = batcher.triples(
    Array.from({ length: 4 }, () => ({ query: text(4), better: text(12), worse: text(12) })),
  );
  const losses = [];
  for (let step = 0; step < STEPS; step++) losses.push(await training.step(batch));
  const step = await training.session.prepare({ outputs: { scores: model.score(inputs) } });
  const query = text(4);
  const pairs = Array.from({ length: 6 }, () => ({ query, document: text(12) }));
  const { scores } = (await step.run(batcher.pairs(pairs))).outputs;
  await training.close();
  return { losses, scores: [...scores] };
}
