import { cutText, redactionPlaceholder } from "@knowledge-base/types/internal";
import type { Exchange } from "./exchange.ts";
import type { ReceivedResponse } from "./received-response.ts";

const longestBody = 4_096;
const longestText = 500;

/** Others, such as cookies, may contain secrets. */
const shownResponseHeaders = ["allow", "content-encoding", "content-type", "date", "location", "retry-after"];

/** Creates the record of a request and its response for a report. */
export function createExchange({ status, headers, text, context }: ReceivedResponse): Exchange {
  const { request, url, redact } = context;
  // Redacted before they are truncated: a secret that is cut would not be found.
  const show = (shown: string, maxLength = longestText) => cutText(redact(shown), maxLength);
  const requestHeaders = Array.from(request.headers, ([name, value]): [string, string] => {
    // Also a key that is not that of the target may be valid.
    const isSecret = name === "authorization" || name === "x-api-key";
    return [name, isSecret && value !== "" ? redactionPlaceholder : show(value)];
  });
  const responseHeaders = shownResponseHeaders.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, show(value)]];
  });
  return {
    request: {
      method: request.method,
      url: show(url.href, longestBody),
      headers: Object.fromEntries(requestHeaders),
      body: show(request.body ?? "", longestBody),
    },
    response: { status, headers: Object.fromEntries(responseHeaders), body: show(text, longestBody) },
  };
}
