import type { Redact } from "@knowledge-base/types/internal";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { DeferredError, quoteMessages } from "../errors/deferred-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import { AttemptError } from "./attempt-error.ts";
import { type ErrorLike, sanitizeCause } from "./sanitize-cause.ts";

/** Codes of connections that were never made, so that no request was sent over them. */
const unsentCodes = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** Codes of certificates that Node rejects before it sends a request. */
const certificateCodes = /^(?!ERR_SSL).*(CERT|SIGNATURE)/;

/** Codes of limits that Node sets by default, even if the timeout of the client is longer. */
const timeoutCodes = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];

/** Codes of requests that Node does not send. */
const mistakeCodes = ["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"];

/** Names of errors that a mistake in the program causes, unless the network is known to be the cause. */
const mistakeNames: readonly unknown[] = ["TypeError", "ReferenceError", "RangeError", "SyntaxError"];

/**
 * Turns what a request has thrown into the error of the attempt, or of the call if the same request would always fail.
 *
 * @param isNetworkError - Whether the network is known to be the cause.
 */
export function readFetchFailure(thrown: unknown, url: string, redact: Redact, isNetworkError: boolean): DeferredError {
  if (thrown instanceof DeferredError) return thrown;
  const cause = sanitizeCause(thrown, redact);
  const causes = listCauses(cause);
  const code = causes.map((error) => error.code).find((value) => typeof value === "string") ?? "";
  const isBlockedPort = causes.some(({ message }) => message === "bad port");
  const quote = quoteMessages([cause, causes.at(-1)]) || "fetch failed";
  const problem = isBlockedPort ? "it blocks the port of baseUrl" : quote + (quote.includes(code) ? "" : ` (${code})`);
  const isMistake = !isNetworkError && causes.length === 1 && code === "" && mistakeNames.includes(causes[0]?.name);
  if (isMistake || isBlockedPort || mistakeCodes.includes(code)) {
    return new DeferredError(`fetch does not send this request: ${problem}.`, ConfigurationError, { cause });
  }
  if (timeoutCodes.includes(code)) {
    const advice = "This is a limit of the fetch function. Raise it there.";
    return new AttemptError("timeout", `${problem}. ${advice}`, TimeoutError, { limit: "fetch", cause });
  }
  // Codes such as ETIMEDOUT and EHOSTUNREACH may also belong to a connection that was made.
  const isUnconnected =
    unsentCodes.includes(code) || causes.some(({ message }) => String(message).startsWith("connect E"));
  const isUnsent = isUnconnected || certificateCodes.test(code);
  const host = redact(new URL(url).host);
  const advice = /SSL|TLS|CERT|SIGNATURE/.test(code) ? ": check https: in baseUrl, and the certificate" : "";
  const failure = isUnconnected
    ? `${host} could not be reached: check baseUrl and proxies`
    : `The connection to ${host} failed${advice}`;
  return new AttemptError("connection", `${problem}. ${failure}.`, ConnectionError, { cause }, isUnsent);
}

/** Lists a sanitized error and its causes; that of several connections is the first one. */
function listCauses(thrown: unknown): ErrorLike[] {
  const error: ErrorLike = Object(thrown);
  const [cause] = [error.cause ?? error.errors].flat();
  return cause === undefined ? [error] : [error, ...listCauses(cause)];
}
