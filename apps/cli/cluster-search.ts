/** A published index in the place of a folder: `opensearch:<url>/<alias>` or `elasticsearch:<url>/<alias>`. */

import type { ClusterSearchIndex } from "../../adapters/opensearch/index.ts";
import { badArgument } from "../../src/common/errors.ts";

const ADDRESS = /^(?:opensearch|elasticsearch):/;

/** Whether an argument names a published index. */
export function isClusterAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Opens a published index for as long as `use` takes. Credentials come from the environment. */
export async function withClusterIndex<T>(
  address: string,
  use: (index: ClusterSearchIndex) => Promise<T>,
): Promise<T> {
  const { openCluster } = await import("../../adapters/opensearch/index.ts");
  const { TERMWISE_OPENSEARCH_USER: username, TERMWISE_OPENSEARCH_PASSWORD: password } =
    process.env;
  const index = await openCluster(
    address,
    username === undefined ? {} : { username, password: password ?? "" },
  );
  try {
    return await use(index);
  } finally {
    await index.close();
  }
}

/** `BAD_ARGUMENT` for what a command needs a local index for. */
export function refuseOnCluster(what: string): never {
  throw badArgument(`${what} needs a local index; use \`termwise run --retriever\` for models`);
}
