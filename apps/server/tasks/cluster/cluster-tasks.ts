/** The tasks of a server before a cluster: search, compare and judge; the rest is refused by name. */

import type { IndexDetails } from "../../../../src/client/index.ts";
import { quote, TermwiseError } from "../../../../src/common/errors.ts";
import { callRoute } from "../calling-route.ts";
import { exportQueries, exportTrec, importTrec, judgements, putJudgements } from "../judgements.ts";
import type { ClusterPlace } from "../places.ts";
import { rerankTexts } from "../reranking.ts";
import { compareBy } from "../searching.ts";
import type { Store } from "../store.ts";
import { ReadyText, type TaskContext, type TaskName, type Tasks } from "../tasks.ts";
import { listModels } from "../trained.ts";
import { ClusterIndex, notOnCluster } from "./cluster-index.ts";

type Table = {
  readonly [N in TaskName]?: (input: Tasks[N], context: TaskContext) => Promise<unknown>;
};

const OPEN = new WeakMap<Store, ClusterIndex>();

/** The function of a task. `BAD_ARGUMENT` for one that a cluster cannot do. */
export function clusterTask<N extends TaskName>(
  name: N,
  place: ClusterPlace,
): (input: Tasks[N], context: TaskContext) => Promise<unknown> {
  const task = table(place)[name];
  if (task !== undefined) return task;
  return async () => {
    throw notOnCluster(WORDS[name] ?? name);
  };
}

/** What a sentence calls a task that is refused. */
const WORDS: Partial<Record<TaskName, string>> = {
  ...{ putDocuments: "adding documents", deleteDocuments: "deleting documents" },
  ...{ makeIndex: "making an index", deleteIndex: "deleting an index" },
  ...{ explain: "an explanation", words: "a list of words", word: "a word's figures" },
  ...{ learn: "learning weights", train: "training", evaluate: "an evaluation" },
  ...{ publish: "publishing a ranker", rollBack: "rolling back" },
  ...{
    getDocument: "a document",
    listDocuments: "a list of documents",
    exportDocuments: "an export",
  },
};

const NONE = { version: 0, system: {}, at: "" };

function table(place: ClusterPlace): Table {
  const opened = (store: Store, index: string): ClusterIndex => {
    if (index !== place.name) {
      throw new TermwiseError(
        "NOT_FOUND",
        `there is no index ${quote(index)}; the server has ${quote(place.name)}`,
      );
    }
    const known = OPEN.get(store) ?? new ClusterIndex(store, place);
    OPEN.set(store, known);
    return known;
  };
  const described = async (store: Store, index: string): Promise<IndexDetails> => {
    const { documents, ranker, analysis, mode, tokens } = await opened(store, index).record();
    return {
      ...{ name: index, documents, ranker, published: NONE },
      ...{ bytes: 0, terms: 0, postings: 0, averageLength: 0 },
      settings: { analysis, retriever: { kind: "opensearch", alias: place.alias, mode, tokens } },
    };
  };
  return {
    listIndexes: async (_, { store }) => {
      const { name, documents, bytes, ranker, published } = await described(store, place.name);
      return { indexes: [{ name, documents, bytes, ranker, published }] };
    },
    describeIndex: ({ index }, { store }) => described(store, index),
    search: async ({ index, request }, { store }) => opened(store, index).search(request),
    compareSystems: async (input, { store }) =>
      compareBy(store, input, (request) => opened(store, input.index).search(request)),
    suggest: async () => ({ suggestions: [] }),
    judgements: (input, { store }) => judgements(store, input),
    putJudgements: (input, { store }) => putJudgements(store, input),
    importTrec: (input, { store }) => importTrec(store, input),
    exportTrec: (input, { store }) => exportTrec(store, input),
    exportQueries: (input, { store }) => exportQueries(store, input),
    publications: async () => ({ current: NONE, history: [] }),
    listWeights: async () => ({ weights: [] }),
    listModels: (_, { store }) => listModels(store),
    rerankTexts: (input, { store }) => rerankTexts(store, input),
    callRoute: async ({ call }, context) => new ReadyText(await callRoute(call, context)),
  };
}
