/** Changes of the settings of an index. */

import { checkDeclaredOptions } from "../api/check-options.ts";
import {
  INDEX_SETTINGS_SEARCH_OPTIONS,
  type SearchSettings,
  type SettingsChange,
} from "../api/index-settings.ts";
import { badArgument, describeValue, TermwiseError } from "../common/errors.ts";
import { needsQueryVector } from "../ranking/needs-query-vector.ts";
import type { IndexReader } from "./index-reader.ts";
import { searchHits } from "./search-hits.ts";
import { SEARCH_RULES } from "./search-options.ts";

/** Maximum size as JSON: every commit writes the settings again. */
export const MAX_SETTINGS_BYTES: number = 1 << 20;

const SETTING_RULES = Object.fromEntries(
  INDEX_SETTINGS_SEARCH_OPTIONS.map((name) => [name, SEARCH_RULES[name] ?? null]),
);

/** The settings after a change; null resets a setting. `BAD_ARGUMENT` for an unknown one. */
export function mergeSettings(current: SearchSettings, change: SettingsChange): SearchSettings {
  const requested = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(requested.filter(([, value]) => value !== null));
  const names = Object.fromEntries(requested.map(([name]) => [name, undefined]));
  checkDeclaredOptions("settings", typeof change === "object" ? names : change, SETTING_RULES);
  checkDeclaredOptions("settings", set, SETTING_RULES);
  const kept = Object.entries(current).filter(([name]) => !(name in names));
  return toPlainData({ ...Object.fromEntries(kept), ...set });
}

/** A copy as it is stored. Settings are stored as JSON, so objects of classes are refused. */
function toPlainData(settings: SearchSettings): SearchSettings {
  const { ranker } = settings as { readonly ranker?: unknown };
  if (ranker !== undefined && typeof ranker !== "string") {
    throw badArgument(`the setting ranker must be a name, got ${describeValue(ranker)}`);
  }
  const json = JSON.stringify(settings);
  if (json.length > MAX_SETTINGS_BYTES) {
    throw new TermwiseError(
      "LIMIT_EXCEEDED",
      `settings must have at most ${MAX_SETTINGS_BYTES} characters as JSON, got ${json.length}`,
    );
  }
  return JSON.parse(json) as SearchSettings;
}

/** `BAD_ARGUMENT` for settings that a search of the index would refuse. */
export async function checkSettings(reader: IndexReader, settings: SearchSettings): Promise<void> {
  if (needsQueryVector(settings.ranker) && reader.snapshot.settings.vectors === undefined) {
    throw badArgument(
      `the setting ranker is ${settings.ranker}, which needs an index with vectors`,
    );
  }
  if (settings.rules !== undefined) {
    const { checkRuleBoosts, selectRules } = await import("./rules.ts");
    selectRules(settings.rules, PROBE);
    checkRuleBoosts(reader.snapshot, settings.rules);
  }
  await searchHits(reader, PROBE, { ...settings, limit: 0, total: false, didYouMean: false });
}

/** A word that few documents have: the search that checks settings costs little. */
const PROBE = "qzxj";
