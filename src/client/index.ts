/** The typed client of the server, for Node and browsers. */

export type { SearchSettings, SettingsChange } from "../api/index-settings.ts";
export type { OperationTypes } from "../api/operation-types.ts";
export type { OperationName } from "../api/operations.ts";
export type * from "../api/requests.ts";
export type * from "../api/responses.ts";
export type { HttpSearchOptions } from "../api/search-options.ts";
export { type ClientCall, IndexClient, TermwiseClient } from "./client.ts";
export { formatSystemName, parseSystemName } from "./system-name.ts";
export {
  type CallOptions,
  type ClientOptions,
  type Fetch,
  type FetchResponse,
  ServerError,
} from "./transport.ts";
