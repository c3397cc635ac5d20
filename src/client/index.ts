/** The typed client of the server, for Node and browsers. */

export * from "../api/http-types.ts";
export type { OperationTypes } from "../api/operation-types.ts";
export type { OperationName } from "../api/operations.ts";
export type { HttpSearchOptions } from "../api/search-options.ts";
export {
  type CallOptions,
  type ClientCall,
  type ClientOptions,
  type Fetch,
  type FetchResponse,
  IndexClient,
  ServerError,
  TermwiseClient,
} from "./client.ts";
