import { pathParamNames } from "@knowledge-base/internal";
import type { ServedOperation } from "./implementation.ts";

/** The implementation that a request reaches, and the values of its path parameters as sent, percent-encoded. */
export interface Route {
  readonly implementation: ServedOperation;
  readonly values: readonly string[];
}

class RouteNode {
  readonly literals = new Map<string, RouteNode>();
  readonly implementations = new Map<string, ServedOperation>();
  parameter: RouteNode | undefined;
}

/** A look-up takes one step per path segment, however many implementations there are. */
export function createRouter(implementations: readonly ServedOperation[], basePath: string) {
  const root = new RouteNode();
  for (const implementation of implementations) {
    const { method, path } = implementation.operation;
    path.split("/").reduce(getOrAddChild, root).implementations.set(method, implementation);
  }
  const prefix = `${basePath}/`;
  // The implementation for HEAD is the one for GET.
  function find(method: string, path: string): Route | undefined {
    if (!path.startsWith(prefix)) return undefined;
    const values: string[] = [];
    const segments = path.slice(basePath.length).split("/");
    const implementation = findImplementation(root, method === "HEAD" ? "GET" : method, segments, 0, values);
    return implementation && { implementation, values };
  }
  return { find, methods: (path: string) => allMethods.filter((method) => find(method, path)) };
}

const allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function getOrAddChild(node: RouteNode, segment: string): RouteNode {
  if (pathParamNames(segment).length > 0) {
    node.parameter ??= new RouteNode();
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? new RouteNode();
  node.literals.set(segment, child);
  return child;
}

// A literal segment takes precedence over a parameter, if an operation has the rest of the path and the method. `values` receives
// the segments that stand for parameters.
function findImplementation(
  node: RouteNode,
  method: string,
  segments: readonly string[],
  depth: number,
  values: string[],
): ServedOperation | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.implementations.get(method);
  const literal = node.literals.get(segment);
  const found = literal && findImplementation(literal, method, segments, depth + 1, values);
  if (found || segment === "" || !node.parameter) return found;
  values.push(segment);
  const below = findImplementation(node.parameter, method, segments, depth + 1, values);
  if (!below) values.pop();
  return below;
}
