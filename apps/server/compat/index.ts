/** Routes that speak as other engines do, for their clients. */

import type { AnyRoute } from "../route.ts";
import { ALGOLIA } from "./algolia.ts";
import { OPENSEARCH } from "./opensearch.ts";
import { RERANK } from "./rerank.ts";

/** The routes for clients of other engines. */
export const COMPAT_ROUTES: readonly AnyRoute[] = [...RERANK, ...ALGOLIA, ...OPENSEARCH];
