/** All routes, in the order of the documentation. */

import type { AnyRoute } from "../route.ts";
import { BEHAVIOR_ROUTES } from "./behavior.ts";
import { DOCUMENT_ROUTES } from "./documents.ts";
import { INDEX_ROUTES } from "./indexes.ts";
import { JOB_ROUTES } from "./jobs.ts";
import { JUDGEMENT_ROUTES } from "./judgements.ts";
import { KEY_ROUTES } from "./keys.ts";
import { LEARNING_ROUTES } from "./learning.ts";
import { SEARCH_ROUTES } from "./search.ts";
import { SERVER_ROUTES } from "./server.ts";
import { SNAPSHOT_ROUTES } from "./snapshots.ts";
import { WORD_ROUTES } from "./words.ts";

/** The routes of the server itself; those for clients of other engines are beside them. */
export const ROUTES: readonly AnyRoute[] = [
  ...[...SERVER_ROUTES, ...INDEX_ROUTES, ...DOCUMENT_ROUTES, ...SEARCH_ROUTES],
  ...[...WORD_ROUTES, ...JUDGEMENT_ROUTES, ...SNAPSHOT_ROUTES, ...JOB_ROUTES, ...LEARNING_ROUTES],
  ...[...KEY_ROUTES, ...BEHAVIOR_ROUTES],
];
