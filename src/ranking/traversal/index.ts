/** The hits that a traversal returns. */

export { scoreDocuments } from "./given-documents.ts";
export { bestDocuments, type Hits, takeHits } from "./hits.ts";
export { termAtATime } from "./term-at-a-time.ts";
export { TimeLimit } from "./time-limit.ts";
