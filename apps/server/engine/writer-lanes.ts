/**
 * Writers for indexes. The writes to one index run one after the other, always on
 * the same writer, which holds the lock of the index; those to several indexes run
 * at once. Indexes share writers only where there are more of them than writers.
 */

import { TermwiseError } from "../../../src/common/errors.ts";
import { type QueueLimits, Slots } from "./slots.ts";

/** How many writers there may be, and how writes wait for each. */
export interface WriterLimits {
  readonly max: number;
  readonly waiting: QueueLimits;
}

interface WriterLane<S> {
  readonly slot: S;
  readonly slots: Slots<S>;
  indexCount: number;
}

interface Assignment<S> {
  readonly lane: WriterLane<S>;
  pending: number;
  /** Whether a write has shown that there is such an index. */
  isConfirmed: boolean;
}

/** The writers of a server. */
export class WriterLanes<S> {
  readonly #createSlot: () => S;
  readonly #limits: WriterLimits;
  readonly #lanes: WriterLane<S>[] = [];
  readonly #assignments = new Map<string, Assignment<S>>();

  /** A writer is made when an index needs one. */
  constructor(createSlot: () => S, limits: WriterLimits) {
    this.#createSlot = createSlot;
    this.#limits = limits;
  }

  get writers(): readonly S[] {
    return this.#lanes.map(({ slot }) => slot);
  }

  /** Indexes that have a writer. */
  get indexCount(): number {
    return this.#assignments.size;
  }

  /** Runs a write of an index on its writer. `OVERLOADED` when too many wait for it. */
  async run<T>(
    { index, client }: { readonly index: string; readonly client?: string | undefined },
    write: (slot: S) => Promise<T>,
  ): Promise<T> {
    const assignment = this.#assign(index);
    assignment.pending++;
    try {
      const result = await assignment.lane.slots.run(write, { client });
      assignment.isConfirmed = true;
      return result;
    } catch (error) {
      if (!isMissing(error)) assignment.isConfirmed = true;
      throw error;
    } finally {
      assignment.pending--;
      if (!assignment.isConfirmed) this.#release(index, assignment);
    }
  }

  /** An index is deleted: its writer has let it go. */
  forget(index: string): void {
    const assignment = this.#assignments.get(index);
    if (assignment !== undefined) this.#release(index, assignment);
  }

  #assign(index: string): Assignment<S> {
    const present = this.#assignments.get(index);
    if (present !== undefined) return present;
    const lane = this.#findLane();
    lane.indexCount++;
    const assignment = { lane, pending: 0, isConfirmed: false };
    this.#assignments.set(index, assignment);
    return assignment;
  }

  #findLane(): WriterLane<S> {
    const [first, ...others] = this.#lanes;
    const best = others.reduce(
      (least, lane) => (least !== undefined && lane.indexCount < least.indexCount ? lane : least),
      first,
    );
    const isBusy = best === undefined || best.indexCount > 0;
    if (!isBusy || (best !== undefined && this.#lanes.length >= this.#limits.max)) return best;
    const slot = this.#createSlot();
    const lane = { slot, slots: new Slots([slot], this.#limits.waiting, "writes"), indexCount: 0 };
    this.#lanes.push(lane);
    return lane;
  }

  #release(index: string, assignment: Assignment<S>): void {
    if (assignment.pending > 0 || this.#assignments.get(index) !== assignment) return;
    this.#assignments.delete(index);
    assignment.lane.indexCount--;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof TermwiseError && error.code === "NOT_FOUND";
}
