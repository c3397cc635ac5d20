/** All tasks by name: what each takes, and the function that does it. */

import type {
  CompareRequest,
  ExplainRequest,
  JudgementsRequest,
  SearchRequest,
  System,
} from "../../../src/client/index.ts";
import type { Progress } from "../../../src/common/progress.ts";
import type { CreateOptions } from "../../../src/search/index.ts";
import { callRoute, type RouteCall } from "./calling-route.ts";
import {
  type DocumentsFormat,
  deleteDocuments,
  exportDocuments,
  getDocument,
  listDocuments,
  putDocuments,
} from "./documents.ts";
import { explain } from "./explaining.ts";
import { deleteIndex, describeIndex, listIndexes, makeIndex } from "./indexes.ts";
import { exportQueries, exportTrec, importTrec, judgements, putJudgements } from "./judgements.ts";
import { dropTraining, evaluateSystems, type JobInput, learn, train } from "./learning.ts";
import { publications, publish, rollBack } from "./publications.ts";
import { type RerankInput, rerankTexts } from "./reranking.ts";
import { compareSystems, search } from "./searching.ts";
import type { Store, Version } from "./store.ts";
import { suggest } from "./suggesting.ts";
import { listModels, listWeights } from "./trained.ts";
import { type WordsInput, word, words } from "./words.ts";

type OfIndex = { readonly index: string };

/** What each task takes. */
export interface Tasks {
  readonly listIndexes: object;
  readonly describeIndex: OfIndex;
  readonly makeIndex: OfIndex & { readonly options: CreateOptions };
  readonly deleteIndex: OfIndex;
  readonly putDocuments: OfIndex & {
    readonly format: DocumentsFormat;
    readonly duplicates: "replace" | "refuse";
    readonly id?: string | undefined;
  };
  readonly deleteDocuments: OfIndex & { readonly ids: readonly string[] };
  readonly getDocument: OfIndex & { readonly id: string };
  readonly listDocuments: OfIndex & { readonly limit: number; readonly after: number };
  readonly exportDocuments: OfIndex & { readonly after: number };
  readonly search: OfIndex & { readonly request: SearchRequest };
  readonly suggest: OfIndex & { readonly query: string; readonly limit: number };
  readonly explain: OfIndex & { readonly request: ExplainRequest };
  readonly compareSystems: OfIndex & { readonly request: CompareRequest };
  readonly words: WordsInput;
  readonly word: OfIndex & {
    readonly word: string;
    readonly weights?: string | undefined;
    readonly model?: string | undefined;
  };
  readonly judgements: OfIndex;
  readonly putJudgements: OfIndex & { readonly request: JudgementsRequest };
  readonly importTrec: OfIndex & { readonly qrels: string; readonly queries?: string | undefined };
  readonly exportTrec: OfIndex;
  readonly exportQueries: OfIndex;
  readonly publications: OfIndex;
  readonly publish: OfIndex & { readonly system: System; readonly at: string };
  readonly rollBack: OfIndex;
  readonly listWeights: OfIndex;
  readonly listModels: object;
  readonly rerankTexts: RerankInput;
  readonly callRoute: OfIndex & { readonly call: RouteCall };
  readonly learn: JobInput<"learn">;
  readonly train: JobInput<"train">;
  readonly evaluate: JobInput<"evaluate">;
  readonly dropTraining: OfIndex & { readonly name: string };
}

/** The name of a task. */
export type TaskName = keyof Tasks;

/** What a task gets beside its input. */
export interface TaskContext {
  readonly store: Store;
  readonly version?: Version | undefined;
  /** Of indexes that changed, for a task that may read several. */
  readonly versions?: ReadonlyMap<string, Version> | undefined;
  readonly blocks?: AsyncIterable<Uint8Array> | undefined;
  readonly progress: Progress;
  /** Does another task, in the same slot. */
  readonly ask: Ask;
}

/** Does a task and gives its answer as JSON text. */
export type Ask = <N extends TaskName>(name: N, input: Tasks[N]) => Promise<string>;

/** JSON, or lines of it, that is ready to be sent. */
export class ReadyText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Table = {
  readonly [N in TaskName]: (input: Tasks[N], context: TaskContext) => Promise<unknown>;
};

const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})();

/** The functions, by name. Each takes plain data and gives plain data. */
export const TASKS: Table = {
  listIndexes: (_, { store }) => listIndexes(store),
  describeIndex: (input, { store, version }) => describeIndex(store, input, version),
  makeIndex: (input, { store }) => makeIndex(store, input),
  deleteIndex: (input, { store }) => deleteIndex(store, input),
  putDocuments: (input, { store, blocks = NOTHING }) => putDocuments(store, input, blocks),
  deleteDocuments: (input, { store }) => deleteDocuments(store, input),
  getDocument: (input, { store, version }) => getDocument(store, input, version),
  listDocuments: (input, { store, version }) => listDocuments(store, input, version),
  exportDocuments: async (input, { store, version }) =>
    new ReadyText(await exportDocuments(store, input, version)),
  search: (input, { store, version }) => search(store, input, version),
  suggest: (input, { store, version }) => suggest(store, input, version),
  explain: (input, { store, version }) => explain(store, input, version),
  compareSystems: (input, { store, version }) => compareSystems(store, input, version),
  words: (input, { store, version }) => words(store, input, version),
  word: (input, { store, version }) => word(store, input, version),
  judgements: (input, { store }) => judgements(store, input),
  putJudgements: (input, { store }) => putJudgements(store, input),
  importTrec: (input, { store }) => importTrec(store, input),
  exportTrec: (input, { store }) => exportTrec(store, input),
  exportQueries: (input, { store }) => exportQueries(store, input),
  publications: (input, { store }) => publications(store, input),
  publish: (input, { store }) => publish(store, input),
  rollBack: (input, { store }) => rollBack(store, input),
  listWeights: (input, { store }) => listWeights(store, input),
  listModels: (_, { store }) => listModels(store),
  rerankTexts: (input, { store }) => rerankTexts(store, input),
  callRoute: async ({ call }, context) => new ReadyText(await callRoute(call, context)),
  learn: (input, { store, progress }) => learn(store, input, progress),
  train: (input, { store, progress }) => train(store, input, progress),
  evaluate: (input, { store, progress }) => evaluateSystems(store, input, progress),
  dropTraining: (input, { store }) => dropTraining(store, input),
};
