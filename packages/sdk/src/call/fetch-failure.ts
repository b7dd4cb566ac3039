import type { Redact } from "@knowledge-base/types/internal";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { DeferredError } from "../errors/deferred-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import { AttemptError } from "./attempt-error.ts";
import { type ErrorLike, sanitizeCause } from "./sanitize-cause.ts";

/** Thrown for an error of a `fetch` function that tells of a mistake in the program. */
export class FetchMistake extends Error {}

/** Codes of connections that were never made, so that no request was sent over them. */
const unsentCodes = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** Codes of limits that Node sets by default, even if the timeout of the client is longer. */
const timeoutCodes = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];

/** Codes of requests that Node does not send. */
const mistakeCodes = ["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"];

/** Turns what a request has thrown into the error of the attempt, or of the call if the same request would always fail. */
export function readFetchFailure(thrown: unknown, url: string, redact: Redact): DeferredError {
  if (thrown instanceof DeferredError) return thrown;
  const isMistake = thrown instanceof FetchMistake;
  const cause = sanitizeCause(isMistake ? thrown.cause : thrown, redact);
  const code = findCode(cause) ?? "";
  const isBlocked = isBlockedPort(cause);
  const problem = isBlocked ? "it blocks the port of baseUrl" : describeCause(cause, code);
  if (isMistake || mistakeCodes.includes(code) || isBlocked) {
    return new DeferredError(`fetch does not send this request: ${problem}.`, ConfigurationError, { cause });
  }
  if (timeoutCodes.includes(code)) {
    const advice = "That is a limit of the fetch function, which can be raised there.";
    return new AttemptError("timeout", `${problem}. ${advice}`, TimeoutError, { limit: "fetch", cause });
  }
  const advice = `The service at ${redact(new URL(url).host)} could not be reached, or the connection broke.`;
  const isUnsent = unsentCodes.includes(code);
  return new AttemptError("connection", `${problem}. ${advice}`, ConnectionError, { cause }, isUnsent);
}

/** Returns whether `fetch` refuses the port of the URL, as it does for ports of other protocols. */
function isBlockedPort(thrown: unknown): boolean {
  const { message, cause }: ErrorLike = Object(thrown);
  return message === "bad port" || (cause !== undefined && isBlockedPort(cause));
}

/** Describes a sanitized cause as a part of a sentence: `fetch failed (ECONNREFUSED)`. */
function describeCause(cause: unknown, code: string): string {
  const { message = cause }: ErrorLike = Object(cause);
  const text = typeof message === "string" && message !== "" ? message.replace(/\.$/, "") : "the connection failed";
  return text.includes(code) ? text : `${text} (${code})`;
}

/** Finds a code of the platform, such as `ECONNREFUSED`, in a chain of causes. That of a sanitized cause has an end. */
function findCode(thrown: unknown): string | undefined {
  const { code, cause, errors }: ErrorLike = Object(thrown);
  if (typeof code === "string") return code;
  return (
    (cause === undefined ? undefined : findCode(cause)) ?? (Array.isArray(errors) ? findCode(errors[0]) : undefined)
  );
}
