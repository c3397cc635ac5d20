/** All tasks by name, with their inputs and functions. */

import type { SettingsChange, SimilarOptions, SuggestOptions } from "../../../src/api/index.ts";
import type {
  CompareRequest,
  DeleteRequest,
  ExplainRequest,
  JudgementsRequest,
  SearchRequest,
  System,
} from "../../../src/client/index.ts";
import type { Progress } from "../../../src/common/progress.ts";
import type { CreateOptions } from "../../../src/index.ts";
import { activate, listActivations, rollBack } from "./activations.ts";
import { type BehaviorInput, reportBehavior } from "./behavior.ts";
import { callRoute, type RouteCall } from "./call-route.ts";
import {
  type DocumentsChange,
  type DocumentsFormat,
  deleteDocuments,
  exportDocuments,
  getDocument,
  listDocuments,
  putDocuments,
} from "./documents.ts";
import { evaluateSystems } from "./evaluate-systems.ts";
import { explain } from "./explain.ts";
import {
  backUpIndex,
  checkDeletion,
  createEmptyIndex,
  deleteIndex,
  describeIndex,
  listFields,
  listIndexes,
  readIndexSettings,
  updateIndexSettings,
} from "./indexes.ts";
import {
  exportQueries,
  exportTrec,
  importTrec,
  listJudgements,
  putJudgements,
} from "./judgements.ts";
import { formatRecordedSearch, type SearchRecording } from "./recorded-search.ts";
import { type RerankInput, rerankTexts } from "./rerank-texts.ts";
import { deleteRule, listRules, putRule } from "./rules.ts";
import { compareSystems, findSimilar, search, suggest } from "./search.ts";
import {
  deleteSnapshot,
  exportSnapshot,
  getSnapshot,
  keepSnapshot,
  listSnapshots,
} from "./snapshots.ts";
import type { Store, Version } from "./store.ts";
import { listModels, listWeights } from "./trained-models.ts";
import { dropTraining, type JobInput, learn, train } from "./training-jobs.ts";
import { describeIndexWord, listIndexWords, type WordInput, type WordsInput } from "./words.ts";

type IndexInput = { readonly index: string };

/** The input of each task. */
export interface Tasks {
  readonly listIndexes: object;
  readonly describeIndex: IndexInput;
  readonly listFields: IndexInput;
  readonly settings: IndexInput;
  readonly updateSettings: IndexInput & { readonly change: SettingsChange };
  readonly listRules: IndexInput;
  readonly putRule: IndexInput & { readonly id: string };
  readonly deleteRule: IndexInput & { readonly id: string };
  readonly makeIndex: IndexInput & { readonly options: CreateOptions };
  readonly checkDeletion: IndexInput;
  readonly deleteIndex: IndexInput;
  readonly backUpIndex: IndexInput;
  readonly putDocuments: IndexInput & {
    readonly format: DocumentsFormat;
    readonly change: DocumentsChange;
    readonly id?: string | undefined;
  };
  readonly deleteDocuments: IndexInput & DeleteRequest;
  readonly getDocument: IndexInput & { readonly id: string };
  readonly listDocuments: IndexInput & { readonly limit: number; readonly after: number };
  readonly exportDocuments: IndexInput & { readonly after: string };
  readonly search: IndexInput & {
    readonly request: SearchRequest;
    /** The result then has the record of the search before the response. */
    readonly recording?: SearchRecording | undefined;
  };
  readonly suggest: IndexInput & { readonly query: string; readonly options: SuggestOptions };
  readonly similar: IndexInput & { readonly id: string; readonly options: SimilarOptions };
  readonly explain: IndexInput & { readonly request: ExplainRequest };
  readonly compareSystems: IndexInput & { readonly request: CompareRequest };
  readonly words: WordsInput;
  readonly word: WordInput;
  readonly behavior: BehaviorInput;
  readonly judgements: IndexInput;
  readonly putJudgements: IndexInput & { readonly request: JudgementsRequest };
  readonly importTrec: IndexInput & {
    readonly qrels: string;
    readonly queries?: string | undefined;
  };
  readonly exportTrec: IndexInput;
  readonly exportQueries: IndexInput;
  readonly listSnapshots: IndexInput;
  readonly getSnapshot: IndexInput & { readonly name: string };
  readonly exportSnapshot: IndexInput & { readonly name: string };
  readonly deleteSnapshot: IndexInput & { readonly name: string };
  readonly activations: IndexInput;
  readonly activate: IndexInput & { readonly system: System; readonly at: string };
  readonly rollBack: IndexInput;
  readonly listWeights: IndexInput;
  readonly listModels: object;
  readonly rerankTexts: RerankInput;
  readonly callRoute: IndexInput & { readonly call: RouteCall };
  readonly learn: JobInput<"learn">;
  readonly train: JobInput<"train">;
  readonly evaluate: JobInput<"evaluate">;
  readonly snapshot: JobInput<"snapshot">;
  readonly dropTraining: IndexInput & { readonly name: string };
}

/** The name of a task. */
export type TaskName = keyof Tasks;

/** The context of a task. */
export interface TaskContext {
  readonly store: Store;
  readonly version?: Version | undefined;
  /** Of indexes that changed, for a task that may read several. */
  readonly versions?: ReadonlyMap<string, Version> | undefined;
  readonly blocks?: AsyncIterable<Uint8Array> | undefined;
  readonly progress: Progress;
  /** Does another task, in the same slot. */
  readonly ask: RunTask;
}

/** Runs a task and returns its result as JSON text. */
export type RunTask = <N extends TaskName>(name: N, input: Tasks[N]) => Promise<string>;

/** JSON, or lines of it, that is ready to be sent. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Table = {
  readonly [N in TaskName]: (input: Tasks[N], context: TaskContext) => Promise<unknown>;
};

const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})();

/** The functions, by name. Input and output are plain data. */
export const TASKS: Table = {
  listIndexes: (_, { store }) => listIndexes(store),
  describeIndex: (input, { store, version }) => describeIndex(store, input, version),
  listFields: (input, { store, version }) => listFields(store, input, version),
  settings: (input, { store, version }) => readIndexSettings(store, input, version),
  updateSettings: (input, { store }) => updateIndexSettings(store, input),
  listRules: (input, { store, version }) => listRules(store, input, version),
  putRule: (input, { store, blocks = NOTHING }) => putRule(store, input, blocks),
  deleteRule: (input, { store }) => deleteRule(store, input),
  makeIndex: (input, { store }) => createEmptyIndex(store, input),
  checkDeletion: (input, { store }) => checkDeletion(store, input),
  deleteIndex: (input, { store }) => deleteIndex(store, input),
  backUpIndex: (input, { store, progress }) => backUpIndex(store, input, progress),
  putDocuments: (input, { store, blocks = NOTHING }) => putDocuments(store, input, blocks),
  deleteDocuments: (input, { store }) => deleteDocuments(store, input),
  getDocument: (input, { store, version }) => getDocument(store, input, version),
  listDocuments: async (input, { store, version }) =>
    new JsonText(await listDocuments(store, input, version)),
  exportDocuments: async (input, { store, version }) =>
    new JsonText(await exportDocuments(store, input, version)),
  search: async (input, { store, version }) => {
    const { request, recording } = input;
    const response = await search(store, input, version);
    return recording === undefined
      ? response
      : new JsonText(formatRecordedSearch(response, request, recording));
  },
  suggest: (input, { store, version }) => suggest(store, input, version),
  similar: (input, { store, version }) => findSimilar(store, input, version),
  explain: (input, { store, version }) => explain(store, input, version),
  compareSystems: (input, { store, version }) => compareSystems(store, input, version),
  words: (input, { store, version }) => listIndexWords(store, input, version),
  word: (input, { store, version }) => describeIndexWord(store, input, version),
  behavior: (input, { store }) => reportBehavior(store, input),
  judgements: (input, { store }) => listJudgements(store, input),
  putJudgements: (input, { store }) => putJudgements(store, input),
  importTrec: (input, { store }) => importTrec(store, input),
  exportTrec: (input, { store }) => exportTrec(store, input),
  exportQueries: (input, { store }) => exportQueries(store, input),
  listSnapshots: (input, { store }) => listSnapshots(store, input),
  getSnapshot: (input, { store }) => getSnapshot(store, input),
  exportSnapshot: (input, { store }) => exportSnapshot(store, input),
  deleteSnapshot: (input, { store }) => deleteSnapshot(store, input),
  activations: (input, { store }) => listActivations(store, input),
  activate: (input, { store }) => activate(store, input),
  rollBack: (input, { store }) => rollBack(store, input),
  listWeights: (input, { store }) => listWeights(store, input),
  listModels: (_, { store }) => listModels(store),
  rerankTexts: (input, { store }) => rerankTexts(store, input),
  callRoute: async ({ call }, context) => new JsonText(await callRoute(call, context)),
  learn: (input, { store, progress }) => learn(store, input, progress),
  train: (input, { store, progress }) => train(store, input, progress),
  evaluate: (input, { store, progress }) => evaluateSystems(store, input, progress),
  snapshot: (input, { store, progress }) => keepSnapshot(store, input, progress),
  dropTraining: (input, { store }) => dropTraining(store, input),
};
