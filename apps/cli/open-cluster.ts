/** A cluster named on the command line, as `opensearch:<url>/<alias>`. Credentials come from the environment. */

import {
  Cluster,
  type ClusterOptions,
  type OpenSearchAddress,
  parseAddress,
} from "../../adapters/opensearch/index.ts";
import type { Arguments } from "./arguments.ts";
import type { Option, Shell } from "./command.ts";

export const CLUSTER_OPTIONS: readonly Option[] = [
  {
    name: "ca",
    value: "<file>",
    summary: "certificate (PEM) of the private authority that signed those of the cluster",
  },
  {
    name: "patience",
    value: "<seconds>",
    default: "60",
    summary: "how long to try again what fails for a passing reason",
  },
];

/** Connects for as long as `use` takes. */
export async function withCluster<T>(
  address: string,
  args: Arguments,
  shell: Shell,
  use: (cluster: Cluster, alias: string) => Promise<T>,
): Promise<T> {
  const { alias, options } = await clusterAt(address, args, shell);
  const cluster = await Cluster.connect(options);
  try {
    return await use(cluster, alias);
  } finally {
    await cluster.close();
  }
}

/** The alias that an address names, and how to reach its cluster. */
export async function clusterAt(
  address: string,
  args: Arguments,
  shell: Shell,
): Promise<{ readonly alias: string; readonly options: ClusterOptions }> {
  const parsed = parseAddress(address);
  return { alias: parsed.alias, options: await optionsOf(parsed, args, shell) };
}

async function optionsOf(
  { nodes, username, password }: OpenSearchAddress,
  args: Arguments,
  { files }: Shell,
): Promise<ClusterOptions> {
  const { TERMWISE_OPENSEARCH_USER: user, TERMWISE_OPENSEARCH_PASSWORD: secret } = process.env;
  const file = args.text("ca");
  return {
    nodes,
    username: username ?? user,
    password: password ?? secret,
    patience: 1000 * patienceOf(args),
    ...(file === undefined ? {} : { ca: await textOf(files, file) }),
  };
}

/** In seconds. */
export function patienceOf(args: Arguments): number {
  return args.count("patience", 0) ?? 60;
}

async function textOf(files: Shell["files"], path: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of files.read(path)) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}
