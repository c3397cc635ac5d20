import { expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { IndexWriter } from "../../index/index.ts";
import { resolveFields } from "../../index/schema/index.ts";
import { IndexSnapshot, MultiFieldView } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { ranker } from "../naming/ranker-name.ts";
import { documentAtATime } from "../traversal/document-at-a-time.ts";
import { BlockMaxSearch } from "./block-max-search.ts";
import { shareIndex } from "./shared-index.ts";

const WORDS = Array.from({ length: 16 }, (_, i) => `w${i}`);

/**
 * Words occur up to 40 times in both fields of some documents: more than tags or
 * rows of tables distinguish.
 */
test("words with high frequencies in several fields are bounded exactly enough, for any number of words", async () => {
  const random = new Random(11);
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, {
    analysis: { stemmer: "none", stopWords: "none" },
    durability: "none",
    fields: { title: { weight: 2 }, body: {} },
  });
  const text = (maxWords: number): string =>
    WORDS.map((word) => `${word} `.repeat(random.below(3) === 0 ? random.below(maxWords) : 0)).join(
      "",
    );
  const allWords = WORDS.map((word) => `${word} `.repeat(20)).join("");
  for (let i = 0; i < 2500; i++) {
    const fields =
      i % 250 === 7
        ? { title: allWords, body: allWords }
        : { title: text(i % 5 === 0 ? 40 : 3), body: text(i % 4 === 0 ? 40 : 5) };
    await writer.add({ id: `d${i}`, fields });
  }
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const { schema } = snapshot.settings;
  if (schema === undefined) throw new Error("no schema");
  const view = new MultiFieldView(snapshot, resolveFields(schema));
  const kernels = new BlockMaxSearch(shareIndex(view), view);
  for (const name of ["bm25f", "bm25f(k1=0.2)", "bm25f(k1=8,b=1)"]) {
    for (let count = 1; count <= WORDS.length; count++) {
      const prepared = await ranker(name).prepare(view, WORDS.slice(0, count));
      for (const top of [1, 10, 100]) {
        const hits = kernels.search(prepared, { top });
        const plain = documentAtATime(view, prepared, { top });
        expect(hits?.documents, `${name} ${count} ${top}`).toEqual(plain.documents);
        expect(hits?.scores).toEqual(plain.scores);
      }
    }
  }
  await snapshot.close();
}, 120_000);
