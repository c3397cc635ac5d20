/** The WASM kernels that build an index. */

export { addForms, clearForms, countForms } from "./forms";
export {
  ENDS,
  FORMS,
  HASHES,
  INPUT,
  INPUT_BYTES,
  KIND_TABLE,
  KINDS,
  LENGTH_BITS,
  MAX_FORM_BYTES,
  MAX_SPANS,
  MEMORY_BYTES,
  SPANS,
} from "./memory";
export {
  FIND_EMOJI,
  JOIN_COMPOUNDS,
  SPLIT_APOSTROPHES,
  SPLIT_CONTRACTIONS,
  tokenise,
} from "./tokenise";
