/** The tasks of a server before a cluster: search, compare and judge; the rest is refused by name. */

import type { IndexDetails } from "../../../../src/client/index.ts";
import { quote, TermwiseError } from "../../../../src/common/errors.ts";
import { callRoute } from "../call-route.ts";
import type { ClusterTarget } from "../index-catalog.ts";
import {
  exportQueries,
  exportTrec,
  importTrec,
  listJudgements,
  putJudgements,
} from "../judgements.ts";
import { rerankTexts } from "../rerank-texts.ts";
import { compareSystemsBy } from "../search.ts";
import type { Store } from "../store.ts";
import { JsonText, type TaskContext, type TaskName, type Tasks } from "../tasks.ts";
import { listModels } from "../trained-models.ts";
import { ClusterIndex, createUnsupported } from "./cluster-index.ts";

type Table = {
  readonly [N in TaskName]?: (input: Tasks[N], context: TaskContext) => Promise<unknown>;
};

const OPEN_INDEXES = new WeakMap<Store, ClusterIndex>();

/** The function of a task. `BAD_ARGUMENT` for one that a cluster cannot do. */
export function findClusterTask<N extends TaskName>(
  name: N,
  target: ClusterTarget,
): (input: Tasks[N], context: TaskContext) => Promise<unknown> {
  const task = createTaskTable(target)[name];
  if (task !== undefined) return task;
  return async () => {
    throw createUnsupported(TASK_LABELS[name] ?? name);
  };
}

/** The names of unsupported tasks in messages. */
const TASK_LABELS: Partial<Record<TaskName, string>> = {
  ...{ putDocuments: "adding documents", deleteDocuments: "deleting documents" },
  ...{ makeIndex: "making an index", deleteIndex: "deleting an index" },
  checkDeletion: "deleting an index",
  backUpIndex: "a backup",
  ...{
    explain: "an explanation",
    similar: "a search for similar documents",
    words: "a list of words",
    word: "a word's figures",
  },
  ...{ learn: "learning weights", train: "training", evaluate: "an evaluation" },
  ...{ activate: "activating a ranker", rollBack: "rolling back" },
  ...{
    getDocument: "a document",
    listDocuments: "a list of documents",
    exportDocuments: "an export",
  },
};

const NONE = { version: 0, system: {}, at: "" };

function createTaskTable(target: ClusterTarget): Table {
  const openClusterIndex = (store: Store, index: string): ClusterIndex => {
    if (index !== target.name) {
      throw new TermwiseError(
        "NOT_FOUND",
        `there is no index ${quote(index)}; the server has ${quote(target.name)}`,
      );
    }
    const clusterIndex = OPEN_INDEXES.get(store) ?? new ClusterIndex(store, target);
    OPEN_INDEXES.set(store, clusterIndex);
    return clusterIndex;
  };
  const describeClusterIndex = async (store: Store, index: string): Promise<IndexDetails> => {
    const { documents, ranker, analysis, mode, tokens } = await openClusterIndex(
      store,
      index,
    ).record();
    return {
      ...{ name: index, documents, ranker, published: NONE },
      ...{ bytes: 0, terms: 0, postings: 0, averageLength: 0 },
      settings: { analysis, retriever: { kind: "opensearch", alias: target.alias, mode, tokens } },
    };
  };
  return {
    listIndexes: async (_, { store }) => {
      const { name, documents, bytes, ranker, published } = await describeClusterIndex(
        store,
        target.name,
      );
      return { indexes: [{ name, documents, bytes, ranker, published }] };
    },
    describeIndex: ({ index }, { store }) => describeClusterIndex(store, index),
    listFields: async () => ({}),
    search: async ({ index, request }, { store }) => openClusterIndex(store, index).search(request),
    compareSystems: async (input, { store }) =>
      compareSystemsBy(store, input, (request) =>
        openClusterIndex(store, input.index).search(request),
      ),
    suggest: async () => ({ suggestions: [] }),
    judgements: (input, { store }) => listJudgements(store, input),
    putJudgements: (input, { store }) => putJudgements(store, input),
    importTrec: (input, { store }) => importTrec(store, input),
    exportTrec: (input, { store }) => exportTrec(store, input),
    exportQueries: (input, { store }) => exportQueries(store, input),
    activations: async () => ({ current: NONE, history: [] }),
    listWeights: async () => ({ weights: [] }),
    listModels: (_, { store }) => listModels(store),
    rerankTexts: (input, { store }) => rerankTexts(store, input),
    callRoute: async ({ call }, context) => new JsonText(await callRoute(call, context)),
  };
}
