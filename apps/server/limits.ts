/** The limits of the server, each with its default. docs/limits.md gives the reasons. */

import { RESULT_OPTIONS } from "../../src/api/index.ts";

/** Limits of one request, and of all requests together. */
export interface Limits {
  /** Bytes of a body, of inflated bytes too. */
  readonly bodyBytes: number;
  /** Bytes of a body with settings, which the thread of the sockets parses: an index, a job, a publication. */
  readonly settingsBytes: number;
  /** Bytes of a body that is a long list: judgements, ids, texts to re-rank. */
  readonly listBytes: number;
  /** Bytes of a body with documents, which another thread parses. */
  readonly documentsBytes: number;
  /** Bytes of bodies that are held at once. */
  readonly heldBytes: number;
  /** Nesting of a JSON body. */
  readonly depth: number;
  /** Values of a JSON body, lists and objects counted too: each takes up to a hundred bytes once it is parsed. */
  readonly values: number;
  /** Bytes of a query. */
  readonly queryBytes: number;
  /** Maximum hits of one response, and maximum offset + limit. */
  readonly hits: number;
  readonly window: number;
  /** Facets of a search, ranges and values of all its facets, and conditions of its filter. */
  readonly facets: number;
  readonly facetRanges: number;
  readonly facetValues: number;
  readonly conditions: number;
  /** Documents that a model re-ranks. */
  readonly rerankDepth: number;
  /** Ms that a search may take, by default and at most. */
  readonly timeout: number;
  readonly longestTimeout: number;
  /** Ms after which an unresponsive worker is replaced. */
  readonly patience: number;
  /** Ms for a body to arrive. */
  readonly bodyTime: number;
  /** Requests that wait for a worker, and ms that they wait at most. */
  readonly waiting: number;
  readonly waitingTime: number;
  /** Ms that a request may expect to wait, going by how long such requests took; and requests that may wait all the same. */
  readonly expectedWait: number;
  readonly alwaysWaiting: number;
  /** Ms that timers of the thread of the sockets may be late before searches are refused. */
  readonly loopDelay: number;
  /** Writes that wait. */
  readonly waitingWrites: number;
  /** Jobs that run at once, and wait. */
  readonly jobs: number;
  readonly waitingJobs: number;
  /** Listeners to the events of jobs. */
  readonly listeners: number;
}

/** Default limits. */
export const LIMITS: Limits = {
  bodyBytes: 1_048_576,
  settingsBytes: 131_072,
  listBytes: 4_194_304,
  documentsBytes: 104_857_600,
  heldBytes: 268_435_456,
  depth: 100,
  values: 16_777_216,
  queryBytes: 8192,
  hits: RESULT_OPTIONS.limit.httpMax,
  window: 10_000,
  facets: 100,
  facetRanges: 1000,
  facetValues: 500_000,
  conditions: 1024,
  rerankDepth: RESULT_OPTIONS.depth.httpMax,
  timeout: 1000,
  longestTimeout: RESULT_OPTIONS.timeout.httpMax,
  patience: 20_000,
  bodyTime: 30_000,
  waiting: 64,
  waitingTime: 2000,
  expectedWait: 25,
  alwaysWaiting: 16,
  loopDelay: 200,
  waitingWrites: 16,
  jobs: 1,
  waitingJobs: 16,
  listeners: 64,
};

/** How requests wait for a thread that reads. */
export function readQueueLimits({ waiting, waitingTime, expectedWait, alwaysWaiting }: Limits): {
  readonly most: number;
  readonly time: number;
  readonly expected: number;
  readonly always: number;
} {
  return { most: waiting, time: waitingTime, expected: expectedWait, always: alwaysWaiting };
}
