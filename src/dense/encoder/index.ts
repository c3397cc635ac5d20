/** An encoder in a worker: queries become vectors in a page, with a model that is fetched once. */

export {
  type OpenEncoderWorkerOptions,
  openEncoderInWorker,
  type WorkerEncoder,
} from "./encoder-worker.ts";
