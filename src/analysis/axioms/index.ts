/** Axioms of retrieval as tests of any ranker: by name, from a folder, or over HTTP. */

export type {
  Axiom,
  AxiomInstance,
  TestCase,
  TestDocument,
  TestedRanker,
  WordSequence,
  WordVectorLookup,
} from "./axiom.ts";
export * from "./axiom-list.ts";
export * from "./axiom-report.ts";
export type { AxiomResult, CounterExample, Verdict } from "./axiom-result.ts";
export * from "./axiom-suite.ts";
export { type CheckedClaim, CLAIMS, type Claim } from "./claims.ts";
export { Lexicon, type LexiconEntry, openLexicon } from "./lexicon.ts";
export { type MinedQuery, mineQueries, TERM_PREFERENCES, testMined } from "./mined/mined-pairs.ts";
export type { TermPreference } from "./mined/term-preference.ts";
export { probeCrossNgrams } from "./probes/cross-ngrams.ts";
export type { ProbeResult } from "./probes/probe.ts";
export { createIndexRanker } from "./rankers/index-ranker.ts";
export { createModelRanker, createUntrainedModel } from "./rankers/model-ranker.ts";
export { createOpenSearchRanker } from "./rankers/opensearch-index.ts";
export { createEndpointRanker } from "./rankers/rerank-endpoint.ts";
export { type FillerKind, TermSampler } from "./term-sampler.ts";
