/** Accessors of the state of a search, which layout.mjs declares. */

import { ListState, SearchState } from "./layout.generated";

/** The list at an index of `search.lists`. */
export function listAt(search: SearchState, position: u32): ListState {
  return changetype<ListState>(<usize>load<u32>(search.lists + ((<usize>position) << 2)));
}

/** The score in an accumulator, an upper bound; the low half holds tags. */
export function scoreIn(accumulator: i64): i32 {
  return <i32>(accumulator >> 32);
}
