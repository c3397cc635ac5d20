/**
 * Data table: English words that carry little meaning of their own.
 *
 * Our own compilation, by grammatical class. Forms are spelt as the tokeniser outputs them:
 * contractions are split (n't, 'll), so "don't" needs only "do" and "n't".
 */

import { LANGUAGE_STOP_WORDS } from "./language-stop-lists.ts";
import type { StemmedLanguage } from "./stemmer.ts";
import { SHORT_STOP_LIST, type StopListName } from "./stop-words.ts";

export type { StopListName } from "./stop-words.ts";

const ARTICLES = "a an the";

const PRONOUNS = `
  i me my mine myself we us our ours ourselves you your yours yourself yourselves thou thee thy he
  him his himself she her hers herself it its itself they them their theirs themselves themself
  one ones oneself this that these those who whom whose which what whoever whomever whatever
  whichever whosoever each every either neither both all any some none no another other others
  such same somebody someone something anybody anyone anything everybody everyone everything
  nobody nothing many much more most few fewer fewest less least little lot lots several enough
  plenty whole half own else`;

const VERBS = `
  am is are was were be been being have has had having do does did doing done can could may might
  must shall should will would ought need needs used cannot get gets getting got gotten go goes
  going gone went come comes coming came make makes making made take takes taking took taken put
  puts let lets keep keeps kept give gives given giving gave seem seems seemed seeming become
  becomes becoming became appear appears appeared say says saying said tell tells told ask asks
  asked asking know knows known knew think thinks see sees seeing seen saw look looks looking
  looked want wants wanted wanting try tries tried trying use uses using happen happens happened
  tend tends tended allow allows allowed follow follows followed following consider considers
  considered considering regard regards regarded regarding concern specify specified specifying
  indicate indicates indicated provide provided provides suppose supposed mean means meant`;

const CONTRACTIONS = "n't 's 'm 'd 're 've 'll wo gonna gotta wanna";

const PREPOSITIONS = `
  about above across after against along alongside amid amidst among amongst around as aside at
  atop away before behind below beneath beside besides between beyond but by concerning despite
  down due during except excepting excluding for from in inside into like minus near nearer
  nearest next of off on onto out outside over past per plus round since than through throughout
  thru till to together toward towards under underneath unlike until unto up upon versus via vs
  with within without`;

const CONJUNCTIONS = `
  and or nor but yet so if unless whether because although though even while whilst whereas
  whereby wherein whereupon wherever whenever when where why how however lest once provided
  providing therefore thus hence thereby therein thereupon thereafter hereafter hereby herein
  hereupon moreover furthermore nevertheless nonetheless otherwise accordingly consequently
  meanwhile instead likewise indeed namely albeit notwithstanding inasmuch insofar`;

const DEGREE_AND_MANNER = `
  very too quite rather really just only merely simply almost nearly hardly barely scarcely fairly
  somewhat somehow anyhow anyway anyways well better best worse worst also again ever never not
  maybe perhaps possibly probably presumably apparently certainly clearly definitely obviously
  surely truly actually basically essentially especially particularly specifically mainly mostly
  largely partly entirely completely fully wholly totally absolutely exactly precisely roughly
  approximately generally usually normally typically frequently often sometimes sometime seldom
  rarely occasionally always greatly highly widely relatively similarly equally respectively
  hopefully unfortunately thanks thank please yes ok okay oh sure able unable likely unlikely
  certain various different further farther overall altogether`;

const TIME_AND_LOCATION = `
  now then today tonight tomorrow yesterday soon later latter lately recently recent earlier
  former formerly already still afterwards afterward beforehand immediately currently presently
  previously eventually finally initially lastly last first next anymore ago here there everywhere
  anywhere nowhere somewhere elsewhere whence whither thence hither forward forwards back ahead
  apart`;

const NUMBERS = "two three four five six seven eight nine ten eleven twelve";

const ABBREVIATIONS = "e.g. i.e. e.g i.e eg ie etc viz cf q.v. vs inc ltd mr mrs ms";

/** What remains of a contraction where apostrophes separate. */
const FRAGMENTS =
  "s t d m ll re ve don didn doesn isn wasn wouldn couldn shouldn hadn hasn haven aren weren";

function splitWords(...classes: readonly string[]): readonly string[] {
  return [...new Set(classes.join(" ").trim().split(/\s+/))].sort();
}

/** The stop lists by name. */
export const STOP_LISTS: Readonly<Record<StopListName, readonly string[]>> = {
  none: [],
  "english-short": SHORT_STOP_LIST,
  english: splitWords(
    SHORT_STOP_LIST.join(" "),
    ARTICLES,
    PRONOUNS,
    VERBS,
    CONTRACTIONS,
    PREPOSITIONS,
    CONJUNCTIONS,
    DEGREE_AND_MANNER,
    TIME_AND_LOCATION,
    NUMBERS,
    ABBREVIATIONS,
    FRAGMENTS,
  ),
  ...createLanguageLists(),
};

function createLanguageLists(): Readonly<Record<StemmedLanguage, readonly string[]>> {
  const lists: Readonly<Record<string, string>> = globalThis.TERMWISE_ENGLISH
    ? {}
    : LANGUAGE_STOP_WORDS;
  const entries = Object.entries(lists).map(([name, list]) => [name, splitWords(list)]);
  return Object.fromEntries(entries) as Record<StemmedLanguage, readonly string[]>;
}
