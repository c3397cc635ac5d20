/** An index in a worker: the page stays free while it is searched. */

export {
  type OpenWorkerOptions,
  openInWorker,
  openTransferableInWorker,
  type WorkerIndex,
} from "./worker-index.ts";
