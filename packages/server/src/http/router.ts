import type { ServedOperation } from "./served-operation.ts";

/** The implementation that a request reaches, and the values of its path parameters as sent, percent-encoded. */
export interface Route {
  readonly implementation: ServedOperation;
  readonly values: readonly string[];
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const parameter = /\{[^{}]+\}/g;

/** A literal segment takes precedence over a parameter, if an operation has the rest of the path and the method. */
export function createRouter(implementations: readonly ServedOperation[], basePath: string) {
  const routes = implementations
    .map((implementation) => {
      const { method, path } = implementation.operation;
      return {
        implementation,
        method,
        rank: path.replaceAll(parameter, "\uffff"),
        pattern: toPattern(basePath + path),
      };
    })
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));

  function find(method: string, path: string): Route | undefined {
    // The implementation for HEAD is the one for GET.
    const served = method === "HEAD" ? "GET" : method;
    for (const route of routes) {
      const [matched, ...values] = (route.method === served && route.pattern.exec(path)) || [];
      if (matched !== undefined) return { implementation: route.implementation, values };
    }
    return undefined;
  }
  return { find, methods: (path: string) => methods.filter((method) => find(method, path)) };
}

function toPattern(path: string): RegExp {
  const literals = path.split(parameter).map((literal) => literal.replaceAll(/[.*+?^$()|[\]{}\\]/g, "\\$&"));
  return new RegExp(`^${literals.join("([^/]+)")}$`);
}
