/** What a score, or a loss made of scores, gains per unit of everything that may be learned. */
export class ScoreGradient {
  /** By term number. */
  readonly weights: Float64Array;
  /** By the place of the model's parameter. */
  readonly parameters: Float64Array;

  constructor(termCount: number, parameterCount: number) {
    this.weights = new Float64Array(termCount);
    this.parameters = new Float64Array(parameterCount);
  }

  clear(): void {
    this.weights.fill(0);
    this.parameters.fill(0);
  }
}
