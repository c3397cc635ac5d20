/** An index of forty short texts with positions, for tests of rankers under test. */

import { Random } from "../../common/random.ts";
import { IndexSnapshot, IndexWriter } from "../../index/index.ts";
import { Searcher } from "../../ranking/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { type Analyzer, openAnalyzer } from "../../text/index.ts";

export interface SmallIndex {
  readonly snapshot: IndexSnapshot;
  readonly searcher: Searcher;
  readonly analyzer: Analyzer;
}

const WORDS = (
  "wings wing flow flows heat the of pressure shock body bodies theory layer boundary plates " +
  "speed sound jet nozzle tunnel model rocket drag lift angle stall surface skin gas air cooling"
).split(" ");

/** Every text has 5 to 30 words; early words of the list are frequent, late ones rare. */
export async function createSmallIndex(): Promise<SmallIndex> {
  const random = new Random(11);
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { analysis: {}, positions: true });
  for (let i = 0; i < 40; i++) {
    const words = Array.from({ length: 5 + random.below(26) }, () => {
      const rank = Math.floor(WORDS.length * random.uniform() ** 2);
      return WORDS[rank] as string;
    });
    await writer.add({ id: `d${i}`, text: words.join(" ") });
  }
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  return { snapshot, analyzer, searcher: new Searcher(snapshot, { analyzer }) };
}
