/** A call of an operation of the server. */

import type { OperationTypes } from "../api/operation-types.ts";
import type { OperationName } from "../api/operations.ts";
import type { CallOptions } from "./transport.ts";

/** A call of an operation: the parameters of its path, its request, and more parameters of the address. */
export interface ClientCall<Name extends OperationName> extends CallOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly input?: OperationTypes[Name]["input"];
  readonly address?: object | undefined;
}

/** Calls operations by their names. */
export interface OperationCaller {
  call<Name extends OperationName>(
    name: Name,
    call?: ClientCall<Name>,
  ): Promise<OperationTypes[Name]["output"]>;
}
