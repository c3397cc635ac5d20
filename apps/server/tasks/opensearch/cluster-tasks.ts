/** The tasks of a server before a cluster: search, compare and judge; the rest is refused by name. */

import type { IndexDetails } from "../../../../src/client/index.ts";
import { quote, TermwiseError } from "../../../../src/common/errors.ts";
import { explainDocuments, type IndexSettings } from "../../../../src/retrieval.ts";
import { LIMITS } from "../../limits.ts";
import { reportBehavior } from "../behavior.ts";
import { callRoute } from "../call-route.ts";
import { type DocumentsChange, readDocuments } from "../documents.ts";
import type { ClusterTarget } from "../index-catalog.ts";
import {
  exportQueries,
  exportTrec,
  importTrec,
  listJudgements,
  putJudgements,
} from "../judgements.ts";
import { canEncodeQueries } from "../query-encoder.ts";
import { formatRecordedSearch } from "../recorded-search.ts";
import { rerankTexts } from "../rerank-texts.ts";
import { compareSystemsBy } from "../search.ts";
import type { Store } from "../store.ts";
import { pickSystem } from "../system-options.ts";
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
  ...{ explain: "an explanation", words: "a list of words", word: "a word's figures" },
  ...{ learn: "learning weights", train: "training", evaluate: "an evaluation" },
  ...{ activate: "activating a ranker", rollBack: "rolling back" },
  ...{
    getDocument: "a document",
    listDocuments: "a list of documents",
    exportDocuments: "an export",
  },
};

const UNSUPPORTED_CHANGES: Readonly<Record<Exclude<DocumentsChange, "put">, string>> = {
  add: "refusing documents that exist",
  update: "changing parts of documents",
  replace: "replacing all documents",
};
const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})();
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
    const record = await openClusterIndex(store, index).record();
    const { documents, analysis, mode, tokens, settings } = record;
    const encodesQueries =
      record.vectors !== undefined && canEncodeQueries(store, settings as unknown as IndexSettings);
    const ranker = encodesQueries ? `hybrid(${record.ranker},dense)` : record.ranker;
    return {
      ...{ name: index, documents, ranker, active: NONE, published: NONE },
      ...{ canEncodeQueries: encodesQueries, byMeaning: encodesQueries },
      ...{ bytes: 0, terms: 0, postings: 0, averageLength: 0 },
      settings: { analysis, retriever: { kind: "opensearch", alias: target.alias, mode, tokens } },
    };
  };
  return {
    listIndexes: async (_, { store }) => {
      const { name, documents, bytes, ranker, active } = await describeClusterIndex(
        store,
        target.name,
      );
      return { indexes: [{ name, documents, bytes, ranker, active, published: active }] };
    },
    describeIndex: ({ index }, { store }) => describeClusterIndex(store, index),
    listFields: async () => ({}),
    search: async ({ index, request, recording }, { store }) => {
      const response = await openClusterIndex(store, index).search(request);
      return recording === undefined
        ? response
        : new JsonText(formatRecordedSearch(response, request, recording));
    },
    compareSystems: async (input, { store }) =>
      compareSystemsBy(store, input, (request) =>
        openClusterIndex(store, input.index).search(request),
      ),
    behavior: (input, { store }) => reportBehavior(store, input),
    suggest: async ({ index, query, options }, { store }) => {
      const opened = openClusterIndex(store, index);
      const { settings } = await opened.record();
      if (settings === undefined) return { suggestions: [] };
      return opened.withDocuments("a suggestion", async (documents) => ({
        suggestions: await documents.suggest(query, options),
      }));
    },
    similar: ({ index, id, options }, { store }) =>
      openClusterIndex(store, index).withDocuments(
        "a search for similar documents",
        async (opened) => ({
          hits: await opened.similar(id, { timeout: LIMITS.timeout, ...options }),
        }),
      ),
    getDocument: async ({ index, id }, { store }) => {
      const opened = openClusterIndex(store, index);
      const document = await opened.withDocuments("a document", (documents) => documents.get(id));
      if (document !== undefined) return document;
      throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
    },
    putDocuments: async ({ index, ...input }, { store, blocks }) => {
      const { change } = input;
      if (change !== "put") throw createUnsupported(UNSUPPORTED_CHANGES[change]);
      return openClusterIndex(store, index).withDocuments("adding documents", async (opened) => {
        const documents = await readDocuments(input, blocks ?? NOTHING);
        return { documents: await opened.put(documents) };
      });
    },
    deleteDocuments: async ({ index, ids, filter }, { store }) => {
      if (ids === undefined || filter !== undefined) {
        throw createUnsupported("deleting documents by a filter");
      }
      return openClusterIndex(store, index).withDocuments("deleting documents", async (opened) => ({
        deleted: await opened.delete(ids),
      }));
    },
    explain: ({ index, request }, { store }) =>
      openClusterIndex(store, index).withDocuments("an explanation", async (opened) => {
        const { query, id, other, weights, rerank, depth: _, timeout, ...ranking } = request;
        const missing = weights === undefined ? rerank && "models" : "weights";
        if (missing !== undefined) throw createUnsupported(`an explanation with ${missing}`);
        const explainable = {
          search: opened.search.bind(opened),
          explain: opened.explain.bind(opened),
          get: opened.get.bind(opened),
          withReader: opened.withWords.bind(opened), // without models, only words are read
        };
        const { ranker, ...explained } = await explainDocuments(
          explainable as never,
          query,
          { id, other },
          ranking,
          { timeout: timeout ?? LIMITS.timeout },
        );
        return { query, system: { ...pickSystem(request), ranker }, ...explained };
      }),
    judgements: (input, { store }) => listJudgements(store, input),
    putJudgements: (input, { store }) => putJudgements(store, input),
    importTrec: (input, { store }) => importTrec(store, input),
    exportTrec: (input, { store }) => exportTrec(store, input),
    exportQueries: (input, { store }) => exportQueries(store, input),
    activations: async () => ({ current: NONE, history: [] }),
    listWeights: async () => ({ weights: [] }),
    listSnapshots: async () => ({ snapshots: [] }),
    listModels: (_, { store }) => listModels(store),
    rerankTexts: (input, { store }) => rerankTexts(store, input),
    callRoute: async ({ call }, context) => new JsonText(await callRoute(call, context)),
  };
}
