import { pathParamNames } from "@knowledge-base/internal";
import type { ServedOperation } from "./served-operation.ts";

/** The operation that a request reaches, and its path parameters as sent, percent-encoded. */
export interface Route {
  readonly served: ServedOperation;
  readonly params: Readonly<Record<string, string>>;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const param = /\{[^{}]+\}/g;

/** A literal segment takes precedence over a parameter, if an operation has the rest of the path and the method. */
export function createRouter(servedOperations: readonly ServedOperation[], basePath: string) {
  const routes = servedOperations
    .map((served) => {
      const { method, path } = served.operation;
      const rank = path.replaceAll(param, "\uffff");
      return { served, method, rank, names: pathParamNames(path), pattern: toRouteRegExp(basePath + path) };
    })
    .sort((left, right) => (left.rank < right.rank ? -1 : 1));

  function find(method: string, path: string): Route | undefined {
    // An operation with GET also handles HEAD.
    const servedMethod = method === "HEAD" ? "GET" : method;
    for (const { served, method, names, pattern } of routes) {
      const match = method === servedMethod && pattern.exec(path);
      if (!match) continue;
      const params = Object.fromEntries(names.map((name, index) => [name, match[index + 1] as string]));
      return { served, params };
    }
    return undefined;
  }
  return { find, methods: (path: string) => methods.filter((method) => find(method, path)) };
}

function toRouteRegExp(path: string): RegExp {
  const literals = path.split(param).map((literal) => literal.replaceAll(/[.*+?^$()|[\]{}\\]/g, "\\$&"));
  return new RegExp(`^${literals.join("([^/]+)")}$`);
}
