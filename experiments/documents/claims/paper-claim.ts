/** The type of a claim. */

/** One claim. */
export interface PaperClaim {
  readonly id: string;
  /** One sentence that can hold or fail. */
  readonly claim: string;
  /** The value that its document reports. */
  readonly paper: string;
  /** The experiment with the findings; absent if there is none. */
  readonly experiment?: string;
  /** A worked example: it demonstrates something once, whatever the collection and the size. */
  readonly isExample?: true;
  /** A finding without an interval shows nothing. */
  readonly needsInterval?: true;
  /** A model on which the learned values have hardly any effect: its findings show nothing. */
  readonly modelWithoutEffect?: string;
  /** Why it is not testable here, or a note on the findings. */
  readonly note?: string;
}

/** A document with its claims. */
export interface DocumentClaims {
  readonly document: string;
  readonly claims: readonly PaperClaim[];
}
