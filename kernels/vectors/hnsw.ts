/**
 * HNSW: insertion of a row and search for a query (Malkov and Yashunin,
 * "Efficient and robust approximate nearest neighbor search using hierarchical
 * navigable small world graphs", TPAMI 2020). Neighbours are selected by
 * Algorithm 4 of the paper, without its two extensions.
 *
 * A key has the similarity of a row in its upper half, as an integer that grows
 * with it, and 2^32 - 1 minus the row's number in its lower half. The larger
 * key is the nearer row and, at equal similarity, the first row. All arithmetic
 * is exact or consists of single IEEE operations, so every machine builds the
 * same graph.
 *
 * A list is its length, then the numbers of rows, 32 bits each. On level 0
 * every row has a list of up to `2 m` rows. A row of level 3 has three more
 * lists, one after the other, of up to `m` rows each.
 */

import { dotProduct, total } from "./dot-products";
import { pop, push, replaceLeast } from "./heap";

/** Bytes of a cache line: one load per line prefetches a row. */
const LINE: usize = 64;

let rows: usize = 0;
let length: u32 = 0;
let scales: usize = 0;
let query: usize = 0;
let m: u32 = 0;
let level0: usize = 0;
let upper: usize = 0;
/** By row, the number of upper lists before those of the row. */
let upperOffsets: usize = 0;
/** By row, the mark of the last search that visited it, from 1 to 255. */
let visited: usize = 0;
let count: u32 = 0;
/** Heaps: the candidates to expand, nearest first, and the results so far, farthest first. */
let candidates: usize = 0;
let results: usize = 0;
/** Buffers for keys, best first, and for the rows of one list. */
let sorted: usize = 0;
let unvisited: usize = 0;
let selected: usize = 0;

let searches: u32 = 0;
let prefetched: u32 = 0;

/** Sets all addresses, which are multiples of 16. `visited` must be zeros. */
export function setLayout(
  rowsAt: usize,
  rowLength: u32,
  rowCount: u32,
  scalesAt: usize,
  queryAt: usize,
  degree: u32,
  level0At: usize,
  upperAt: usize,
  upperOffsetsAt: usize,
  visitedAt: usize,
  candidatesAt: usize,
  resultsAt: usize,
  sortedAt: usize,
  listsAt: usize,
): void {
  rows = rowsAt;
  length = rowLength;
  count = rowCount;
  scales = scalesAt;
  query = queryAt;
  m = degree;
  level0 = level0At;
  upper = upperAt;
  upperOffsets = upperOffsetsAt;
  visited = visitedAt;
  candidates = candidatesAt;
  results = resultsAt;
  sorted = sortedAt;
  unvisited = listsAt;
  selected = listsAt + 16 * (<usize>m + 1);
  searches = 0;
}

/**
 * Searches from `entry`, a row of level `top`, for the `ef` rows nearest to the
 * query. If `allowed` is not 0, it points to one bit per row, and only rows
 * whose bit is set are returned; the others are still traversed. Writes the
 * rows to `out`, nearest first, and returns their number.
 */
export function search(entry: u32, top: u32, ef: u32, allowed: usize, out: usize): u32 {
  let nearest = computeKey(entry);
  for (let level = top; level > 0; level--) nearest = searchGreedily(nearest, level);
  const size = searchLevel(nearest, ef, 0, allowed);
  for (let at = size; at > 0; at--) {
    store<u32>(out + ((<usize>(at - 1)) << 2), toRow(pop(results, at)));
  }
  return size;
}

/** Inserts a row, whose lists are empty, into the graph of the rows before it. `entry` is a row of level `top`. */
export function insert(row: u32, level: u32, entry: u32, top: u32, ef: u32): void {
  writeQuery(rows + <usize>row * length);
  let nearest = computeKey(entry);
  for (let above = top; above > level; above--) nearest = searchGreedily(nearest, above);
  for (let at = <i32>min(level, top); at >= 0; at--) {
    const size = searchLevel(nearest, ef, at, 0);
    for (let rank = size; rank > 0; rank--) {
      store<u64>(sorted + ((<usize>(rank - 1)) << 3), pop(results, rank));
    }
    nearest = load<u64>(sorted);
    const degree = selectNeighbours(row, size, m);
    const list = listAddress(row, at);
    store<u32>(list, degree);
    memory.copy(list + 4, selected, (<usize>degree) << 2);
    for (let i: u32 = 0; i < degree; i++) link(load<u32>(list + 4 + ((<usize>i) << 2)), row, at);
  }
}

/** Address of a row's list on a level. */
function listAddress(row: u32, level: u32): usize {
  if (level === 0) return level0 + ((<usize>row * (2 * m + 1)) << 2);
  const lists = load<u32>(upperOffsets + ((<usize>row) << 2)) + level - 1;
  return upper + ((<usize>lists * (m + 1)) << 2);
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function toRow(key: u64): u32 {
  return ~(<u32>key);
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function loadScale(row: u32): f32 {
  return load<f32>(scales + ((<usize>row) << 2));
}

/** The key of a row with a similarity. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function toKey(similarity: f32, row: u32): u64 {
  const bits = reinterpret<u32>(similarity);
  const ordered = bits ^ (<u32>(<i32>bits >> 31) | 0x80000000);
  return ((<u64>ordered) << 32) | <u64>~row;
}

/** The similarity in a key. */
function toSimilarity(key: u64): f32 {
  const ordered = <u32>(key >> 32);
  return reinterpret<f32>(ordered ^ (<u32>~(<i32>ordered >> 31) | 0x80000000));
}

/** The key of a row for the query. */
function computeKey(row: u32): u64 {
  const dot = dotProduct(query, rows + <usize>row * length, length);
  return toKey(<f32>dot * loadScale(row), row);
}

/** Greedy search on a level: moves to the nearest neighbour until none is nearer. */
function searchGreedily(from: u64, level: u32): u64 {
  let best = from;
  let before: u64 = 0;
  while (best !== before) {
    before = best;
    const list = listAddress(toRow(best), level);
    const end = list + ((<usize>load<u32>(list)) << 2);
    for (let at = list; at < end; at += 4) best = max(best, computeKey(load<u32>(at, 4)));
  }
  return best;
}

/** Algorithm 2 of the paper: leaves the keys of the nearest rows in the heap `results` and returns their number. */
function searchLevel(first: u64, ef: u32, level: u32, allowed: usize): u32 {
  const mark = nextMark();
  let waiting: u32 = 1;
  let size: u32 = 0;
  store<u64>(candidates, ~first);
  store<u8>(visited + toRow(first), mark);
  if (isAllowed(allowed, toRow(first))) store<u64>(results, first), size++;
  while (waiting > 0) {
    const nearest = ~load<u64>(candidates);
    if (size >= ef && nearest < load<u64>(results)) break;
    pop(candidates, waiting--);
    const newRows = collectUnvisited(listAddress(toRow(nearest), level), mark);
    for (let i: u32 = 0; i < newRows; i++) {
      const row = load<u32>(unvisited + ((<usize>i) << 2));
      const key = computeKey(row);
      const isFull = size >= ef;
      if (isFull && key <= load<u64>(results)) continue;
      push(candidates, waiting++, ~key);
      if (!isAllowed(allowed, row)) continue;
      if (isFull) replaceLeast(results, size, key);
      else push(results, size++, key);
    }
  }
  return size;
}

/** A mark that no row has yet. */
function nextMark(): u8 {
  searches++;
  if (searches > 255) {
    memory.fill(visited, 0, count);
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
 * Writes the rows of a list without this mark to `unvisited`, marks them, and
 * returns their number. Loads one byte of each of their cache lines, so that
 * cache misses overlap.
 */
function collectUnvisited(list: usize, mark: u8): u32 {
  const end = list + ((<usize>load<u32>(list)) << 2);
  let out = unvisited;
  for (let at = list; at < end; at += 4) {
    const row = load<u32>(at, 4);
    store<u32>(out, row);
    out += (<usize>(load<u8>(visited + row) !== mark)) << 2;
    store<u8>(visited + row, mark);
  }
  let sum: u32 = 0;
  for (let at = unvisited; at < out; at += 4) {
    const row = load<u32>(at);
    const start = rows + <usize>row * length;
    for (let line: usize = 0; line < length; line += LINE) sum += load<u8>(start + line);
    sum += load<u8>(scales + ((<usize>row) << 2));
  }
  prefetched = sum;
  return <u32>((out - unvisited) >> 2);
}

/** Writes a row as the query. */
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
 * Selects at most `limit` of the rows whose keys for `row` are in `sorted`, best
 * first: each that is nearer to `row` than to all selected before it. Writes
 * them to `selected` and returns their number.
 */
function selectNeighbours(row: u32, size: u32, limit: u32): u32 {
  const scale = loadScale(row);
  let degree: u32 = 0;
  for (let i: u32 = 0; i < size && degree < limit; i++) {
    const key = load<u64>(sorted + ((<usize>i) << 3));
    const candidate = toRow(key);
    const codes = rows + <usize>candidate * length;
    const similarity = toSimilarity(key) * scale;
    const candidateScale = loadScale(candidate);
    let isDiverse = true;
    for (let j: u32 = 0; j < degree; j++) {
      const other = load<u32>(selected + ((<usize>j) << 2));
      const neighbourSimilarity = <f32>rowProduct(codes, rows + <usize>other * length) * loadScale(other);
      if (neighbourSimilarity * candidateScale > similarity) {
        isDiverse = false;
        break;
      }
    }
    if (!isDiverse) continue;
    store<u32>(selected + ((<usize>degree) << 2), candidate);
    degree++;
  }
  return degree;
}

/** Adds `row` to the list of `neighbour`. A full list is selected anew from its rows and `row`. */
function link(neighbour: u32, row: u32, level: u32): void {
  const list = listAddress(neighbour, level);
  const size = load<u32>(list);
  const capacity: u32 = level === 0 ? 2 * m : m;
  if (size < capacity) {
    store<u32>(list + ((<usize>size) << 2), row, 4);
    store<u32>(list, size + 1);
    return;
  }
  const codes = rows + <usize>neighbour * length;
  for (let i: u32 = 0; i <= size; i++) {
    const other = i === size ? row : load<u32>(list + ((<usize>i) << 2), 4);
    const dot = rowProduct(codes, rows + <usize>other * length);
    const key = toKey(<f32>dot * loadScale(other), other);
    let at = sorted + ((<usize>i) << 3);
    for (; at > sorted && load<u64>(at - 8) < key; at -= 8) store<u64>(at, load<u64>(at - 8));
    store<u64>(at, key);
  }
  const degree = selectNeighbours(neighbour, size + 1, capacity);
  store<u32>(list, degree);
  memory.copy(list + 4, selected, (<usize>degree) << 2);
}
