import { type Redact, redactionPlaceholder } from "@knowledge-base/types/internal";

/** What errors and events tell of the headers of a response. */
export interface ResponseHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
}

const requestIdNames = ["x-request-id", "request-id", "x-correlation-id"];
const maxHeaders = 100;
const maxValueLength = 1024;

/** Reads the headers of a response, without secrets. */
export function readResponseHeaders(response: Response, redact: Redact): ResponseHeaders {
  const entries = Array.from(response.headers).slice(0, maxHeaders);
  const headers = Object.fromEntries(
    entries.map(([name, value]) => {
      return [redact(name), name === "set-cookie" ? redactionPlaceholder : redact(value.slice(0, maxValueLength))];
    }),
  );
  const idName = requestIdNames.find((name) => headers[name] !== undefined);
  return { headers, requestId: idName === undefined ? undefined : headers[idName] };
}
