/** The hits that a traversal returns. */

export { bestDocuments, type Hits, takeHits } from "./hits.ts";
