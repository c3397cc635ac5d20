/** The typed client of the server, for Node and browsers. */

export * from "../api/http-types.ts";
export {
  type ClientOptions,
  type Fetch,
  type FetchResponse,
  IndexClient,
  ServerError,
  TermwiseClient,
} from "./client.ts";
