import type { Operation } from "@knowledge-base/types";
import { findPathParams, type PathParam, pathParamName, readPathParams } from "../path-params.ts";

/** The operation of a request, with its path parameters as they were sent, percent-encoded. */
export interface Route<AnyOperation extends Operation> {
  readonly operation: AnyOperation;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds operations by a path below the base path. */
export interface Router<AnyOperation extends Operation> {
  /** Returns the operation of a method and a path. The operation of HEAD is that of GET. */
  readonly find: (method: string, path: string) => Route<AnyOperation> | undefined;
  /** Returns the methods of the operations of a path. */
  readonly methods: (path: string) => readonly string[];
}

/** An operation and the parameters of its path. */
interface Endpoint<AnyOperation extends Operation> {
  readonly operation: AnyOperation;
  readonly parameters: readonly PathParam[];
}

/** A node in the tree of path segments. */
class RouteNode<AnyOperation extends Operation> {
  readonly literals = new Map<string, RouteNode<AnyOperation>>();
  readonly endpoints = new Map<string, Endpoint<AnyOperation>>();
  parameter: RouteNode<AnyOperation> | undefined;
}

/** Creates a router. A look-up takes one step per path segment, however many operations there are. */
export function createRouter<AnyOperation extends Operation>(
  operations: readonly AnyOperation[],
  basePath: string,
): Router<AnyOperation> {
  const root = new RouteNode<AnyOperation>();
  for (const operation of operations) {
    const { method, path } = operation;
    path
      .split("/")
      .reduce(getOrAddChild, root)
      .endpoints.set(method, { operation, parameters: findPathParams(path) });
  }
  const prefix = `${basePath}/`;
  const split = (path: string) => (path.startsWith(prefix) ? path.slice(basePath.length).split("/") : []);
  return {
    find(method, path) {
      const segments = split(path);
      const endpoint = findNode(root, segments, 0)?.endpoints.get(method === "HEAD" ? "GET" : method);
      return endpoint && { operation: endpoint.operation, params: readPathParams(endpoint.parameters, segments) };
    },
    methods: (path) => Array.from(findNode(root, split(path), 0)?.endpoints.keys() ?? []),
  };
}

function getOrAddChild<AnyOperation extends Operation>(
  node: RouteNode<AnyOperation>,
  segment: string,
): RouteNode<AnyOperation> {
  if (pathParamName(segment) !== undefined) {
    node.parameter ??= new RouteNode();
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? new RouteNode<AnyOperation>();
  node.literals.set(segment, child);
  return child;
}

function findNode<AnyOperation extends Operation>(
  node: RouteNode<AnyOperation>,
  segments: readonly string[],
  depth: number,
): RouteNode<AnyOperation> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node;
  const literal = node.literals.get(segment);
  const found = literal && findNode(literal, segments, depth + 1);
  if (found || segment === "" || !node.parameter) return found;
  return findNode(node.parameter, segments, depth + 1);
}
