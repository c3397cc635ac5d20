/**
 * Trains fastText vectors on a text.
 *
 * By default on the calling thread, where the same text, settings and seed give the
 * same bytes. With more threads all of them change the same rows without locks
 * (Recht et al., "Hogwild!", 2011), as the reference does: results vary a little
 * from run to run. The text is divided into parts by its length alone; each has its
 * own random numbers and its own range of learning rates.
 */

import { canShareMemory } from "../common/bytes/index.ts";
import { badArgument, type TermwiseError } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { openWorkerPool, type ThreadModule } from "../common/threads/index.ts";
import { checkSettings, FASTTEXT_DEFAULTS, type FastTextSettings } from "./fasttext-settings.ts";
import {
  type SkipGramLoss,
  type SkipGramPart,
  type SkipGramState,
  trainPart,
} from "./skip-gram.ts";
import { createSkipGramState } from "./skip-gram-state.ts";
import { SubwordVectors } from "./subword-vectors.ts";
import { readTrainingText } from "./training-text.ts";

/** How fastText vectors are trained. */
export interface FastTextTrainingOptions extends Partial<FastTextSettings> {
  seed?: number;
  /** Above 1, training runs on as many other threads, and the bytes vary. */
  threads?: number;
  progress?: Progress;
}

/** A complete trained model, as `writeFastText` needs it. */
export interface FastTextModel {
  readonly settings: FastTextSettings;
  readonly vectors: SubwordVectors;
  /** Occurrences of each word in the text. */
  readonly counts: Float64Array;
  /** Tokens of the text, rare words included. */
  readonly tokenCount: number;
  /** By word, the weights that predict it from another. */
  readonly output: Float32Array;
  /** The mean loss of the last epoch. */
  readonly loss: number;
}

/** Tokens of one part: a fraction of a second, so that progress is visible. */
const PART_TOKENS = 1 << 15;

/** Learns vectors from lines of words. `BAD_ARGUMENT` if no word is frequent enough. */
export async function trainFastText(
  lines: AsyncIterable<Iterable<string>> | Iterable<Iterable<string>>,
  { seed = 1, threads = 1, progress = silent, ...overrides }: FastTextTrainingOptions = {},
): Promise<FastTextModel> {
  const settings = { ...FASTTEXT_DEFAULTS, ...overrides };
  checkSettings(settings);
  if (!Number.isInteger(threads) || threads < 1) {
    throw badArgument(`threads must be a whole number ≥ 1, got ${threads}`);
  }
  const text = await readTrainingText(lines, settings.minCount);
  const state = createSkipGramState(text, settings, seed);
  const loss = await runParts(state, settings, threads, progress);
  const { dimension, ngrams } = settings;
  return {
    settings,
    vectors: new SubwordVectors(text.words, dimension, state.input, ngrams),
    counts: text.counts,
    tokenCount: text.tokenCount,
    output: state.output,
    loss,
  };
}

async function runParts(
  state: SkipGramState,
  { epochs, rate }: FastTextSettings,
  threads: number,
  progress: Progress,
): Promise<number> {
  const parts = splitParts(state, epochs, rate);
  const labels = { task: "training vectors", unit: "words", total: epochs * state.tokens.length };
  const lastEpoch = { loss: 0, pairs: 0 };
  let next = 0;
  let done = 0;
  const run = await createRunner(state, threads);
  const lane = async (): Promise<void> => {
    while (next < parts.length) {
      const at = next++;
      const part = parts[at] as SkipGramPart;
      const { loss, pairs } = await run(part);
      const mean = loss / Math.max(1, pairs);
      if (Number.isNaN(mean)) throw createDivergenceError(rate);
      done += part.to - part.from;
      progress({ ...labels, done, note: `loss ${mean.toFixed(3)}` });
      if (at < parts.length - parts.length / epochs) continue;
      lastEpoch.loss += loss;
      lastEpoch.pairs += pairs;
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, lane));
  } finally {
    await run.close();
  }
  progress({ ...labels, done, finished: true });
  return lastEpoch.loss / Math.max(1, lastEpoch.pairs);
}

function createDivergenceError(rate: number): TermwiseError {
  return badArgument(`training left the range of numbers: the rate ${rate} is too high`, { rate });
}

const TRAINING_THREADS: ThreadModule = {
  load: () => import("./skip-gram-worker.ts"),
  worker: () =>
    new Worker(new URL("./skip-gram-worker-thread.js", import.meta.url), { type: "module" }),
  file: "./skip-gram-worker-thread.js",
  base: import.meta.url,
};

interface PartRunner {
  (part: SkipGramPart): Promise<SkipGramLoss>;
  close(): Promise<void>;
}

async function createRunner(state: SkipGramState, threads: number): Promise<PartRunner> {
  if (threads === 1 || !canShareMemory()) {
    const run = async (part: SkipGramPart): Promise<SkipGramLoss> => trainPart(state, part);
    return Object.assign(run, { close: async () => {} });
  }
  const pool = await openWorkerPool(TRAINING_THREADS, threads);
  const run = (part: SkipGramPart): Promise<SkipGramLoss> => pool.run("train", { state, part });
  return Object.assign(run, { close: () => pool.close() });
}

/** The work of all epochs, in parts that end with a line. */
function splitParts(
  { tokens, lineEnd }: SkipGramState,
  epochs: number,
  rate: number,
): SkipGramPart[] {
  const parts: SkipGramPart[] = [];
  const rateAt = (epoch: number, position: number): number =>
    rate * (1 - (epoch + position / tokens.length) / epochs);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let from = 0; from < tokens.length; ) {
      const end = tokens.indexOf(lineEnd, Math.min(from + PART_TOKENS, tokens.length) - 1);
      const to = end < 0 ? tokens.length : end + 1;
      parts.push({
        name: `${epoch}/${from}`,
        from,
        to,
        rates: [rateAt(epoch, from), rateAt(epoch, to)],
      });
      from = to;
    }
  }
  return parts;
}
