/**
 * From single outcomes to a verdict.
 *
 * Two values are equal when they differ by at most 1e-6 · max(1, |score|). An
 * equal pair breaks a strict axiom and satisfies any other; either way it is
 * counted. An axiom *holds* when all of at least 1,000 instances satisfy it,
 * is *violated* when fewer than half do, and is *conditional* when some
 * counter-example exists but half or more satisfy it. Without a
 * counter-example among fewer instances nothing is shown.
 */

import { defined } from "../../common/defined.ts";
import { wilsonInterval } from "../../evaluation/index.ts";
import type { Axiom, AxiomInstance } from "./axiom.ts";

/** What the outcomes of an axiom amount to. */
export type Verdict = "holds" | "conditional" | "violated" | "not shown";

/** Instances that must all be satisfied before an axiom is said to hold. */
export const MIN_INSTANCES = 1000;

const TOLERANCE = 1e-6;

/** An instance that breaks an axiom, with the scores that it got. */
export interface CounterExample {
  readonly instance: AxiomInstance;
  readonly scores: readonly number[];
  readonly above: number;
  readonly below: number;
}

/** What a ranker did on the instances of one axiom. */
export interface AxiomResult {
  readonly axiom: string;
  readonly instances: number;
  readonly satisfied: number;
  /** Equal values; among the satisfied unless the axiom is strict. */
  readonly ties: number;
  readonly share: number;
  /** Of the share, by Wilson, 95 %. */
  readonly interval: readonly [number, number];
  readonly verdict: Verdict;
  /** The one that misses by most. */
  readonly worst?: CounterExample;
}

/** Counts outcomes of one axiom for one ranker. */
export class AxiomTally {
  readonly #axiom: Pick<Axiom, "id" | "isStrict">;
  #instances = 0;
  #satisfied = 0;
  #ties = 0;
  #worst: CounterExample | undefined;
  #worstMiss = -Infinity;

  constructor(axiom: Pick<Axiom, "id" | "isStrict">) {
    this.#axiom = axiom;
  }

  get instances(): number {
    return this.#instances;
  }

  /** Takes the scores of an instance; one whose premise fails is not counted. */
  add(instance: AxiomInstance, scores: ArrayLike<number>): void {
    if (instance.premise?.(scores) === false) return;
    const [above, below] = instance.sides?.(scores) ?? [scores[0] as number, scores[1] as number];
    const scale = Array.from(scores).reduce(
      (largest, score) => Math.max(largest, Math.abs(score)),
      1,
    );
    const isTie = Math.abs(above - below) <= TOLERANCE * scale;
    const isSatisfied = isTie ? !this.#axiom.isStrict : above > below;
    this.#instances++;
    if (isTie) this.#ties++;
    if (isSatisfied) {
      this.#satisfied++;
      return;
    }
    const miss = isTie ? 0 : (below - above) / scale;
    if (miss <= this.#worstMiss) return;
    this.#worstMiss = miss;
    this.#worst = { instance, scores: Array.from(scores), above, below };
  }

  get result(): AxiomResult {
    const [instances, satisfied] = [this.#instances, this.#satisfied];
    const share = instances === 0 ? 0 : satisfied / instances;
    return {
      axiom: this.#axiom.id,
      instances,
      satisfied,
      ties: this.#ties,
      share,
      interval: wilsonInterval(satisfied, instances),
      verdict: computeVerdict(satisfied, instances),
      ...defined({ worst: this.#worst }),
    };
  }
}

export function computeVerdict(satisfied: number, instances: number): Verdict {
  if (satisfied === instances) return instances >= MIN_INSTANCES ? "holds" : "not shown";
  return satisfied / instances < 0.5 ? "violated" : "conditional";
}
