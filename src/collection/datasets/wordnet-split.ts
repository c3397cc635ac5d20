/**
 * Assigns the query of a synset to a split of *related senses*.
 *
 * A hash of the id decides, so that the split needs no list, is the same on every machine, and does
 * not change when synsets are added. The hash is 32-bit FNV-1a over the id's characters (all
 * ASCII), then the finaliser of MurmurHash3: FNV alone leaves ids that differ in their last digit
 * too close together. The hash, cut into ten equal ranges, yields 80 / 10 / 10.
 */

/** In the order in which they are listed and reported. */
export const WORDNET_SPLITS = ["train", "dev", "test"] as const;

export type WordnetSplit = (typeof WORDNET_SPLITS)[number];

/** The split of a synset, by its id alone. */
export function assignWordnetSplit(id: string): WordnetSplit {
  const tenth = Math.floor((finalise(fnv1a(id)) / 2 ** 32) * 10);
  if (tenth < 8) return "train";
  return tenth === 8 ? "dev" : "test";
}

/** 32-bit FNV-1a of an ASCII string (Fowler, Noll and Vo). */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** The last step of MurmurHash3 (Appleby), which spreads every bit over the whole word. */
export function finalise(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
