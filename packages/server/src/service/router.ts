import { pathParamNames } from "@knowledge-base/types/internal";
import type { Implementation } from "../operations/implementation.ts";

/** The implementation that a request reaches, with its path parameters as they were sent, percent-encoded. */
export interface Route {
  readonly implementation: Implementation;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds implementations by a path below the base path. */
export interface Router {
  /** Returns the implementation for a method and a path. That for HEAD is the one for GET. */
  readonly find: (method: string, path: string) => Route | undefined;
  /** Returns the methods of a path. */
  readonly methods: (path: string) => readonly string[];
}

/** A node in the tree of path segments. */
class RouteNode {
  readonly literals = new Map<string, RouteNode>();
  /** By method. */
  readonly implementations = new Map<string, Implementation>();
  parameter: RouteNode | undefined;
}

/** Creates a router. A look-up takes one step per path segment, however many implementations there are. */
export function createRouter(implementations: readonly Implementation[], basePath: string): Router {
  const root = new RouteNode();
  for (const implementation of implementations) {
    const { method, path } = implementation.operation;
    path.split("/").reduce(getOrAddChild, root).implementations.set(method, implementation);
  }
  const prefix = `${basePath}/`;
  const split = (path: string) => (path.startsWith(prefix) ? path.slice(basePath.length).split("/") : []);
  return {
    find(method, path) {
      const values: string[] = [];
      const node = findNode(root, split(path), 0, values);
      const implementation = node?.implementations.get(method === "HEAD" ? "GET" : method);
      return implementation && { implementation, params: nameValues(implementation.parameters, values) };
    },
    methods: (path) => Array.from(findNode(root, split(path), 0, [])?.implementations.keys() ?? []),
  };
}

function getOrAddChild(node: RouteNode, segment: string): RouteNode {
  if (pathParamNames(segment).length > 0) {
    node.parameter ??= new RouteNode();
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? new RouteNode();
  node.literals.set(segment, child);
  return child;
}

/** @param values - receives the segments that stand for parameters */
function findNode(
  node: RouteNode,
  segments: readonly string[],
  depth: number,
  values: string[],
): RouteNode | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node;
  const literal = node.literals.get(segment);
  const found = literal && findNode(literal, segments, depth + 1, values);
  if (found || segment === "" || !node.parameter) return found;
  values[values.length] = segment;
  const below = findNode(node.parameter, segments, depth + 1, values);
  if (!below) values.pop();
  return below;
}

function nameValues(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (let index = 0; index < names.length; index += 1) params[names[index] as string] = values[index] as string;
  return params;
}
