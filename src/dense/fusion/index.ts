/** Learning the weight of the dense score in a hybrid ranker. */

export {
  type AlphaSettings,
  type HybridSearchOpener,
  type LearnedAlpha,
  learnAlpha,
} from "./learn-alpha.ts";
