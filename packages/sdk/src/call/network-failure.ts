import { fieldsOf } from "@knowledge-base/internal";
import isNetworkError from "is-network-error";
import { causesOf, Failure, joinMessages, quoteMessage } from "../errors/failure.ts";

// Codes of connections that were never made, so that no request was sent over them.
// biome-ignore format: one line
const unsentCodes = ["ECONNREFUSED", "ConnectionRefused", "FailedToOpenSocket", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

// The messages of Node, a proxy, Deno and Bun for such connections.
const unsentMessages =
  /(^|: )(connect|getaddrinfo) E|^Proxy response|tcp connect error|dns error|failed to lookup address|^Unable to connect/;

// Codes of certificates that Node rejects before it sends a request.
const certificateCodes = /^(?!ERR_SSL).*(CERT|SIGNATURE)/;

// Codes of limits that Node sets by default, even if the timeout of the client is longer.
const timeoutCodes = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];

// Messages of lost connections that `isNetworkError` doesn't know: of Bun, workerd and Firefox, to which some tools add the host.
const lostMessages =
  /^(The socket connection was closed|Unable to connect|Network connection lost|NetworkError when attempting to fetch)/;

// The code of Node and Bun for an invalid URL, and the message of workerd for an option that it lacks.
const refusals = /^ERR_INVALID_|field on 'RequestInitializerDict'/;

// The messages of Node and Deno for a port that the standard of `fetch` blocks, such as 6000 and 10080. Other programs can use it.
const blockedPort = /^bad port$|Requests to port \d+ are blocked$/;

// Names of errors that a mistake in the program causes, unless the connection was lost.
const mistakeNames: readonly unknown[] = ["TypeError", "ReferenceError", "RangeError", "SyntaxError"];

/**
 * Classifies what `fetch` has thrown: the connection was lost, it was never made, or `fetch` refuses the request. The error becomes the
 * cause, unchanged.
 *
 * @param isLost - whether a part of the response has arrived, so that the connection was certainly lost
 */
export function toNetworkFailure(cause: unknown, url: string, { isLost = false } = {}): Failure {
  const causes = causesOf(cause);
  // Node adds the bytes that it couldn't parse, which may repeat the key.
  for (const one of causes)
    if (fieldsOf(one)["name"] === "HTTPParserError") Reflect.deleteProperty(one as Error, "data");
  const messages = causes.map(quoteMessage);
  const codes = causes.map((one) => fieldsOf(one)["code"]);
  const networkCode = codes.find((code) => typeof code === "string");
  const code = networkCode ?? "";
  const quote = joinMessages([causes[0], causes.at(-1)]) || "fetch failed";
  const problem = quote.includes(code) ? quote : `${quote} (${code})`;
  const details = { cause, networkCode };
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED") {
    const advice = "A dispatcher of the package undici needs the fetch of the same package: set the option fetch, too.";
    return new Failure("configuration", `fetch does not send this request: ${problem}. ${advice}`, { cause });
  }
  if (messages.some((message) => blockedPort.test(message))) {
    const advice = "It blocks the port of baseUrl: let the service listen on another one.";
    return new Failure("configuration", `fetch does not send this request: ${problem}. ${advice}`, { cause });
  }
  const isRefused = !isLost && [code, ...messages].some((text) => refusals.test(text));
  const isKnown =
    isLost ||
    code !== "" ||
    causes.length > 1 ||
    causes.some(isNetworkError) ||
    messages.some((text) => lostMessages.test(text));
  if (isRefused || (!isKnown && mistakeNames.includes(fieldsOf(cause)["name"]))) {
    return new Failure("configuration", `fetch does not send this request: ${problem}.`, { cause });
  }
  if (timeoutCodes.includes(code)) {
    const message = `${problem}. This is a limit of the fetch function. Raise it there.`;
    return new Failure("timeout", message, { limit: "fetch", ...details });
  }
  // Codes such as ETIMEDOUT and EHOSTUNREACH may also belong to a connection that was made.
  const isUnmade = unsentCodes.includes(code) || messages.some((message) => unsentMessages.test(message));
  const advice = /SSL|TLS|CERT|SIGNATURE/.test(code) ? ": check https: in baseUrl, and the certificate" : "";
  const { host } = new URL(url);
  const failure = isUnmade
    ? `${host} could not be reached: check baseUrl and proxies`
    : `The connection to ${host} failed${advice}`;
  const unsent = isUnmade || certificateCodes.test(code) ? "no_connection" : undefined;
  return new Failure("connection", `${problem}. ${failure}.`, { ...details, unsent });
}
