/** The route of an operation that src/api declares. */

import type { OperationTypes } from "../../src/api/operation-types.ts";
import { type ApiOperation, OPERATIONS, type OperationName } from "../../src/api/operations.ts";
import { RESPONSES } from "../../src/api/response-schemas.generated.ts";
import { defined } from "../../src/common/defined.ts";
import { createAddressSchema, createPathSchema, createRequestSchema } from "./request-schemas.ts";
import { type AnyRoute, createRoute, type HttpResponse, type Route } from "./route.ts";
import { validateInput } from "./validate-input.ts";

type PathParams = Readonly<Record<"name" | "id" | "word" | "field", string>>;

/** The part of an operation that its declaration does not have. */
type Implementation<Name extends OperationName> = Pick<
  Route,
  "offload" | "isSearch" | "isRecorded"
> & {
  handle: Route<
    PathParams,
    NonNullable<OperationTypes[Name]["address"]>,
    NonNullable<OperationTypes[Name]["input"]>
  >["handle"];
};

/** The route of an operation. Its request is the body, or the address of GET and of a body of bytes. */
export function createOperation<Name extends OperationName>(
  operation: Name,
  { handle, ...implementation }: Implementation<Name>,
): AnyRoute {
  const declaration: ApiOperation = OPERATIONS[operation];
  const { accepts, limit, status = 200, type, returns, options, variants } = declaration;
  const { method, path, summary, tag, scope, example } = declaration;
  const bytes = accepts && { types: accepts, limit: limit ?? "documentsBytes" };
  const hasJson = status !== 204 && type === undefined;
  const schema = hasJson ? RESPONSES[operation] : undefined;
  const request = createRequestSchema(operation);
  const isInAddress = method === "GET" || bytes !== undefined;
  const handleRequest = handle as unknown as Route["handle"];
  const handleAddress: Route["handle"] = (received, server) => {
    const query = request && validateInput(request, received.query, "the address");
    return handleRequest(Object.assign(received, { query }), server);
  };
  return createRoute({
    ...implementation,
    ...{ method, path, summary, tag },
    ...defined({ params: createPathSchema(path), scope, bytes, example }),
    ...(isInAddress
      ? defined({ query: createAddressSchema(operation) })
      : defined({ body: request, bodyLimit: limit })),
    ...defined({ options, variants }),
    handle: isInAddress && request !== undefined ? handleAddress : handleRequest,
    response: { status, text: returns, ...defined({ schema, type }) },
  });
}

/** The same route at its former address, whose responses name the new one. */
export function createDeprecated(operation: OperationName, successor: AnyRoute): AnyRoute {
  const { path, summary } = OPERATIONS[operation];
  const handle: Route["handle"] = async (request, server) => {
    const response = await (successor as unknown as Route).handle(request, server);
    return addDeprecation(response, successor.path, request.params as Record<string, string>);
  };
  return createRoute({
    ...(successor as unknown as Route),
    ...{ path, summary, isDeprecated: true, handle },
  });
}

function addDeprecation(
  { headers, ...response }: HttpResponse,
  path: string,
  params: Readonly<Record<string, string>>,
): HttpResponse {
  const target = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const link = `<${target}>; rel="successor-version"`;
  return { ...response, headers: { ...headers, deprecation: "true", link } };
}
