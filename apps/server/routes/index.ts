/** All routes, in the order of the documentation. */

import type { AnyRoute } from "../route.ts";
import { cancelJob } from "./cancel-job.ts";
import { compare } from "./compare.ts";
import { createEmptyIndex } from "./create-index.ts";
import { deleteDocument } from "./delete-document.ts";
import { deleteDocuments } from "./delete-documents.ts";
import { deleteIndex } from "./delete-index.ts";
import { describeIndex } from "./describe-index.ts";
import { explain } from "./explain.ts";
import { exportQueries } from "./export-queries.ts";
import { exportTrec } from "./export-trec.ts";
import { getDocument } from "./get-document.ts";
import { getJob } from "./get-job.ts";
import { getJudgements } from "./get-judgements.ts";
import { getPublished } from "./get-published.ts";
import { getSearch } from "./get-search.ts";
import { getWord } from "./get-word.ts";
import { health } from "./health.ts";
import { importTrec } from "./import-trec.ts";
import { jobEvents } from "./job-events.ts";
import { listDocuments } from "./list-documents.ts";
import { listIndexes } from "./list-indexes.ts";
import { listJobs } from "./list-jobs.ts";
import { listModels } from "./list-models.ts";
import { listWeights } from "./list-weights.ts";
import { listWords } from "./list-words.ts";
import { metrics } from "./metrics.ts";
import { postDocuments } from "./post-documents.ts";
import { postJob } from "./post-job.ts";
import { postSearch } from "./post-search.ts";
import { publish } from "./publish.ts";
import { putDocument } from "./put-document.ts";
import { putJudgements } from "./put-judgements.ts";
import { ready } from "./ready.ts";
import { rollBack } from "./roll-back.ts";
import { suggest } from "./suggest.ts";

/** The routes of the server itself; those for clients of other engines are beside them. */
export const ROUTES: readonly AnyRoute[] = [
  ...[health, ready, metrics],
  ...[listIndexes, createEmptyIndex, describeIndex, deleteIndex],
  ...[postDocuments, listDocuments, deleteDocuments, putDocument, getDocument, deleteDocument],
  ...[getSearch, postSearch, suggest, explain, compare],
  ...[listWords, getWord],
  ...[getJudgements, putJudgements, exportTrec, exportQueries, importTrec],
  ...[postJob, listJobs, getJob, jobEvents, cancelJob],
  ...[listWeights, listModels, getPublished, publish, rollBack],
];
