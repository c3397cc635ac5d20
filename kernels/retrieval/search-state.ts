/** How the steps of a search read its state, which layout.mjs declares. */

import { ListState, SearchState } from "./layout.generated";

/** The list at a place of `search.lists`. */
export function listAt(search: SearchState, place: u32): ListState {
  return changetype<ListState>(<usize>load<u32>(search.lists + ((<usize>place) << 2)));
}

/** The score in an accumulator, an upper bound; the low half holds marks. */
export function scoreIn(accumulator: i64): i32 {
  return <i32>(accumulator >> 32);
}
