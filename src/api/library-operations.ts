/** The operations of an index that have options or run in a worker: where each can be called, and why not elsewhere. */

import type { OptionTableName } from "./option-tables.ts";
import type { Surface } from "./option-types.ts";

/** Reasons by the name of an option. */
type Reasons = Readonly<Record<string, string>>;

/** An operation of an index, by the name of its method. */
export interface LibraryOperation {
  readonly options: readonly OptionTableName[];
  /** The command that calls it. */
  readonly command?: string;
  /** Surfaces without the operation, each with the reason. */
  readonly not?: Readonly<Partial<Record<Surface, string>>>;
  /** Surfaces without an option that others have, each with the reason. */
  readonly except?: Readonly<Partial<Record<Surface, Reasons>>>;
}

/** The operations, by the names of the methods. */
export const LIBRARY_OPERATIONS = {
  search: {
    options: ["SCORING", "RESULT", "CALL"],
    command: "search",
    except: {
      page: {
        exactFields: "the default of the index applies",
        boost: "a setting of an application",
        rules: "a setting of the index",
        syntax: "a query is plain text",
        synonyms: "a setting of an application",
        stopWords: "a setting of an application",
        vector: "the encoder of the index computes it",
        vectorFallback: "the ranking is chosen by name",
        withoutVector: "an alias",
        offset: "more hits are added to the page",
        after: "more hits are added to the page",
        minMatch: "a setting of an application",
        distinct: "a setting of an application",
        select: "hits show the whole document",
        didYouMean: "the default",
        explain: "the view of an explanation has it",
        total: "the default",
        timeout: "the default",
      },
    },
  },
  suggest: { options: ["SUGGEST", "CALL"], command: "suggest", not: { post: "GET has it" } },
  explain: {
    options: ["SCORING", "CALL"],
    command: "explain",
    not: { get: "POST has it", page: "the options of the search are taken over" },
  },
  similar: {
    options: ["SIMILAR", "CALL"],
    not: {
      cli: "search --ranker dense compares vectors",
      post: "GET has it",
      page: "not shown",
    },
  },
  facetSearch: {
    options: ["FACET_SEARCH", "CALL"],
    command: "facet",
    not: { post: "GET has it", page: "a list of values has at most 100" },
  },
  get: { options: [] },
  count: { options: [] },
  refresh: { options: [] },
  settings: { options: [], command: "settings" },
  updateSettings: {
    options: ["INDEX_SETTINGS"],
    command: "settings",
    not: {
      worker: "a worker reads only",
      post: "PATCH has it",
      get: "PATCH has it",
      page: "the view of settings has them as JSON",
    },
  },
  run: {
    options: ["RUN"],
    command: "run",
    not: {
      worker: "a worker reads only",
      post: "the job evaluate does it",
      get: "the job evaluate does it",
      page: "a comparison does it",
    },
    except: {
      cli: {
        vectorFallback: "a run without vectors is one by words",
        rules: "a run compares rankers",
      },
    },
  },
  learn: {
    options: ["LEARN"],
    command: "discriminate",
    not: {
      worker: "a worker reads only",
      get: "a job is started by POST",
      page: "starts the job with the defaults",
    },
  },
  learnAlpha: {
    options: ["ALPHA"],
    command: "tune",
    not: {
      worker: "a worker reads only",
      post: "no job tunes alpha",
      get: "no job tunes alpha",
      page: "no job tunes alpha",
    },
  },
  learnBoosts: {
    options: ["BOOSTS"],
    command: "tune",
    not: {
      worker: "a worker reads only",
      post: "no job learns boosts",
      get: "no job learns boosts",
      page: "no job learns boosts",
    },
  },
  train: {
    options: ["TRAIN", "SETTINGS"],
    command: "train",
    not: {
      worker: "a worker reads only",
      get: "a job is started by POST",
      page: "starts the job with the defaults",
    },
  },
  trainEncoder: {
    options: ["ENCODER"],
    command: "train-encoder",
    not: {
      worker: "a worker reads only",
      post: "no job trains an encoder",
      get: "no job trains an encoder",
      page: "no job trains an encoder",
    },
  },
} as const;

/** The name of an operation. */
export type LibraryOperationName = keyof typeof LIBRARY_OPERATIONS;

/** The operations that an index in a worker has. */
export type WorkerOperationName = {
  readonly [Name in LibraryOperationName]: (typeof LIBRARY_OPERATIONS)[Name] extends {
    readonly not: { readonly worker: string };
  }
    ? never
    : Name;
}[LibraryOperationName];
