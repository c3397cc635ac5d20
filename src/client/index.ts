/** The typed client of the server, for Node and browsers. */

export type * from "../api/behavior.ts";
export type { SearchSettings, SettingsChange } from "../api/index-settings.ts";
export type { OperationTypes } from "../api/operation-types.ts";
export type { OperationName } from "../api/operations.ts";
export type * from "../api/requests.ts";
export type * from "../api/responses.ts";
export type { HttpSearchOptions } from "../api/search-options.ts";
export { TermwiseClient } from "./client.ts";
export type { ClientCall } from "./client-call.ts";
export { IndexClient } from "./index-client.ts";
export { formatSystemName, parseSystemName } from "./system-name.ts";
export {
  type CallOptions,
  type ClientOptions,
  type Fetch,
  type FetchResponse,
  ServerError,
} from "./transport.ts";
