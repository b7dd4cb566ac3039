import type { Rules } from "../rules/rules.ts";
import type { OperationName } from "./operation-name.ts";

interface Route {
  readonly operation: OperationName;
  /** The path parameters, still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

const routes: readonly (readonly [operation: OperationName, method: string, path: string])[] = [
  ["updateBinding", "PATCH", "/brains/:brainId/messaging/bindings/:bindingId"],
  ["unbindChannel", "DELETE", "/brains/:brainId/messaging/bindings/:bindingId"],
  ["archivePage", "POST", "/brains/:brainId/pages/:slug/archive"],
  ["listChannels", "GET", "/brains/:brainId/messaging/channels"],
  ["readIndex", "GET", "/brains/:brainId/index"],
  ["startOauth", "POST", "/brains/:brainId/messaging/oauth/start"],
];

/** Returns the operation that a method and a path stand for. */
export function findRoute(rules: Rules, method: string, path: string): Route | undefined {
  const segments = path.split("/");
  for (const [operation, routeMethod, routePath] of routes) {
    const pattern = `${rules.basePath}${rules.versionPrefix}${routePath}`.split("/");
    if (method !== routeMethod || pattern.length !== segments.length) continue;
    const pairs = pattern.map((part, index) => [part, segments[index] ?? ""] as const);
    if (pairs.some(([part, segment]) => (part.startsWith(":") ? segment === "" : part !== segment))) continue;
    const parameters = pairs
      .filter(([part]) => part.startsWith(":"))
      .map(([part, segment]) => [part.slice(1), segment]);
    return { operation, parameters: Object.fromEntries(parameters) };
  }
  return undefined;
}
