/**
 * The gradient of a score, or of a loss over scores, in everything it depends on. A batch touches
 * few of all terms, and only these are tracked.
 */
export class ScoreGradient {
  /** By term number. */
  readonly weights: Float64Array;
  /** By the position of the model's parameter. */
  readonly parameters: Float64Array;
  /** In the length of the whole collection, which depends on all weights. */
  totalLength = 0;
  readonly #touchedTerms: number[] = [];
  readonly #isTouched: Uint8Array;

  constructor(termCount: number, parameterCount: number) {
    this.weights = new Float64Array(termCount);
    this.parameters = new Float64Array(parameterCount);
    this.#isTouched = new Uint8Array(termCount);
  }

  /** Terms whose weight has a derivative of its own. */
  get terms(): readonly number[] {
    return this.#touchedTerms;
  }

  add(term: number, slope: number): void {
    if (this.#isTouched[term] === 0) {
      this.#isTouched[term] = 1;
      this.#touchedTerms.push(term);
    }
    this.weights[term] = (this.weights[term] as number) + slope;
  }

  clear(): void {
    for (const term of this.#touchedTerms) {
      this.weights[term] = 0;
      this.#isTouched[term] = 0;
    }
    this.#touchedTerms.length = 0;
    this.parameters.fill(0);
    this.totalLength = 0;
  }
}
