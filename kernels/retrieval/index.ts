/**
 * The exports for TypeScript. The search itself is maxscore.ts. `addAndCollect` is
 * not called from outside: as an export it stays a separate function, as it was
 * measured; otherwise the compiler would inline it.
 */

export { addAndCollect } from "./accumulators";
export { decodeDocuments, decodeFrequencies } from "./block";
export { orderCandidates } from "./candidate-order";
export { scoreCandidates } from "./exact-scores";
export { readFrequencies } from "./frequencies";
export { layoutFingerprint } from "./layout.generated";
export { addDocuments, clear, countCommon } from "./document-bitsets";
export { run } from "./maxscore";
export { openList } from "./posting-list";
export { roundScores, scaleRow } from "./score-table";
export { dropCandidates } from "./top-candidates";
export { boundBlocks, largestImpact } from "./upper-bounds";
