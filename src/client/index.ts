/** The typed client of the server, for Node and browsers. */

export {
  type ClientOptions,
  type Fetch,
  type FetchAnswer,
  IndexClient,
  ServerError,
  TermwiseClient,
} from "./client.ts";
export * from "./shapes.ts";
