import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { pathParamNames } from "@knowledge-base/types/internal";

const root = new URL("../", location.href);

/** A sent request, and its response. */
export interface SentOperation {
  readonly request: string;
  readonly response: Response;
  readonly durationMs: number;
}

/**
 * Sends a request to an operation of the service, without validating it.
 *
 * @param fields - path and query parameters, and the text of the `body`; query parameters that are missing are not sent
 */
export async function callOperation(
  id: OperationId,
  fields: Readonly<Record<string, string | undefined>>,
  apiKey: string,
  signal?: AbortSignal,
): Promise<SentOperation> {
  const { method, path, query, body }: Operation = contract[id];
  const filled = pathParamNames(path).reduce(
    (filledPath, name) => filledPath.replace(`{${name}}`, encodeURIComponent(fields[name] ?? "")),
    path as string,
  );
  const url = new URL(root.href.replace(/\/$/, "") + filled);
  for (const name of Object.keys(query?._zod.def.shape ?? {})) {
    const value = fields[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const started = performance.now();
  const response = await fetch(url, {
    method,
    headers: {
      ...(apiKey !== "" && { "x-api-key": apiKey }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: fields["body"] ?? "" }),
    redirect: "manual",
    signal: signal ?? null,
    referrerPolicy: "no-referrer",
  });
  return { request: `${method} ${url.pathname}${url.search}`, response, durationMs: performance.now() - started };
}
