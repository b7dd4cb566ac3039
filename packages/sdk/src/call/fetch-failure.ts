import { copyCause, listCauses } from "../errors/copy-cause.ts";
import { joinMessages, Problem } from "../errors/problem.ts";
import type { Secrets } from "../errors/secrets.ts";

/** Codes of connections that were never made, so that no request was sent over them. */
const unsentCodes = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** Codes of certificates that Node rejects before it sends a request. */
const certificateCodes = /^(?!ERR_SSL).*(CERT|SIGNATURE)/;

/** Codes of limits that Node sets by default, even if the timeout of the client is longer. */
const timeoutCodes = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];

/** Names of errors that a mistake in the program causes, unless the network is known to be the cause. */
const mistakeNames = ["TypeError", "ReferenceError", "RangeError", "SyntaxError"];

/**
 * Turns what `fetch` has rejected with into the failure of the attempt, or the problem of a request that would always fail.
 *
 * @param isNetworkError - Whether the network is known to be the cause.
 */
export function readFetchFailure(thrown: unknown, url: string, isNetworkError: boolean, secrets: Secrets): Problem {
  if (Problem.is(thrown)) return thrown;
  const cause = copyCause(thrown, secrets);
  const causes = listCauses(cause);
  const [first, last] = [causes[0], causes.at(-1)];
  const networkCode = causes.map(({ code }) => code).find((code) => code !== undefined);
  const code = networkCode ?? "";
  const quote = joinMessages([first, last]) || "fetch failed";
  const problem = quote.includes(code) ? quote : `${quote} (${code})`;
  const details = { cause, networkCode };
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED") {
    const advice = "A dispatcher of the package undici needs the fetch of the same package: set the option fetch, too.";
    return new Problem("configuration", `fetch does not send this request: ${problem}. ${advice}`, { cause });
  }
  if (!isNetworkError && causes.length === 1 && code === "" && mistakeNames.includes(first?.name ?? "")) {
    return new Problem("configuration", `fetch does not send this request: ${problem}.`, { cause });
  }
  if (timeoutCodes.includes(code)) {
    const message = `${problem}. This is a limit of the fetch function. Raise it there.`;
    return new Problem("timeout", message, { limit: "fetch", ...details }, { code: "timeout" });
  }
  // Codes such as ETIMEDOUT and EHOSTUNREACH may also belong to a connection that was made.
  const isUnconnected =
    unsentCodes.includes(code) || causes.some(({ message }) => /^connect E|^Proxy response/.test(message));
  const advice = /SSL|TLS|CERT|SIGNATURE/.test(code) ? ": check https: in baseUrl, and the certificate" : "";
  const { host } = new URL(url);
  const failure = isUnconnected
    ? `${host} could not be reached: check baseUrl and proxies`
    : `The connection to ${host} failed${advice}`;
  const isUnsent = isUnconnected || certificateCodes.test(code);
  return new Problem("connection", `${problem}. ${failure}.`, details, { code: "connection", isUnsent });
}
