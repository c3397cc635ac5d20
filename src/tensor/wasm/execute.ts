/**
 * Executes a step: runs recorded instructions on one thread or several.
 *
 * All threads read the same list. The tasks of an instruction are handed out one by
 * one; a thread that gets none continues with the next instruction, up to the next
 * barrier, where all wait until the last task before it is done. An instruction may
 * have followers: the thread that runs a task of it also runs the same task of each
 * follower. Every output value belongs to one task, so the result does not depend on
 * which thread runs which task.
 */

/** A compiled kernel: (arguments, first task, past the last task, scratch). */
export type WasmKernel = (args: number, from: number, to: number, scratch: number) => void;

/** A step in memory. Addresses are in bytes. */
export interface Recording {
  /** Instructions of five words: kernel, arguments, tasks, tasks handed out, followers. */
  readonly program: number;
  readonly instructions: number;
  readonly threads: number;
  /** Scratch of the first thread; the others follow. */
  readonly scratch: number;
}

/** A special instruction: stop if one of `tasks` words at `arguments` is not zero. */
export const STOP_IF = -1;
/** A special instruction: wait until every thread is here. */
export const BARRIER = -2;
export const WORDS = 5;
/** The word of an instruction that counts its followers. */
export const FOLLOWERS = 4;
/** Scratch of each thread. */
export const SCRATCH_BYTES: number = 1 << 20;
/** Address in bytes of the words that synchronise threads. */
export const CONTROL = 64;
export const CONTROL_WORDS = 4;

const JOINED_THREADS = CONTROL / 4;
const ARRIVED: number = JOINED_THREADS + 1;
const PHASE: number = JOINED_THREADS + 2;
const ABANDONED: number = JOINED_THREADS + 3;

/** Number of checks before a thread sleeps at a barrier; a few microseconds. */
const MAX_SPINS = 4000;

/** Runs a step alone. */
export function executeAlone(
  kernels: readonly WasmKernel[],
  words: Int32Array,
  { program, instructions, scratch }: Recording,
): void {
  const end = program / 4 + instructions * WORDS;
  for (let at = program / 4; at < end; at = findNextInstruction(words, at)) {
    const kernel = words[at] as number;
    const tasks = words[at + 2] as number;
    for (let task = 0; kernel >= 0 && task < tasks; task++) {
      runTask(kernels, words, at, task, scratch);
    }
    if (kernel === STOP_IF && isAnySet(words, words[at + 1] as number, tasks)) return;
  }
}

/** Runs a step together with the other threads of the recording; every one of them calls this. */
export function executeTogether(
  kernels: readonly WasmKernel[],
  words: Int32Array,
  { program, instructions, threads, scratch }: Recording,
): void {
  const threadScratch = scratch + Atomics.add(words, JOINED_THREADS, 1) * SCRATCH_BYTES;
  const end = program / 4 + instructions * WORDS;
  let round = 0;
  try {
    for (let at = program / 4; at < end; at = findNextInstruction(words, at)) {
      const kernel = words[at] as number;
      const tasks = words[at + 2] as number;
      if (kernel === BARRIER) {
        if (!waitAtBarrier(words, threads, round++)) return;
      } else if (kernel === STOP_IF) {
        if (isAnySet(words, words[at + 1] as number, tasks)) return;
      } else {
        for (;;) {
          const task = Atomics.add(words, at + 3, 1);
          if (task >= tasks) break;
          runTask(kernels, words, at, task, threadScratch);
        }
      }
    }
  } catch (error) {
    abandon(words);
    throw error;
  }
}

/** The address of the instruction after the one at `at` and its followers. */
function findNextInstruction(words: Int32Array, at: number): number {
  return at + (1 + (words[at + FOLLOWERS] as number)) * WORDS;
}

/**
 * Runs one task of the instruction at `at` and of its followers. One call per task:
 * the platform swaps in optimised code between calls, not within one.
 */
function runTask(
  kernels: readonly WasmKernel[],
  words: Int32Array,
  at: number,
  task: number,
  scratch: number,
): void {
  for (let link = at; link < findNextInstruction(words, at); link += WORDS) {
    const kernel = kernels[words[link] as number] as WasmKernel;
    kernel(words[link + 1] as number, task, task + 1, scratch);
  }
}

/** Releases all threads that wait for a thread that has failed. */
export function abandon(words: Int32Array): void {
  Atomics.store(words, ABANDONED, 1);
  Atomics.add(words, PHASE, 1);
  Atomics.notify(words, PHASE);
}

/** Waits until all threads are here for the `round`-th time. False when the step was abandoned. */
function waitAtBarrier(words: Int32Array, threads: number, round: number): boolean {
  if (Atomics.add(words, ARRIVED, 1) + 1 === threads * (round + 1)) {
    Atomics.store(words, PHASE, round + 1);
    Atomics.notify(words, PHASE);
  }
  for (let spins = 0; Atomics.load(words, PHASE) <= round; spins++) {
    if (spins >= MAX_SPINS) Atomics.wait(words, PHASE, round, 1000);
    if (Atomics.load(words, ABANDONED) !== 0) return false;
  }
  return Atomics.load(words, ABANDONED) === 0;
}

function isAnySet(words: Int32Array, address: number, count: number): boolean {
  return words.subarray(address / 4, address / 4 + count).some((word) => word !== 0);
}
