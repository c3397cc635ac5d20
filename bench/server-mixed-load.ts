/**
 * Four searching clients beside one that writes ten documents at a time; every write is searched
 * for, at once and at the end.
 */

import type { ServerClient } from "./server-client.ts";
import { computePercentiles, type PathProvider, type Percentiles } from "./server-loads.ts";

const BATCH_SIZE = 10;

/** What happened, with the resident memory in megabytes at each tenth. */
export interface MixedLoadResult {
  readonly writes: number;
  readonly lost: number;
  readonly lostAtEnd: number;
  readonly errors: number;
  readonly searches: Percentiles & { readonly count: number; readonly refused: number };
  readonly megabytes: readonly number[];
}

/** Searches and writes for `minutes`. Memory is reported for each tenth. */
export async function runMixedLoad(
  client: ServerClient,
  toPath: PathProvider,
  minutes: number,
): Promise<MixedLoadResult> {
  const end = performance.now() + 60_000 * minutes;
  const memory: number[] = [];
  const sampling = setInterval(async () => {
    memory.push(Math.round((await client.residentBytes()) / 1e6));
  }, 6_000 * minutes);
  const times: number[] = [];
  let [next, writes, lost, errors, refused] = [0, 0, 0, 0, 0];
  const run = Date.now().toString(36); // documents of an earlier run may exist
  const word = (write: number): string => `written${run}x${write}`;
  const isFound = async (write: number): Promise<boolean> => {
    const { text } = await client.get(`/indexes/mix/search?q=${word(write)}`);
    return (JSON.parse(text) as { total?: number }).total === BATCH_SIZE;
  };
  const search = async (): Promise<void> => {
    while (performance.now() < end) {
      const { status, ms } = await client.get(toPath(next++));
      if (status === 200) times.push(ms);
      else if (status === 503) refused++;
      else errors++;
    }
  };
  const write = async (): Promise<void> => {
    while (performance.now() < end) {
      const batch = Array.from({ length: BATCH_SIZE }, (_, i) => ({
        id: `${word(writes)}-${i}`,
        text: `${word(writes)} text`,
      }));
      const { status } = await client.post("/indexes/mix/documents", batch);
      if (status !== 200) errors++;
      else if (!(await isFound(writes))) lost++;
      writes++;
    }
  };
  await Promise.all([search(), search(), search(), search(), write()]);
  clearInterval(sampling);
  let lostAtEnd = 0;
  for (let each = 0; each < writes; each++) if (!(await isFound(each))) lostAtEnd++;
  const searches = { count: times.length, refused, ...computePercentiles(times) };
  return { writes, lost, lostAtEnd, errors, searches, megabytes: memory };
}
