/** The route of a declared operation: src/api says how it is called, the server how it is carried out. */

import { OPERATIONS, type OperationName } from "../../src/api/operations.ts";
import { defined } from "../../src/common/defined.ts";
import { RESPONSES } from "./response-schemas.ts";
import { type AnyRoute, createRoute, type HttpResponse, type Route } from "./route.ts";

/** What a declaration leaves to the server. */
type Implementation<P, Q, B> = Pick<
  Route<P, Q, B>,
  "params" | "query" | "body" | "offload" | "isSearch" | "handle"
>;

/** The route of an operation. */
export function createOperation<P, Q, B>(
  operation: OperationName,
  implementation: Implementation<P, Q, B>,
): AnyRoute {
  const { accepts, limit, status = 200, type, returns, ...declared } = OPERATIONS[operation];
  const { method, path, summary, tag, scope, options, example } = declared;
  const bytes = accepts && { types: accepts, limit: limit ?? "documentsBytes" };
  return createRoute({
    ...implementation,
    ...{ method, path, summary, tag },
    ...defined({ scope, bytes, bodyLimit: bytes === undefined ? limit : undefined }),
    ...defined({ options, example }),
    response: { status, text: returns, ...defined({ schema: RESPONSES[operation], type }) },
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
