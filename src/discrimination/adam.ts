/** Adam (Kingma and Ba, ICLR 2015) on one small vector of parameters. */

const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8];

export class Adam {
  readonly #parameters: Float64Array;
  readonly #rate: number;
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  #steps = 0;

  /** Changes `parameters` in place. */
  constructor(parameters: Float64Array, rate: number) {
    this.#parameters = parameters;
    this.#rate = rate;
    this.#first = new Float64Array(parameters.length);
    this.#second = new Float64Array(parameters.length);
  }

  step(gradient: Float64Array): void {
    const [first, second] = [this.#first, this.#second];
    this.#steps++;
    const firstScale = 1 - BETA1 ** this.#steps;
    const secondScale = 1 - BETA2 ** this.#steps;
    for (let i = 0; i < gradient.length; i++) {
      const slope = gradient[i] as number;
      const mean = BETA1 * (first[i] as number) + (1 - BETA1) * slope;
      const square = BETA2 * (second[i] as number) + (1 - BETA2) * slope * slope;
      first[i] = mean;
      second[i] = square;
      const step = mean / firstScale / (Math.sqrt(square / secondScale) + EPSILON);
      this.#parameters[i] = (this.#parameters[i] as number) - this.#rate * step;
    }
  }
}
