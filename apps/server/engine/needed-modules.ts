/**
 * The modules that a thread loads before its first task, of those that some task may load later. A
 * thread has each module in its own heap; what it needs of the others after all, it loads late.
 */

/** What only jobs and writes, remote indexes and reports need. */
const NOT_FOR_READERS =
  /\/src\/(?:evaluation|neural|search\/learning|dense\/training\/index|tensor\/webgpu\/session|index\/(?:merging\/reorder-segment|packed\/index|backups\/index)|storage\/http-directory)\.js$/;
/** What re-ranks and encodes: a fifth of all modules, 7 to 9 MB of a thread. */
const FOR_MODELS =
  /\/src\/(?:(?:tensor|models|scoring|reranking|dense\/encoder)\/|search\/(?:trained-models|open-encoder)\.js$)/;
const FOR_CLUSTER = /\/adapters\/opensearch\//;

/** What a thread is for. */
export interface ThreadPurpose {
  /** Whether it does reading tasks alone. */
  readonly isReader: boolean;
  /** Whether the server has models or an encoder. */
  readonly hasModels: boolean;
  readonly hasCluster: boolean;
}

/** Whether a thread loads a module beforehand. */
export function isNeededModule(
  module: string,
  { isReader, hasModels, hasCluster }: ThreadPurpose,
): boolean {
  if (FOR_CLUSTER.test(module)) return hasCluster;
  if (!isReader) return true;
  return !NOT_FOR_READERS.test(module) && (hasModels || !FOR_MODELS.test(module));
}
