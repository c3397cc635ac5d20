/**
 * The part of Vitest that contracts use, inside a page: its own `expect`, and tests that are
 * collected and run one after another.
 */

import { JestAsymmetricMatchers, JestChaiExpect, JestExtend, setState } from "@vitest/expect";
import * as chai from "chai";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

/** The `expect` of Vitest. */
export const expect: typeof chai.expect = chai.expect;
setState({ assertionCalls: 0 }, expect as never);

type Body = (input?: unknown) => Promise<void>;
const pendingTests: { name: string; body: () => Promise<void> }[] = [];

export function describe(_name: string, body: () => void): void {
  body();
}

export const test: { (name: string, body: Body): void; each: typeof each } = Object.assign(
  (name: string, body: Body): void => void pendingTests.push({ name, body }),
  { each },
);

function each(inputs: readonly unknown[]): (name: string, body: Body) => void {
  return (name, body) => {
    for (const input of inputs) {
      pendingTests.push({ name: `${name} ${JSON.stringify(input)}`, body: () => body(input) });
    }
  };
}

/** Runs the collected tests: their names, with their errors. */
export async function runPendingTests(): Promise<{ name: string; failure?: string }[]> {
  const outcomes: { name: string; failure?: string }[] = [];
  for (const { name, body } of pendingTests.splice(0)) {
    try {
      await body();
      outcomes.push({ name });
    } catch (error) {
      outcomes.push({ name, failure: String(error) });
    }
  }
  return outcomes;
}
