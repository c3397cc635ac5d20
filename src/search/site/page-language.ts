/** The analyzer for a language by its ISO 639 code. */

import { type AnalyzerOptions, applySearchDefaults, type Language } from "../../text/index.ts";

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ["ar", "arabic"],
  ["da", "danish"],
  ["de", "german"],
  ["el", "greek"],
  ["en", "english"],
  ["es", "spanish"],
  ["fi", "finnish"],
  ["fr", "french"],
  ["hi", "hindi"],
  ["hu", "hungarian"],
  ["id", "indonesian"],
  ["it", "italian"],
  ["lt", "lithuanian"],
  ["nb", "norwegian"],
  ["nl", "dutch"],
  ["nn", "norwegian"],
  ["no", "norwegian"],
  ["pt", "portuguese"],
  ["ro", "romanian"],
  ["ru", "russian"],
  ["sr", "serbian"],
  ["sv", "swedish"],
  ["ta", "tamil"],
  ["tr", "turkish"],
]);

/** Words of other languages are searched without stemming. */
export function selectAnalysis(code: string): AnalyzerOptions {
  return applySearchDefaults({ language: LANGUAGES.get(code) ?? "other" });
}
