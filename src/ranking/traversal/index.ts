/** The hits that a traversal returns. */

export { createTopK, type Hits, takeHits } from "./hits.ts";
export { scoreDocuments } from "./score-documents.ts";
export { termAtATime } from "./term-at-a-time.ts";
export { GRACE_MS, OutOfTime, TimeLimit } from "./time-limit.ts";
