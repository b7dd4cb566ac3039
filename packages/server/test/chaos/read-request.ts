import { contract, type OperationId } from "@knowledge-base/types";
import type { RawRequest } from "../model/request-rules.ts";
import type { ProxiedRequest } from "./chaos-proxy.ts";

/** Reads which operation a request is for, with its input. */
export function readRequest({ method, target, headers, body }: ProxiedRequest): RawRequest {
  const { pathname, searchParams } = new URL(target, "http://chaos.test");
  for (const [operation, { method: expected, path }] of Object.entries(contract)) {
    const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    const groups = method === expected ? pattern.exec(pathname)?.groups : undefined;
    if (method !== expected || !pattern.test(pathname)) continue;
    const params = Object.fromEntries(Object.entries(groups ?? {}).map(([name, id]) => [name, decodeURIComponent(id)]));
    return {
      operation: operation as OperationId,
      params,
      query: [...searchParams],
      text: body,
      apiKey: String(headers["x-api-key"]),
    };
  }
  throw new Error(`${method} ${target} is no operation.`);
}
