import type { Operation } from "@knowledge-base/types";

/** The operation of a request, with its path parameters as they were sent, percent-encoded. */
export interface Route<AnyOperation extends Operation> {
  readonly operation: AnyOperation;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the operation of a method and a path below the base path. */
export type Router<AnyOperation extends Operation> = (method: string, path: string) => Route<AnyOperation> | undefined;

/** A node in the tree of path segments. */
class RouteNode<AnyOperation extends Operation> {
  readonly literals = new Map<string, RouteNode<AnyOperation>>();
  readonly operations = new Map<string, AnyOperation>();
  parameter: RouteNode<AnyOperation> | undefined;
}

/** Creates a router. A look-up takes one step per path segment, however many operations there are. */
export function createRouter<AnyOperation extends Operation>(
  operations: readonly AnyOperation[],
  basePath: string,
): Router<AnyOperation> {
  const root = new RouteNode<AnyOperation>();
  for (const operation of operations) {
    operation.path.split("/").reduce(getOrAddChild, root).operations.set(operation.method, operation);
  }
  return (method, path) => {
    if (!path.startsWith(`${basePath}/`)) return undefined;
    const segments = path.slice(basePath.length).split("/");
    const operation = findNode(root, segments, 0)?.operations.get(method);
    return operation && { operation, params: readParams(operation.path, segments) };
  };
}

function getOrAddChild<AnyOperation extends Operation>(
  node: RouteNode<AnyOperation>,
  segment: string,
): RouteNode<AnyOperation> {
  if (parameterName(segment) !== undefined) {
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

function readParams(path: string, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, segment] of path.split("/").entries()) {
    const name = parameterName(segment);
    if (name !== undefined) params[name] = segments[index] as string;
  }
  return params;
}

function parameterName(segment: string): string | undefined {
  return segment.startsWith("{") ? segment.slice(1, -1) : undefined;
}
