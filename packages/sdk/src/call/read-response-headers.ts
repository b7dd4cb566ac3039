import { type Redact, redactionPlaceholder } from "@knowledge-base/types/internal";

/** The headers of a response as errors and events show them. */
export interface ResponseHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
}

const requestIdNames = ["x-request-id", "request-id", "x-correlation-id"];
const maxHeaders = 100;
const maxHeaderLength = 1024;

/** Reads the headers of a response, without secrets. */
export function readResponseHeaders({ headers }: Response, redact: Redact): ResponseHeaders {
  const show = (value: string) => redact(value).slice(0, maxHeaderLength);
  const shown = Array.from(headers)
    .slice(0, maxHeaders)
    .map(([name, value]) => [redact(name), name === "set-cookie" ? redactionPlaceholder : show(value)]);
  const requestId = requestIdNames.map((name) => headers.get(name)).find((id) => id);
  return { headers: Object.fromEntries(shown), requestId: requestId ? show(requestId) : undefined };
}
