/** The tables of options by name, for the server, the command line and their tests; a page does not load them. */

import {
  ALPHA_OPTIONS,
  ENCODER_OPTIONS,
  LEARN_OPTIONS,
  RUN_OPTIONS,
  RUN_SEARCH_OPTIONS,
  SETTINGS_OPTIONS,
  TRAIN_OPTIONS,
} from "./learning-options.ts";
import type { ApiOption, OptionTable } from "./option-types.ts";
import {
  HIGHLIGHT_OPTIONS,
  RESULT_OPTIONS,
  SCORING_OPTIONS,
  SIMILAR_OPTIONS,
  SNIPPET_OPTIONS,
  SUGGEST_OPTIONS,
} from "./search-options.ts";

const SEARCH: Readonly<Record<string, ApiOption>> = { ...SCORING_OPTIONS, ...RESULT_OPTIONS };

/** The options of a search with these names. */
function pickSearchOptions(names: readonly (keyof typeof SEARCH)[]): OptionTable {
  return Object.fromEntries(names.map((name) => [name, SEARCH[name] as ApiOption]));
}

/** The name of a table. */
export type OptionTableName =
  | "SCORING"
  | "RESULT"
  | "SNIPPET"
  | "HIGHLIGHT"
  | "SUGGEST"
  | "SIMILAR"
  | "RUN"
  | "LEARN"
  | "ALPHA"
  | "TRAIN"
  | "SETTINGS"
  | "ENCODER";

/** All tables. */
export const OPTION_TABLES: Readonly<Record<OptionTableName, OptionTable>> = {
  ...{ SCORING: SCORING_OPTIONS, RESULT: RESULT_OPTIONS },
  ...{ SNIPPET: SNIPPET_OPTIONS, HIGHLIGHT: HIGHLIGHT_OPTIONS },
  ...{ SUGGEST: SUGGEST_OPTIONS, SIMILAR: SIMILAR_OPTIONS },
  RUN: { ...pickSearchOptions(RUN_SEARCH_OPTIONS), ...RUN_OPTIONS },
  ...{ LEARN: LEARN_OPTIONS, ALPHA: ALPHA_OPTIONS },
  ...{ TRAIN: TRAIN_OPTIONS, SETTINGS: SETTINGS_OPTIONS, ENCODER: ENCODER_OPTIONS },
};
