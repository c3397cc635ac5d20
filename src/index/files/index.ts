/** The files of a segment that other modules read. */

export type { TermEntry } from "./dictionary.ts";
export {
  computeLetterBits,
  FormsBuilder,
  LETTER_MASK,
  MAX_SIGNATURE_LENGTH,
  readSignatureLength,
} from "./forms-builder.ts";
export { FORMS_PER_GROUP, FormsFile } from "./forms-file.ts";
export type { Forward } from "./forward.ts";
export { impactFrequency } from "./impacts.ts";
export { BlockImpacts } from "./impacts-writer.ts";
export type { PostingArrays } from "./postings.ts";
