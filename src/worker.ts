/** `termwise/worker`: an index or an encoder in a worker, so that the calling thread stays free. */

export {
  type OpenEncoderWorkerOptions,
  openEncoderInWorker,
  type WorkerEncoder,
} from "./dense/encoder/index.ts";
export { type OpenWorkerOptions, openInWorker, type WorkerIndex } from "./search/worker/index.ts";
