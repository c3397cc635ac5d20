/** The WASM kernels over int8 vectors: dot products for exact search, and HNSW for approximate search. */

export { dotProducts } from "./dot-products";
export { insert, search, setLayout } from "./hnsw";
