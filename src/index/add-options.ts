/** How documents are added. */

/** What to do with a document whose id is in the index already. */
export type Duplicates = "refuse" | "keep-first" | "keep-last";

/** What to do with ids that are there, and who hears of the documents that were added. */
export interface AddOptions {
  /** Default `refuse`. */
  readonly duplicates?: Duplicates;
  /** Hears now and then, and at the end, how many documents were added. */
  readonly told?: (added: number) => void;
}

/** Documents between two reports. */
export const ADDED_PER_REPORT = 256;
