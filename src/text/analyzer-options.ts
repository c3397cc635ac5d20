/**
 * The options of text analysis, as plain data that is stored with an index.
 *
 * Complete options contain every choice and the version of the rules, so the same options always
 * produce the same tokens. The version increases whenever a change of the rules changes the tokens
 * or terms of a text.
 */

import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import { STEMMED_LANGUAGES, STEMMERS, type StemmedLanguage, type StemmerName } from "./stemmer.ts";
import { STOP_LIST_NAMES, type StopListName } from "./stop-words.ts";
import { APOSTROPHES, type Apostrophes } from "./tokeniser.ts";

/** The version of the rules in docs/text.md. Options that version 1 does not have require 2. */
export const ANALYZER_VERSION = 2;

/** A language with a stemmer and stop words, or any other. */
export type Language = "english" | "other" | StemmedLanguage;

/** How text becomes terms. Omitted options take the default of the language. */
export interface AnalyzerOptions {
  readonly version?: number;
  /** Chooses the defaults of the options below. Default `english`. */
  readonly language?: Language;
  /** Default: `porter2` for English, the language's own for the others, else `none`. */
  readonly stemmer?: StemmerName;
  /** A list by name, or the words themselves. Default: `english-short` for English, else `none`. */
  readonly stopWords?: StopListName | readonly string[];
  /** Whether "café" becomes "cafe". Default false. */
  readonly foldAccents?: boolean;
  /** Whether each punctuation mark and symbol is a token. Default false. */
  readonly keepPunctuation?: boolean;
  /** Default: `english` for English, `split` for French, Italian and Turkish, else `join`. */
  readonly apostrophes?: Apostrophes;
  /** Whether the parts of "wi-fi" and "node.js" are followed by the whole: "wifi", "nodejs". Default false. */
  readonly compounds?: boolean;
  /**
   * Whether overlapping n-grams of words in scripts without spaces, and in Korean, are tokens.
   * Default false.
   */
  readonly wordParts?: boolean;
  /** Whether emoji are words. Default false. */
  readonly emoji?: boolean;
  /**
   * Whether stop words are indexed, so that phrases and queries of stop words alone find them;
   * other queries still leave them out. Default false.
   */
  readonly indexStopWords?: boolean;
}

/**
 * Options that are stored only if they are on, so that the options of older indexes do not change.
 */
const VERSION_2_OPTIONS = ["compounds", "wordParts", "emoji", "indexStopWords"] as const;

/** Options without defaults left open. */
export type CompleteAnalyzerOptions = Required<
  Omit<AnalyzerOptions, (typeof VERSION_2_OPTIONS)[number]>
> &
  Pick<AnalyzerOptions, (typeof VERSION_2_OPTIONS)[number]>;

/**
 * The options for interactive search: folded accents, "wifi" found in "wi-fi", n-grams of Chinese
 * and Japanese words, indexed emoji and stop words. `options` take precedence.
 */
export function applySearchDefaults(options: AnalyzerOptions = {}): AnalyzerOptions {
  const { language } = options;
  const hasStopList = (STOP_LIST_NAMES as readonly unknown[]).includes(language);
  const stopListOption =
    language === "english" || !hasStopList ? {} : { stopWords: language as StopListName };
  const enabled = Object.fromEntries(VERSION_2_OPTIONS.map((name) => [name, true]));
  return { foldAccents: true, ...enabled, ...stopListOption, ...options };
}

/** Languages that separate a clitic or suffix with an apostrophe. */
const SPLIT_LANGUAGES: ReadonlySet<string> = new Set(["french", "italian", "turkish"]);

/** Languages with their own defaults. */
export const LANGUAGES: readonly Language[] = ["english", "other", ...STEMMED_LANGUAGES];

/**
 * Fills in the defaults. Fails with `BAD_ARGUMENT`, which lists the allowed values, for an unknown
 * name or value.
 */
export function completeOptions(options: AnalyzerOptions = {}): CompleteAnalyzerOptions {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw badArgument(`analyzer options must be an object, got ${formatValue(options)}`);
  }
  const {
    language = "english",
    stemmer = language === "english" ? "porter2" : language === "other" ? "none" : language,
    stopWords = language === "english" ? "english-short" : "none",
    foldAccents = false,
    keepPunctuation = false,
    apostrophes = defaultApostrophes(language),
    compounds = false,
    wordParts = false,
    emoji = false,
    indexStopWords = false,
    version = compounds || wordParts || emoji || indexStopWords ? ANALYZER_VERSION : 1,
    ...unknown
  } = options;
  const version2Options = { compounds, wordParts, emoji, indexStopWords };
  const complete = {
    version,
    language,
    stemmer,
    stopWords,
    foldAccents,
    keepPunctuation,
    apostrophes,
  };

  for (const name of Object.keys(unknown)) {
    throw badArgument(
      `unknown analyzer option ${quote(name)}; the options are ${Object.keys({ ...complete, ...version2Options }).join(", ")}`,
    );
  }
  checkVersion(version);
  checkOneOf("language", language, LANGUAGES);
  checkOneOf("stemmer", stemmer, STEMMERS);
  checkOneOf("apostrophes", apostrophes, APOSTROPHES);
  checkOneOf("foldAccents", foldAccents, [true, false]);
  checkOneOf("keepPunctuation", keepPunctuation, [true, false]);
  for (const name of VERSION_2_OPTIONS) checkOneOf(name, version2Options[name], [true, false]);
  checkStopWords(stopWords);
  const enabled = VERSION_2_OPTIONS.filter((name) => version2Options[name]);
  return { ...complete, ...Object.fromEntries(enabled.map((name) => [name, true])) };
}

function defaultApostrophes(language: Language): Apostrophes {
  if (language === "english") return "english";
  return SPLIT_LANGUAGES.has(language) ? "split" : "join";
}

function checkVersion(version: unknown): void {
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    throw badArgument(
      `analyzer version must be a whole number from 1 to ${ANALYZER_VERSION}, got ${formatValue(version)}`,
    );
  }
  if (version > ANALYZER_VERSION) {
    throw new TermwiseError(
      "INDEX_TOO_NEW",
      `the analyzer has version ${version}, this release supports versions up to ${ANALYZER_VERSION}`,
      { version, newest: ANALYZER_VERSION },
    );
  }
}

function checkOneOf(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (!allowed.includes(value)) {
    throw badArgument(
      `analyzer ${name} must be one of ${allowed.join(", ")}, got ${formatValue(value)}`,
    );
  }
}

function checkStopWords(stopWords: unknown): void {
  if ((STOP_LIST_NAMES as readonly unknown[]).includes(stopWords)) return;
  if (Array.isArray(stopWords) && stopWords.every((word) => typeof word === "string")) return;
  const names = STOP_LIST_NAMES.join(", ");
  throw badArgument(
    `analyzer stopWords must be one of ${names}, or a list of words, got ${formatValue(stopWords)}`,
  );
}

function formatValue(value: unknown): string {
  return typeof value === "string" ? quote(value) : quote(JSON.stringify(value) ?? String(value));
}
