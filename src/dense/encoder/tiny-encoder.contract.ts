/** An encoder that a person can check by hand: each word it knows points somewhere, and a text to the sum. */

import type { VectorEncoder } from "./vector-encoder.ts";

/** Words that mean the same point the same way. */
export const DIRECTIONS: Readonly<Record<string, readonly [number, number, number]>> = {
  car: [1, 0, 0],
  automobile: [1, 0, 0],
  engine: [1, 1, 0],
  egg: [0, 1, 0],
  omelette: [0, 1, 0],
  moon: [0, 0, 1],
};

/** The direction of a text; a text without a known word points between all. */
export function computeDirection(text: string): number[] {
  const sum = [0.01, 0.01, 0.01];
  for (const word of text.toLowerCase().split(/\W+/)) {
    const vector = Object.hasOwn(DIRECTIONS, word) ? DIRECTIONS[word] : undefined;
    for (const [i, value] of (vector ?? []).entries()) sum[i] = (sum[i] as number) + value;
  }
  return sum;
}

/** Counts the texts that it was given. */
export class TinyEncoder implements VectorEncoder {
  readonly name: string;
  readonly dimensions: number = 3;
  texts: string[] = [];

  constructor(name = "tiny") {
    this.name = name;
  }

  async query(text: string): Promise<number[]> {
    return computeDirection(text);
  }

  async documents(texts: readonly string[]): Promise<number[][]> {
    this.texts.push(...texts);
    return texts.map(computeDirection);
  }
}
