/** `run --retriever`: candidates from a cluster, re-ranked here. */

import { type Cluster, OpenSearchRetriever } from "../../adapters/opensearch/index.ts";
import type { Query } from "../../src/collection/index.ts";
import type { Run } from "../../src/collection/run.ts";
import { defined } from "../../src/common/defined.ts";
import { type Retriever, toBatchRetriever } from "../../src/ranking/retriever.ts";
import { type QueryRun, runQueries } from "../../src/ranking/run-queries.ts";
import { createRemoteReranker } from "../../src/reranking/index.ts";
import { type IndexReader, indexInMemory } from "../../src/search/index.ts";
import type { Arguments } from "./arguments.ts";
import { CLUSTER_OPTIONS } from "./cluster-options.ts";
import type { CommandContext, Option } from "./command.ts";
import { readPatience, withCluster } from "./open-cluster.ts";
import { withIndex } from "./open-index.ts";
import { describeTruncation, withReranker } from "./open-model.ts";
import { createBackend } from "./tensor-backend.ts";

export const RETRIEVER_OPTIONS: readonly Option[] = [
  {
    name: "retriever",
    value: "<address>",
    summary: "rank on a cluster: opensearch:<url>/<alias>; needs no local index",
  },
  { name: "partial", summary: "accept rankings if a part of the cluster is unavailable" },
  ...CLUSTER_OPTIONS,
];

/** The queries, and the local index of the same documents, if there is one. */
export interface RetrieverRun {
  readonly queries: readonly Query[];
  readonly top: number;
  readonly folder: string | undefined;
}

/** Ranks on a cluster and, with --rerank, re-ranks here. */
export function runOnCluster(
  address: string,
  request: RetrieverRun,
  args: Arguments,
  context: CommandContext,
): Promise<Run> {
  return withCluster(address, args, context, async (cluster, alias) => {
    const retriever = await openRetriever(cluster, alias, args);
    const model = args.text("rerank");
    const [name, { progress }] = [args.text("tag"), context];
    const { queries, top } = request;
    const notePartial = (run: QueryRun): Run => {
      if (run.partial !== undefined) {
        context.note(`partial: a part of the cluster did not answer ${run.partial.length} queries`);
      }
      return run;
    };
    const options = { top, name, progress };
    if (model === undefined) {
      return notePartial(await runQueries(toBatchRetriever(retriever), queries, options));
    }
    return withDocuments(retriever, request, (reader) =>
      withReranker(model, reader, createBackend(args, context), async (reranker) => {
        const local = request.folder === undefined ? undefined : reader.searcher.view;
        const reranked = createRemoteReranker(retriever, reranker, {
          ...defined({ depth: args.count("depth") }),
          local,
          dropTail: args.has("drop-tail"),
        });
        const run = await runQueries(reranked, queries, options);
        context.note(describeTruncation(reranker));
        return notePartial(run);
      }),
    );
  });
}

function openRetriever(
  cluster: Cluster,
  alias: string,
  args: Arguments,
): Promise<OpenSearchRetriever> {
  const partial = args.has("partial") ? "mark" : "refuse";
  return OpenSearchRetriever.open(cluster, alias, { partial, patience: 1000 * readPatience(args) });
}

/** The local index or, where tokens come from the cluster, one without documents. */
async function withDocuments<T>(
  { record }: OpenSearchRetriever & Retriever,
  { folder }: RetrieverRun,
  use: (reader: IndexReader) => Promise<T>,
): Promise<T> {
  if (folder !== undefined) return withIndex(folder, use);
  const empty = await indexInMemory([], { analysis: record.analysis });
  try {
    return await use(empty);
  } finally {
    await empty.close();
  }
}
