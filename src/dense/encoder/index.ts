/** Encoders: a pretrained BERT as a bi-encoder, here or in a worker that fetches the model once. */

export {
  type OpenEncoderWorkerOptions,
  openEncoderInWorker,
  type WorkerEncoder,
} from "./encoder-worker.ts";
export type { Pooling } from "./pooling.ts";
export {
  type EncoderEngine,
  type EncoderOptions,
  SentenceEncoder,
  type SentenceEngine,
} from "./sentence-encoder.ts";
export { type OpenEncoderOptions, openEncoder, type VectorEncoder } from "./vector-encoder.ts";
