/**
 * The inside of a step: runs recorded instructions on one thread or several.
 *
 * All threads walk through the same list. The tasks of an instruction are
 * handed out one by one; a thread that gets none goes on to the next, up to
 * the next meeting, where all wait until the last task before it is done.
 * Since every output value belongs to one task, who does which does not
 * matter for the result.
 */

/** A compiled kernel: (arguments, first task, past the last task, scratch). */
export type Kernel = (args: number, from: number, to: number, scratch: number) => void;

/** A step as it lies in memory. Addresses are in bytes. */
export interface Recording {
  /** Instructions of four words: kernel, arguments, tasks, tasks handed out. */
  readonly program: number;
  readonly instructions: number;
  readonly threads: number;
  /** Scratch of the first thread; the others follow. */
  readonly scratch: number;
}

/** In place of a kernel: stop if one of `tasks` words at `arguments` is not zero. */
export const STOP_IF = -1;
/** In place of a kernel: wait until every thread is here. */
export const MEET = -2;
export const WORDS = 4;
/** Scratch of each thread. */
export const SCRATCH_BYTES: number = 1 << 20;
/** Where the words that threads meet at lie, in bytes. */
export const CONTROL = 64;
export const CONTROL_WORDS = 4;

const JOINED = CONTROL / 4;
const ARRIVED: number = JOINED + 1;
const PHASE: number = JOINED + 2;
const ABANDONED: number = JOINED + 3;

/** How often to look before going to sleep at a barrier; a few microseconds. */
const LOOKS = 4000;

/** Runs a step alone. */
export function executeAlone(
  kernels: readonly Kernel[],
  words: Int32Array,
  { program, instructions, scratch }: Recording,
): void {
  for (let i = 0; i < instructions; i++) {
    const at = program / 4 + i * WORDS;
    const kernel = words[at] as number;
    const args = words[at + 1] as number;
    const tasks = words[at + 2] as number;
    // One call a task: the platform swaps in its optimised code between calls, not within one.
    for (let task = 0; kernel >= 0 && task < tasks; task++) {
      (kernels[kernel] as Kernel)(args, task, task + 1, scratch);
    }
    if (kernel === STOP_IF && anySet(words, args, tasks)) return;
  }
}

/** Runs a step together with the other threads of the recording; every one of them calls this. */
export function executeTogether(
  kernels: readonly Kernel[],
  words: Int32Array,
  { program, instructions, threads, scratch }: Recording,
): void {
  const own = scratch + Atomics.add(words, JOINED, 1) * SCRATCH_BYTES;
  let round = 0;
  try {
    for (let i = 0; i < instructions; i++) {
      const at = program / 4 + i * WORDS;
      const kernel = words[at] as number;
      const args = words[at + 1] as number;
      const tasks = words[at + 2] as number;
      if (kernel === MEET) {
        if (!meet(words, threads, round++)) return;
      } else if (kernel === STOP_IF) {
        if (anySet(words, args, tasks)) return;
      } else {
        for (;;) {
          const task = Atomics.add(words, at + 3, 1);
          if (task >= tasks) break;
          (kernels[kernel] as Kernel)(args, task, task + 1, own);
        }
      }
    }
  } catch (error) {
    abandon(words);
    throw error;
  }
}

/** Lets go everybody who waits for a thread that will not come. */
export function abandon(words: Int32Array): void {
  Atomics.store(words, ABANDONED, 1);
  Atomics.add(words, PHASE, 1);
  Atomics.notify(words, PHASE);
}

/** Waits until all threads are here for the `round`-th time. False when the step was abandoned. */
function meet(words: Int32Array, threads: number, round: number): boolean {
  if (Atomics.add(words, ARRIVED, 1) + 1 === threads * (round + 1)) {
    Atomics.store(words, PHASE, round + 1);
    Atomics.notify(words, PHASE);
  }
  for (let looks = 0; Atomics.load(words, PHASE) <= round; looks++) {
    if (looks >= LOOKS) Atomics.wait(words, PHASE, round, 1000);
    if (Atomics.load(words, ABANDONED) !== 0) return false;
  }
  return Atomics.load(words, ABANDONED) === 0;
}

function anySet(words: Int32Array, address: number, count: number): boolean {
  return words.subarray(address / 4, address / 4 + count).some((word) => word !== 0);
}
