import type { Operation } from "@knowledge-base/types";

/** The operation that a request is for, with its path parameters as they were sent, percent-encoded. */
export interface Route<AnyOperation extends Operation> {
  readonly operation: AnyOperation;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the operation for a method and a path, below the path of a base URL. */
export type Router<AnyOperation extends Operation> = (method: string, path: string) => Route<AnyOperation> | undefined;

/** One segment of the known paths, with what may follow it. */
class Node<AnyOperation extends Operation> {
  readonly literals = new Map<string, Node<AnyOperation>>();
  readonly operations = new Map<string, AnyOperation>();
  parameter: Node<AnyOperation> | undefined;
}

/** Builds a router. A look-up takes a step for each segment of the path, however many operations there are. */
export function createRouter<AnyOperation extends Operation>(
  operations: readonly AnyOperation[],
  basePath: string,
): Router<AnyOperation> {
  const root = new Node<AnyOperation>();
  for (const operation of operations) {
    operation.path.split("/").reduce(childFor, root).operations.set(operation.method, operation);
  }
  return (method, path) => {
    if (!path.startsWith(`${basePath}/`)) return undefined;
    const segments = path.slice(basePath.length).split("/");
    const operation = search(root, segments, 0)?.operations.get(method);
    return operation && { operation, params: paramsOf(operation.path, segments) };
  };
}

function childFor<AnyOperation extends Operation>(node: Node<AnyOperation>, segment: string): Node<AnyOperation> {
  if (parameterName(segment) !== undefined) {
    node.parameter ??= new Node();
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? new Node<AnyOperation>();
  node.literals.set(segment, child);
  return child;
}

function search<AnyOperation extends Operation>(
  node: Node<AnyOperation>,
  segments: readonly string[],
  depth: number,
): Node<AnyOperation> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node;
  const literal = node.literals.get(segment);
  const found = literal && search(literal, segments, depth + 1);
  if (found || segment === "" || !node.parameter) return found;
  return search(node.parameter, segments, depth + 1);
}

function paramsOf(path: string, segments: readonly string[]): Record<string, string> {
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
