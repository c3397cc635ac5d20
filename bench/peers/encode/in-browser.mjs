/** The contestants of bench/webgpu-browser.ts, in a page. Each opens its model once. */

const PEERS = "/peers/node_modules";

const openers = {
  async Termwise() {
    const { openEncoderInWorker } = await import("/dist/src/worker.js");
    const options = { name: "minilm", weights: "model.fp16.safetensors", device: "gpu" };
    const encoder = await openEncoderInWorker("/weights", options);
    if (encoder.device === undefined) throw new Error("not on the GPU");
    return async (texts) => (await encoder.documents(texts)).map((vector) => [...vector]);
  },
  async "transformers.js"() {
    const { env, pipeline } = await import(
      `${PEERS}/@huggingface/transformers/dist/transformers.min.js`
    );
    Object.assign(env, {
      allowRemoteModels: false,
      allowLocalModels: true,
      localModelPath: "/peers/models/",
      useBrowserCache: false,
    });
    env.backends.onnx.wasm.wasmPaths = `${PEERS}/onnxruntime-web/dist/`;
    const encoder = await pipeline("feature-extraction", "minilm", {
      device: "webgpu",
      dtype: "fp32",
    });
    return async (texts) => (await encoder(texts, { pooling: "mean", normalize: true })).tolist();
  },
  async "ONNX Runtime Web"() {
    const { AutoTokenizer, env } = await import(
      `${PEERS}/@huggingface/transformers/dist/transformers.min.js`
    );
    Object.assign(env, { allowRemoteModels: false, localModelPath: "/peers/models/" });
    const tokenizer = await AutoTokenizer.from_pretrained("minilm");
    const ort = await import(`${PEERS}/onnxruntime-web/dist/ort.webgpu.bundle.min.mjs`);
    ort.env.wasm.wasmPaths = `${PEERS}/onnxruntime-web/dist/`;
    const session = await ort.InferenceSession.create("/peers/models/minilm/onnx/model.onnx", {
      executionProviders: ["webgpu"],
    });
    return async (texts) => {
      const ids = tokenizer(texts, { padding: true, truncation: true, max_length: 256 });
      const feeds = {};
      for (const name of session.inputNames) {
        const { data, dims } = ids[name];
        feeds[name] = new ort.Tensor("int64", data, dims);
      }
      const { data, dims } = (await session.run(feeds)).last_hidden_state;
      const mask = ids.attention_mask.data;
      return texts.map((_, i) => unitMean(data, mask, i, dims[1], dims[2]));
    };
  },
};

const opened = new Map();

/** Milliseconds, and the unit vectors of texts. */
export async function encode(name, texts) {
  if (!opened.has(name)) opened.set(name, await openers[name]());
  const start = performance.now();
  const vectors = await opened.get(name)(texts);
  return { ms: performance.now() - start, vectors };
}

export async function describe() {
  const { info } = await navigator.gpu.requestAdapter();
  return `${info.vendor} ${info.architecture}`;
}

function unitMean(states, mask, row, tokens, width) {
  const sum = new Float32Array(width);
  for (let t = 0; t < tokens; t++) {
    if (mask[row * tokens + t] !== 1n) continue;
    const from = (row * tokens + t) * width;
    for (let i = 0; i < width; i++) sum[i] += states[from + i];
  }
  const size = Math.hypot(...sum);
  return [...sum].map((x) => x / size);
}
