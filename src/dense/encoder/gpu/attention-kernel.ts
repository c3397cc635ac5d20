/**
 * The shader of self-attention over texts of any lengths, side by side without padding.
 * A workgroup has a block of one text's queries and one head, and reads that text's keys and
 * values block by block. Shares are never stored: each thread keeps its query, its sum, and
 * the largest score so far.
 *
 * Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; Dao et al.,
 * "FlashAttention", NeurIPS 2022.
 */

import type { KernelSource } from "./kernel-source.ts";
import { repeat } from "./linear-kernel.ts";

/** Queries per workgroup. */
export const QUERY_BLOCK = 64;

/** Scores of keys past the end of a text: their shares are exactly zero. */
const NO_SCORE = "-3.0e38";

/**
 * Reads rows of queries, keys and values from `qkv`, 3 `width` numbers each. `blocks` has the
 * first row, the end and the first query of each block.
 */
export function writeAttention(width: number, heads: number): KernelSource {
  const size = width / heads;
  const vectors = size / 4;
  const stride = (3 * width) / 4;
  // As many keys as fit 8 KiB with their values.
  const keys = Math.max(4, Math.min(32, Math.floor(8192 / (8 * size) / 4) * 4));
  const scale = Math.LOG2E / Math.sqrt(size);
  // Two queries per thread halve the reads of shared memory, if both fit the registers.
  const own = size <= 32 ? 2 : 1;
  const threads = QUERY_BLOCK / own;
  const each = (write: (query: number) => string): string => repeat(own, write);
  return {
    rows: 1,
    columns: 0,
    code: `
@group(0) @binding(0) var<storage, read> qkv: array<vec4f>;
@group(0) @binding(1) var<storage, read> blocks: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
var<workgroup> ks: array<vec4f, ${keys * vectors}>;
var<workgroup> vs: array<vec4f, ${keys * vectors}>;
@compute @workgroup_size(${threads})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let block = blocks[group.x];
  let head = group.y * ${vectors}u;
  ${each(
    (q) => `let row${q} = min(block.z + t + ${q * threads}u, block.y - 1u);
  ${repeat(vectors, (i) => `let q${q}_${i} = qkv[row${q} * ${stride}u + head + ${i}u] * ${scale}; var o${q}_${i} = vec4f();`)}
  var largest${q} = ${NO_SCORE};
  var total${q} = 0.0;`,
  )}
  for (var first = block.x; first < block.y; first += ${keys}u) {
    for (var i = t; i < ${keys * vectors}u; i += ${threads}u) {
      let at = min(first + i / ${vectors}u, block.y - 1u) * ${stride}u + head + i % ${vectors}u;
      ks[i] = qkv[at + ${width / 4}u];
      vs[i] = qkv[at + ${width / 2}u];
    }
    workgroupBarrier();
    let count = min(${keys}u, block.y - first);
    for (var key = 0u; key < count; key += 4u) {
      let at = key * ${vectors}u;
      let isKey = vec4u(key, key + 1u, key + 2u, key + 3u) < vec4u(count);
      ${each((q) => `var s${q} = vec4f();`)}
      ${repeat(
        4,
        (k) => `{
        ${each((q) => `var sum${q} = vec4f();`)}
        ${repeat(vectors, (i) => `{ let k = ks[at + ${k * vectors + i}u]; ${each((q) => `sum${q} += q${q}_${i} * k;`)} }`)}
        ${each((q) => `s${q}[${k}] = (sum${q}.x + sum${q}.y) + (sum${q}.z + sum${q}.w);`)}
      }`,
      )}
      ${each(
        (q) => `s${q} = select(vec4f(${NO_SCORE}), s${q}, isKey);
      let top${q} = max(largest${q}, max(max(s${q}.x, s${q}.y), max(s${q}.z, s${q}.w)));
      let shrink${q} = exp2(largest${q} - top${q});
      let p${q} = exp2(s${q} - top${q});
      largest${q} = top${q};
      total${q} = total${q} * shrink${q} + ((p${q}.x + p${q}.y) + (p${q}.z + p${q}.w));`,
      )}
      ${repeat(
        vectors,
        (i) => `{
        let v0 = vs[at + ${i}u]; let v1 = vs[at + ${vectors + i}u];
        let v2 = vs[at + ${2 * vectors + i}u]; let v3 = vs[at + ${3 * vectors + i}u];
        ${each((q) => `o${q}_${i} = o${q}_${i} * shrink${q} + p${q}.x * v0 + p${q}.y * v1 + p${q}.z * v2 + p${q}.w * v3;`)}
      }`,
      )}
    }
    workgroupBarrier();
  }
  ${each(
    (q) => `if (block.z + t + ${q * threads}u < block.y) {
    let share = 1.0 / total${q};
    ${repeat(vectors, (i) => `y[row${q} * ${width / 4}u + head + ${i}u] = o${q}_${i} * share;`)}
  }`,
  )}
}`,
  };
}
