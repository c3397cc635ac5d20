/** Adam (Kingma and Ba, ICLR 2015) on one small vector of parameters. */

const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8];

export class Adam {
  readonly #rate: number;
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  #steps = 0;

  constructor(parameterCount: number, rate: number) {
    this.#rate = rate;
    this.#first = new Float64Array(parameterCount);
    this.#second = new Float64Array(parameterCount);
  }

  /** How far each parameter is to move. */
  step(gradient: ArrayLike<number>): Float64Array {
    const [first, second] = [this.#first, this.#second];
    const moves = new Float64Array(first.length);
    this.#steps++;
    const firstScale = 1 - BETA1 ** this.#steps;
    const secondScale = 1 - BETA2 ** this.#steps;
    for (let i = 0; i < moves.length; i++) {
      const slope = gradient[i] as number;
      const mean = BETA1 * (first[i] as number) + (1 - BETA1) * slope;
      const square = BETA2 * (second[i] as number) + (1 - BETA2) * slope * slope;
      first[i] = mean;
      second[i] = square;
      moves[i] = (-this.#rate * mean) / firstScale / (Math.sqrt(square / secondScale) + EPSILON);
    }
    return moves;
  }
}
