/**
 * A random workload of an index, determined by a seed: additions, replacements, deletions, merges,
 * reorderings and re-openings between commits, and the state after each of them by a plain model.
 * The second workload of the fault suites, beside the fixed one of workload.ts.
 */

import { Random } from "../../src/common/random.ts";
import { IndexWriter } from "../../src/index/index-writer.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { OPTIONS, type State } from "./workload.ts";

type Step =
  | { readonly does: "put"; readonly id: string; readonly text: string }
  | { readonly does: "delete"; readonly id: string }
  | { readonly does: "merge" | "reorder" | "reopen" | "commit" };

/** The steps, and the contents of the index after 0, 1, 2, … commits. */
export interface RandomWorkload {
  readonly steps: readonly Step[];
  readonly states: readonly State[];
}

/** The workload of a seed. */
export function createRandomWorkload(seed: number): RandomWorkload {
  const random = new Random(seed);
  const steps: Step[] = [];
  const states: State[] = [{}];
  const state: State = {};
  const commits = 3 + random.below(4);
  for (let commit = 0; commit < commits; commit++) {
    for (let changes = 1 + random.below(5); changes > 0; changes--) {
      const id = `d${random.below(8)}`;
      if (id in state && random.below(3) === 0) {
        delete state[id];
        steps.push({ does: "delete", id });
      } else {
        const text = Array.from({ length: 1 + random.below(4) }, () => `w${random.below(9)}`);
        state[id] = text.join(" ");
        steps.push({ does: "put", id, text: state[id] });
      }
    }
    const also = random.below(6);
    if (also === 0) steps.push({ does: "merge" });
    if (also === 1) steps.push({ does: "reorder" });
    steps.push({ does: "commit" });
    if (also === 2) steps.push({ does: "reopen" });
    states.push({ ...state });
  }
  return { steps, states };
}

/** Runs it in a directory; `acknowledge` is called after each commit has returned. */
export async function runRandomWorkload(
  { steps }: RandomWorkload,
  directory: Directory,
  acknowledge: (commits: number) => void,
): Promise<void> {
  let writer = await IndexWriter.open(directory, OPTIONS);
  let commits = 0;
  for (const step of steps) {
    if (step.does === "put") await writer.update({ id: step.id, text: step.text });
    else if (step.does === "delete") await writer.delete(step.id);
    else if (step.does === "merge") await writer.merge();
    else if (step.does === "reorder") await writer.reorder();
    else if (step.does === "commit") {
      await writer.commit();
      acknowledge(++commits);
    } else {
      await writer.close();
      writer = await IndexWriter.open(directory, OPTIONS);
    }
  }
  await writer.close();
}
