/** What a claim of a document is. */

/** One claim. */
export interface PaperClaim {
  readonly id: string;
  /** In one sentence, as something that can hold or fail. */
  readonly claim: string;
  /** What its document reports. */
  readonly paper: string;
  /** The experiment whose findings speak to it; none where nothing here can. */
  readonly experiment?: string;
  /** Why it cannot be tested here, or what to know when reading the findings. */
  readonly note?: string;
}

/** A document with its claims. */
export interface DocumentClaims {
  readonly document: string;
  readonly claims: readonly PaperClaim[];
}
