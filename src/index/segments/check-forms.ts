/** Checks the surface forms of a segment against the tokens of its documents. */

import { decodeText } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { sortByBytes } from "../encoding/sort-by-bytes.ts";
import { computeFormSignature, iterateDistinctForms } from "../files/forms-builder.ts";
import { FORMS_PER_GROUP } from "../files/forms-file.ts";
import type { Segment } from "./segment.ts";

/**
 * Fails with `CORRUPT_INDEX` unless the file has the forms of the tokens, in order, with their
 * counts and signatures.
 */
export async function checkForms(segment: Segment): Promise<void> {
  const file = await segment.forms();
  const name = segment.record.files.forms?.name ?? "";
  if (file === undefined) return;
  const expected = await countTokenForms(segment);
  const signatures = file.readSignatures();
  for (let group = 0; group < file.largestCounts.length; group++) {
    const first = group * FORMS_PER_GROUP;
    const { bytes, starts, numbers } = file.group(group);
    let largest = 0;
    for (let i = 0; i < file.groupSize(group); i++) {
      const [form, count] = expected.next().value ?? [];
      const isForm = decodeText(bytes.slice(starts[i], starts[i + 1])) === form;
      if (!isForm || form === undefined || numbers[i] !== count) {
        throw corrupt(name, 0, `form ${first + i} differs from the tokens`);
      }
      if (signatures[first + i] !== computeFormSignature(form)) {
        throw corrupt(name, 0, `form ${first + i} does not have its signature`);
      }
      largest = Math.max(largest, count);
    }
    if (largest !== file.largestCounts[group]) {
      throw corrupt(name, 0, `the largest count of the forms from ${first} on is wrong`);
    }
  }
  if (expected.next().done !== true) throw corrupt(name, 0, "forms of the tokens are missing");
}

/** The distinct forms in the documents of a segment, with their counts. */
export async function countTokenForms(
  segment: Segment,
): Promise<Generator<[form: string, count: number]>> {
  const forward = await segment.readForward();
  const counts = new Uint32Array(forward.formCount);
  for (const tokens of forward.allTokens()) {
    for (const form of tokens) counts[form] = (counts[form] as number) + 1;
  }
  const forms = Array.from(forward.allForms(), ({ form }) => decodeText(form));
  const sorted = sortByBytes(forms).filter((form) => (counts[form] as number) > 0);
  return iterateDistinctForms(forms, sorted, counts);
}
