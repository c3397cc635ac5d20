/**
 * Tests one ranker on all axioms and probes, on synthetic documents.
 *
 * A ranker that matches by similarity is tested twice: with neutral fillers, where an added filler
 * is no match by construction, and with natural ones, where it may rightly raise the score. Every
 * axiom has its own random stream, so that all rankers get the same instances and a new axiom
 * changes no other.
 */

import { defined } from "../../common/defined.ts";
import { badArgument } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import { Random } from "../../common/random.ts";
import {
  type Axiom,
  createTestDocument,
  type TestedRanker,
  type WordVectorLookup,
} from "./axiom.ts";
import { AXIOMS } from "./axiom-list.ts";
import type { AxiomResult } from "./axiom-result.ts";
import { scoreChecked, testAxiom } from "./axiom-test.ts";
import { type CheckedClaim, checkClaims } from "./claims.ts";
import type { Lexicon } from "./lexicon.ts";
import { probeDistanceCurve } from "./probes/distance-curve.ts";
import { probeHardLimit } from "./probes/hard-limit.ts";
import type { ProbeResult } from "./probes/probe.ts";
import { probeWordOrder } from "./probes/word-order.ts";
import { type FillerKind, TermSampler } from "./term-sampler.ts";

/** The axioms to test and the number of instances. */
export interface SuiteOptions {
  readonly axioms?: readonly Axiom[];
  /** Instances per axiom. */
  readonly instances?: number;
  readonly seed?: number;
  /** Vectors for the semantic axioms, if the ranker has none of its own. */
  readonly getVector?: WordVectorLookup | undefined;
  /** Draws per probe; 0 for no probes. */
  readonly probeDraws?: number;
  readonly progress?: Progress;
}

/** The results of one ranker with one kind of fillers. */
export interface RankerResults {
  readonly ranker: string;
  readonly kind?: string;
  readonly fillers: FillerKind;
  readonly results: readonly AxiomResult[];
  readonly probes: readonly ProbeResult[];
  readonly claims: readonly CheckedClaim[];
}

/** Tests a ranker on every axiom that applies to it. One set of results per kind of fillers. */
export async function testRanker(
  ranker: TestedRanker,
  lexicon: Lexicon,
  options: SuiteOptions = {},
): Promise<RankerResults[]> {
  if (ranker.needsIds === true) {
    throw badArgument(
      `${ranker.name} scores only its own documents, not synthetic ones: use --mode mined`,
    );
  }
  const kinds: FillerKind[] = ranker.getVector === undefined ? ["natural"] : ["neutral", "natural"];
  const results: RankerResults[] = [];
  for (const fillers of kinds)
    results.push(await testWithFillers(ranker, lexicon, fillers, options));
  return results;
}

/** `BAD_ARGUMENT`, or the ranker's own error, if it cannot score a query of two words. */
export async function checkRanker(ranker: TestedRanker, lexicon: Lexicon): Promise<void> {
  if (ranker.needsIds === true) return;
  const words = lexicon.entries.slice(-2).map(({ word }) => word);
  await scoreChecked(ranker, [{ query: words, documents: [createTestDocument(words)] }]);
}

async function testWithFillers(
  ranker: TestedRanker,
  lexicon: Lexicon,
  fillers: FillerKind,
  { axioms = AXIOMS, instances = 1000, seed = 1, probeDraws = 100, ...options }: SuiteOptions,
): Promise<RankerResults> {
  const { progress = silent, getVector = undefined } = options;
  const vectors = ranker.getVector ?? getVector;
  const sampler = (part: string): TermSampler =>
    new TermSampler(lexicon, new Random(seed).split(part), {
      longest: ranker.longestDocument,
      fillers,
      getVector: vectors,
    });
  const applicable = axioms.filter((axiom) => axiom.needsVectors !== true || vectors !== undefined);
  const task = { task: `testing ${ranker.name}`, unit: "axioms", total: applicable.length };
  const results: AxiomResult[] = [];
  for (const axiom of applicable) {
    progress({ ...task, done: results.length, note: axiom.id });
    results.push(await testAxiom(axiom, ranker, sampler(axiom.id), instances));
  }
  progress({ ...task, done: results.length, finished: true });
  const probes: ProbeResult[] = [];
  if (probeDraws > 0) {
    for (const probe of [probeHardLimit, probeDistanceCurve, probeWordOrder]) {
      probes.push(await probe(ranker, sampler(probe.name), probeDraws));
    }
  }
  const { name, kind } = ranker;
  return {
    ranker: name,
    ...defined({ kind }),
    fillers,
    results,
    probes,
    claims: checkClaims(kind, results),
  };
}
