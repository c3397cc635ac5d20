/**
 * Approximate search in a hierarchical graph of near vectors (Malkov and
 * Yashunin, "Efficient and robust approximate nearest neighbor search using
 * hierarchical navigable small world graphs", TPAMI 2020): the insertion of a
 * row and the walk of a query. Algorithm 4 of the paper chooses neighbours,
 * without its two extensions.
 *
 * A key is the similarity of a row, as whole numbers that grow with it, above
 * the row's number taken from 2^32 - 1: the larger key is the nearer row and, of equal ones,
 * the first. All arithmetic is exact or of single IEEE operations, so that every machine builds
 * the same graph.
 *
 * A list is its length and then the numbers of rows, 32 bits each. On the ground level every row has a
 * list, with room for `2 m` rows; a row of level 3 has three more, for `m` rows each, side by side.
 */

import { dotProduct, total } from "./dot-products";
import { pop, push, replaceLeast } from "./heap";

/** Bytes of a cache line: one load of each brings a row near before it is read. */
const LINE: usize = 64;

let rows: usize = 0;
let length: u32 = 0;
let scales: usize = 0;
let query: usize = 0;
let m: u32 = 0;
let ground: usize = 0;
let upper: usize = 0;
/** By row, how many upper lists come before those of the row. */
let upperPlaces: usize = 0;
/** By row, the number of the last search that has seen it, modulo 255, from 1 on. */
let seen: usize = 0;
let count: u32 = 0;
/** Heaps: the rows still to be followed, farthest last, and the nearest found so far, farthest first. */
let candidates: usize = 0;
let found: usize = 0;
/** Room for keys, best first, and for the rows of one list. */
let sorted: usize = 0;
let fresh: usize = 0;
let chosen: usize = 0;

let searches: u32 = 0;
let touched: u32 = 0;

/** Says where everything is; addresses are multiples of 16. `seen` must be zeros. */
export function place(
  rowsAt: usize,
  rowLength: u32,
  rowCount: u32,
  scalesAt: usize,
  queryAt: usize,
  degree: u32,
  groundAt: usize,
  upperAt: usize,
  upperPlacesAt: usize,
  seenAt: usize,
  candidatesAt: usize,
  foundAt: usize,
  sortedAt: usize,
  listsAt: usize,
): void {
  rows = rowsAt;
  length = rowLength;
  count = rowCount;
  scales = scalesAt;
  query = queryAt;
  m = degree;
  ground = groundAt;
  upper = upperAt;
  upperPlaces = upperPlacesAt;
  seen = seenAt;
  candidates = candidatesAt;
  found = foundAt;
  sorted = sortedAt;
  fresh = listsAt;
  chosen = listsAt + 16 * (<usize>m + 1);
  searches = 0;
}

/**
 * Walks from `entry`, a row of level `top`, to the `ef` rows nearest to the query. Where `allowed` is not 0, it
 * is a bit per row, and only rows whose bit is set are found; the walk goes through all. Returns how many were found; their
 * numbers are written to `out`, nearest first.
 */
export function search(entry: u32, top: u32, ef: u32, allowed: usize, out: usize): u32 {
  let nearest = keyOf(entry);
  for (let level = top; level > 0; level--) nearest = descend(nearest, level);
  const size = searchLevel(nearest, ef, 0, allowed);
  for (let at = size; at > 0; at--) {
    store<u32>(out + ((<usize>(at - 1)) << 2), rowOf(pop(found, at)));
  }
  return size;
}

/** Links a row, whose lists are empty, to rows that were inserted before, from `entry` of level `top` on. */
export function insert(row: u32, level: u32, entry: u32, top: u32, ef: u32): void {
  writeQuery(rows + <usize>row * length);
  let nearest = keyOf(entry);
  for (let above = top; above > level; above--) nearest = descend(nearest, above);
  for (let at = <i32>min(level, top); at >= 0; at--) {
    const size = searchLevel(nearest, ef, at, 0);
    for (let rank = size; rank > 0; rank--) {
      store<u64>(sorted + ((<usize>(rank - 1)) << 3), pop(found, rank));
    }
    nearest = load<u64>(sorted);
    const degree = choose(row, size, m);
    const list = listOf(row, at);
    store<u32>(list, degree);
    memory.copy(list + 4, chosen, (<usize>degree) << 2);
    for (let i: u32 = 0; i < degree; i++) link(load<u32>(list + 4 + ((<usize>i) << 2)), row, at);
  }
}

/** The address of a row's list on a level. */
function listOf(row: u32, level: u32): usize {
  if (level === 0) return ground + ((<usize>row * (2 * m + 1)) << 2);
  const lists = load<u32>(upperPlaces + ((<usize>row) << 2)) + level - 1;
  return upper + ((<usize>lists * (m + 1)) << 2);
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function rowOf(key: u64): u32 {
  return ~(<u32>key);
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function scaleOf(row: u32): f32 {
  return load<f32>(scales + ((<usize>row) << 2));
}

/** The key of a row with this similarity. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function keyWith(similarity: f32, row: u32): u64 {
  const bits = reinterpret<u32>(similarity);
  const ordered = bits ^ (<u32>(<i32>bits >> 31) | 0x80000000);
  return ((<u64>ordered) << 32) | <u64>~row;
}

/** The similarity that a key was made with. */
function similarityOf(key: u64): f32 {
  const ordered = <u32>(key >> 32);
  return reinterpret<f32>(ordered ^ (<u32>~(<i32>ordered >> 31) | 0x80000000));
}

/** The key of a row beside the query. */
function keyOf(row: u32): u64 {
  const dot = dotProduct(query, rows + <usize>row * length, length);
  return keyWith(<f32>dot * scaleOf(row), row);
}

/** Follows ever nearer neighbours on a level; returns the key where none is nearer. */
function descend(from: u64, level: u32): u64 {
  let best = from;
  let before: u64 = 0;
  while (best !== before) {
    before = best;
    const list = listOf(rowOf(best), level);
    const end = list + ((<usize>load<u32>(list)) << 2);
    for (let at = list; at < end; at += 4) best = max(best, keyOf(load<u32>(at, 4)));
  }
  return best;
}

/** Algorithm 2 of the paper: leaves the keys of the nearest rows in the heap `found` and returns how many there are. */
function searchLevel(first: u64, ef: u32, level: u32, allowed: usize): u32 {
  const mark = nextMark();
  let waiting: u32 = 1;
  let size: u32 = 0;
  store<u64>(candidates, ~first);
  store<u8>(seen + rowOf(first), mark);
  if (isAllowed(allowed, rowOf(first))) store<u64>(found, first), size++;
  while (waiting > 0) {
    const nearest = ~load<u64>(candidates);
    if (size >= ef && nearest < load<u64>(found)) break;
    pop(candidates, waiting--);
    const unseen = freshNeighbours(listOf(rowOf(nearest), level), mark);
    for (let i: u32 = 0; i < unseen; i++) {
      const row = load<u32>(fresh + ((<usize>i) << 2));
      const key = keyOf(row);
      const isFull = size >= ef;
      if (isFull && key <= load<u64>(found)) continue;
      push(candidates, waiting++, ~key);
      if (!isAllowed(allowed, row)) continue;
      if (isFull) replaceLeast(found, size, key);
      else push(found, size++, key);
    }
  }
  return size;
}

/** A mark that no row has. */
function nextMark(): u8 {
  searches++;
  if (searches > 255) {
    memory.fill(seen, 0, count);
    searches = 1;
  }
  return <u8>searches;
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function isAllowed(allowed: usize, row: u32): bool {
  return allowed === 0 || ((load<u8>(allowed + (row >> 3)) >> <u8>(row & 7)) & 1) !== 0;
}

/**
 * Writes the rows of a list that have not this mark to `fresh`, marks them, and returns how many there are. A byte of
 * every cache line of theirs is loaded, all at once, which takes hardly longer than waiting for one.
 */
function freshNeighbours(list: usize, mark: u8): u32 {
  const end = list + ((<usize>load<u32>(list)) << 2);
  let out = fresh;
  for (let at = list; at < end; at += 4) {
    const row = load<u32>(at, 4);
    store<u32>(out, row);
    out += (<usize>(load<u8>(seen + row) !== mark)) << 2;
    store<u8>(seen + row, mark);
  }
  let sum: u32 = 0;
  for (let at = fresh; at < out; at += 4) {
    const row = load<u32>(at);
    const start = rows + <usize>row * length;
    for (let line: usize = 0; line < length; line += LINE) sum += load<u8>(start + line);
    sum += load<u8>(scales + ((<usize>row) << 2));
  }
  touched = sum;
  return <u32>((out - fresh) >> 2);
}

/** The numbers of a row as a query. */
function writeQuery(row: usize): void {
  for (let at: usize = 0; at < length; at += 16) {
    v128.store(query + 2 * at, v128.load8x8_s(row + at));
    v128.store(query + 2 * at, v128.load8x8_s(row + at, 8), 16);
  }
}

/** The dot product of two rows. */
function rowProduct(a: usize, b: usize): i32 {
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < length; at += 16) {
    const low = i32x4.dot_i16x8_s(v128.load8x8_s(a + at), v128.load8x8_s(b + at));
    const high = i32x4.dot_i16x8_s(v128.load8x8_s(a + at, 8), v128.load8x8_s(b + at, 8));
    sum = i32x4.add(sum, i32x4.add(low, high));
  }
  return total(sum);
}

/**
 * Of the rows whose keys beside `row` are in `sorted`, best first, writes at most `most` to `chosen`: each that is nearer to
 * `row` than to all chosen before it. Returns how many there are.
 */
function choose(row: u32, size: u32, most: u32): u32 {
  const scale = scaleOf(row);
  let degree: u32 = 0;
  for (let i: u32 = 0; i < size && degree < most; i++) {
    const key = load<u64>(sorted + ((<usize>i) << 3));
    const candidate = rowOf(key);
    const codes = rows + <usize>candidate * length;
    const near = similarityOf(key) * scale;
    const scaleOfCandidate = scaleOf(candidate);
    let isNew = true;
    for (let j: u32 = 0; j < degree; j++) {
      const other = load<u32>(chosen + ((<usize>j) << 2));
      const between = <f32>rowProduct(codes, rows + <usize>other * length) * scaleOf(other);
      if (between * scaleOfCandidate > near) {
        isNew = false;
        break;
      }
    }
    if (!isNew) continue;
    store<u32>(chosen + ((<usize>degree) << 2), candidate);
    degree++;
  }
  return degree;
}

/** Adds `row` to the list of `neighbour`; where that is full, the best of all are chosen anew. */
function link(neighbour: u32, row: u32, level: u32): void {
  const list = listOf(neighbour, level);
  const size = load<u32>(list);
  const room: u32 = level === 0 ? 2 * m : m;
  if (size < room) {
    store<u32>(list + ((<usize>size) << 2), row, 4);
    store<u32>(list, size + 1);
    return;
  }
  const codes = rows + <usize>neighbour * length;
  for (let i: u32 = 0; i <= size; i++) {
    const other = i === size ? row : load<u32>(list + ((<usize>i) << 2), 4);
    const dot = rowProduct(codes, rows + <usize>other * length);
    const key = keyWith(<f32>dot * scaleOf(other), other);
    let at = sorted + ((<usize>i) << 3);
    for (; at > sorted && load<u64>(at - 8) < key; at -= 8) store<u64>(at, load<u64>(at - 8));
    store<u64>(at, key);
  }
  const degree = choose(neighbour, size + 1, room);
  store<u32>(list, degree);
  memory.copy(list + 4, chosen, (<usize>degree) << 2);
}
