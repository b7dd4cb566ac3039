import { pathParamNames, replacePathParams } from "@knowledge-base/internal/url";
import type { Endpoint } from "./endpoint.ts";
import { withoutHead } from "./message.ts";

/** The operation that a request reaches, and its path parameters as sent, percent-encoded. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

const operationMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** A literal segment takes precedence over a parameter, if an operation has the rest of the path and the method. */
export function createRouter(endpoints: readonly Endpoint[], basePath: string) {
  const routes = endpoints
    .map((endpoint) => {
      const { path } = endpoint.operation;
      // Sorts after every character that a literal segment can have.
      const rank = replacePathParams(path, () => "\uffff");
      return { endpoint, rank, names: pathParamNames(path), pattern: toRouteRegExp(basePath + path) };
    })
    .sort((left, right) => (left.rank < right.rank ? -1 : 1));

  function find(method: string, path: string): Route | undefined {
    const operationMethod = withoutHead(method);
    for (const { endpoint, names, pattern } of routes) {
      const match = endpoint.operation.method === operationMethod && pattern.exec(path);
      if (!match) continue;
      const params = Object.fromEntries(names.map((name, index) => [name, match[index + 1] as string]));
      return { endpoint, params };
    }
    return undefined;
  }
  return { find, methods: (path: string) => operationMethods.filter((method) => find(method, path)) };
}

function toRouteRegExp(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${replacePathParams(escaped, () => "([^/]+)")}$`);
}
