/**
 * What TypeScript calls. The search itself is maxscore.ts. Nobody calls
 * `addAndCollect` from outside: exported, it stays a function of its own, as it
 * was measured; the compiler would inline it otherwise.
 */

export { addAndCollect } from "./accumulators";
export { decodeDocuments, decodeFrequencies } from "./block";
export { orderCandidates } from "./candidate-order";
export { scoreCandidates } from "./exact-scores";
export { readFrequencies } from "./frequencies";
export { layoutFingerprint } from "./layout.generated";
export { addDocuments, countCommon } from "./listed-documents";
export { run } from "./maxscore";
export { openList } from "./posting-list";
export { scaleRow } from "./score-table";
export { dropCandidates } from "./top-candidates";
export { boundBlocks, largestImpact } from "./upper-bounds";
