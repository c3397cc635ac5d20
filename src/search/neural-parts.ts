/**
 * Loads the code for vectors, re-ranking and learning on demand: a plain search needs none of it,
 * and a bundle can leave it out (common/bundle-parts.ts).
 */

const refuse = async (part: string): Promise<never> =>
  (await import("../common/bundle-parts.ts")).refusePart("TERMWISE_LEXICAL", part);

export const loadDense = async (): Promise<typeof import("../dense/index.ts")> =>
  globalThis.TERMWISE_LEXICAL ? refuse("vectors") : import("../dense/index.ts");

export const loadFusion = async (): Promise<typeof import("../dense/fusion/index.ts")> =>
  globalThis.TERMWISE_LEXICAL ? refuse("vectors") : import("../dense/fusion/index.ts");

export const loadEncoderTraining = async (): Promise<
  typeof import("../dense/training/index.ts")
> => (globalThis.TERMWISE_LEXICAL ? refuse("learning") : import("../dense/training/index.ts"));

export const loadJudgedQueries = async (): Promise<typeof import("./judged-queries.ts")> =>
  globalThis.TERMWISE_LEXICAL ? refuse("learning") : import("./judged-queries.ts");

export const loadLearning = async (): Promise<typeof import("./learning.ts")> =>
  globalThis.TERMWISE_LEXICAL ? refuse("learning") : import("./learning.ts");

export const loadBoostLearning = async (): Promise<typeof import("./learn-boosts.ts")> =>
  globalThis.TERMWISE_LEXICAL ? refuse("learning") : import("./learn-boosts.ts");

export const loadTrainedModels = async (): Promise<typeof import("./trained-models.ts")> =>
  globalThis.TERMWISE_LEXICAL ? refuse("re-ranking") : import("./trained-models.ts");

export const loadRerankingRetriever = async (): Promise<
  typeof import("../reranking/reranking-retriever.ts")
> =>
  globalThis.TERMWISE_LEXICAL
    ? refuse("re-ranking")
    : import("../reranking/reranking-retriever.ts");

export const loadSimilarDocuments = async (): Promise<typeof import("./similar-documents.ts")> =>
  globalThis.TERMWISE_LEXICAL ? refuse("vectors") : import("./similar-documents.ts");

export const loadVectorExecution = async (): Promise<typeof import("./vector-execution.ts")> =>
  globalThis.TERMWISE_LEXICAL ? refuse("vectors") : import("./vector-execution.ts");

export const loadPassageSnippet = async (): Promise<
  typeof import("./snippets/passage-snippet.ts")
> => (globalThis.TERMWISE_LEXICAL ? refuse("vectors") : import("./snippets/passage-snippet.ts"));

export const loadLearningRules = async (): Promise<
  typeof import("../api/learning-rules.generated.ts")
> =>
  globalThis.TERMWISE_LEXICAL ? refuse("learning") : import("../api/learning-rules.generated.ts");
