/**
 * Aggregates outcomes to a verdict.
 *
 * Two values are equal when they differ by at most 1e-6 · max(1, |score|). An equal pair breaks a
 * strict axiom and satisfies any other; either way it is counted. An axiom *holds* when all of at
 * least 1,000 instances satisfy it, is *violated* when fewer than half do, and is *conditional*
 * when a counter-example exists but half or more satisfy it. With fewer instances and no
 * counter-example it is *not shown*.
 */

import { defined } from "../../common/defined.ts";
import { wilsonInterval } from "../../evaluation/index.ts";
import type { Axiom, AxiomInstance } from "./axiom.ts";

/** The verdict on an axiom. */
export type Verdict = "holds" | "conditional" | "violated" | "not shown";

/** Minimum number of satisfied instances for `holds`. */
export const MIN_INSTANCES = 1000;

const TOLERANCE = 1e-6;

/** An instance that breaks an axiom, with its scores. */
export interface CounterExample {
  readonly instance: AxiomInstance;
  readonly scores: readonly number[];
  readonly above: number;
  readonly below: number;
}

/** The results of a ranker on the instances of one axiom. */
export interface AxiomResult {
  readonly axiom: string;
  readonly instances: number;
  readonly satisfied: number;
  /** Equal values; counted as satisfied unless the axiom is strict. */
  readonly ties: number;
  readonly share: number;
  /** The 95 % Wilson interval of the share. */
  readonly interval: readonly [number, number];
  readonly verdict: Verdict;
  /** The counter-example with the largest miss. */
  readonly worst?: CounterExample;
}

/** Counts the outcomes of one axiom for one ranker. */
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

  /** Adds the scores of an instance; an instance whose premise fails is not counted. */
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
