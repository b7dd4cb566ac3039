import { fieldsOf } from "@knowledge-base/internal/json";
import isNetworkError from "is-network-error";
import { causesOf, Failure, type FailureDetails, joinMessages, quoteMessage } from "../errors/failure.ts";

// Codes of connections that were never made, so that no request was sent over them.
const unsentCodes = /^(ECONNREFUSED|ConnectionRefused|FailedToOpenSocket|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

// The messages of Node, a proxy, Deno and Bun for such connections.
const unsentMessages =
  /(^|: )(connect|getaddrinfo) E|^Proxy response|tcp connect error|dns error|failed to lookup address|^Unable to connect/;

// Codes of certificates that Node rejects before it sends a request.
const certificateCodes = /^(?!ERR_SSL).*(CERT|SIGNATURE)/;

// Codes of limits that Node sets by default, even if the timeout of the client is longer.
const timeoutCodes = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/;

// Codes and messages of a request that `fetch` doesn't send. The first one that applies gives the advice.
const refusals: readonly { readonly pattern: RegExp; readonly advice?: string }[] = [
  {
    pattern: /^UND_ERR_(INVALID_ARG|NOT_SUPPORTED)$/,
    advice: "A dispatcher of the package undici needs the fetch of the same package: set the option fetch, too.",
  },
  {
    // The messages of Node and Deno for a port that the standard of `fetch` blocks, such as 6000 and 10080. Other programs can use it.
    pattern: /^bad port$|Requests to port \d+ are blocked$/,
    advice: "It blocks the port of baseUrl: let the service listen on another one.",
  },
  // The code of Node and Bun for an invalid URL, and the message of workerd for an option that it lacks.
  { pattern: /^ERR_INVALID_|field on 'RequestInitializerDict'/ },
];

/**
 * Classifies what `fetch` has thrown: `fetch` refuses the request, one of its own limits has passed, or the connection was lost or never
 * made. The error becomes the cause, without bytes of the response.
 *
 * @param isLost - whether a part of the response has arrived, so that the connection was certainly lost
 */
export function toNetworkFailure(cause: unknown, url: string, { isLost = false } = {}): Failure {
  const causes = causesOf(cause);
  removeUnparsedBytes(causes);
  const messages = causes.map(quoteMessage);
  const networkCode = causes.map((one) => fieldsOf(one)["code"]).find((code) => typeof code === "string");
  const code = networkCode ?? "";
  const quote = joinMessages([causes[0], causes.at(-1)]) || "fetch failed";
  const problem = quote.includes(code) ? `${quote}.` : `${quote} (${code}).`;
  const fail = (kind: "timeout" | "connection", advice: string, details: FailureDetails) =>
    new Failure(kind, `${problem} ${advice}.`, { cause, networkCode, ...details });

  const refusal = refusals.find(({ pattern }) => [code, ...messages].some((text) => pattern.test(text)));
  if (!isLost && (refusal || isMistake(causes, messages, code))) {
    const sentences = [`fetch does not send this request: ${problem}`, refusal?.advice].filter(Boolean);
    return new Failure("configuration", sentences.join(" "), { cause });
  }
  if (timeoutCodes.test(code))
    return fail("timeout", "This is a limit of the fetch function. Raise it there", { limit: "fetch" });

  const { host } = new URL(url);
  // Codes such as ETIMEDOUT and EHOSTUNREACH may also belong to a connection that was made.
  if (unsentCodes.test(code) || messages.some((message) => unsentMessages.test(message)))
    return fail("connection", `${host} could not be reached: check baseUrl and proxies`, { unsent: "no_connection" });
  const advice = /SSL|TLS|CERT|SIGNATURE/.test(code) ? ": check https: in baseUrl, and the certificate" : "";
  const unsent = certificateCodes.test(code) ? "no_connection" : undefined;
  return fail("connection", `The connection to ${host} failed${advice}`, { unsent });
}

// Node adds the bytes of a response that it couldn't parse, which may repeat the key, to its error.
function removeUnparsedBytes(causes: readonly unknown[]): void {
  for (const error of causes)
    if (fieldsOf(error)["name"] === "HTTPParserError") Reflect.deleteProperty(error as Error, "data");
}

// Messages of lost connections that `isNetworkError` doesn't know: of Bun, workerd and Firefox, to which some tools add the host.
const lostMessages =
  /^(The socket connection was closed|Unable to connect|Network connection lost|NetworkError when attempting to fetch)/;

// Names of errors that a mistake in the program causes, unless the connection was lost.
const mistakeNames = /^(Type|Reference|Range|Syntax)Error$/;

// A mistake in the program throws an error without a code and a cause, as some runtimes do for a lost connection.
function isMistake([thrown, ...others]: readonly unknown[], messages: readonly string[], code: string): boolean {
  if (code !== "" || others.length > 0) return false;
  if (isNetworkError(thrown) || messages.some((message) => lostMessages.test(message))) return false;
  return mistakeNames.test(String(fieldsOf(thrown)["name"]));
}
