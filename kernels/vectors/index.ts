/** What the host calls: exact search by dot products, and the graph of an approximate one. */

export { dotProducts } from "./dot-products";
export { insert, place, search } from "./graph";
