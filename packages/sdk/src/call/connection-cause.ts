/** Codes of connections that were never made, so that nothing was sent over them. */
const unsentCodes: readonly unknown[] = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

interface Failure {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/**
 * The code of the platform for what went wrong, such as `ECONNREFUSED`, from wherever in the chain of causes it is. What is
 * safe to show has a chain that ends.
 */
function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  const { code, cause, errors } = thrown as Failure;
  if (typeof code === "string") return code;
  return codeOf(cause) ?? (Array.isArray(errors) ? codeOf(errors[0]) : undefined);
}

/** Tells whether a request certainly never reached the service. */
export function isUnsent(cause: unknown): boolean {
  return unsentCodes.includes(codeOf(cause));
}

/** What went wrong, as a part of a sentence: `fetch failed (ECONNREFUSED)`. */
export function describeCause(cause: unknown): string {
  const { message = cause }: Failure = Object(cause);
  const code = codeOf(cause);
  const text = typeof message === "string" && message !== "" ? message.replace(/\.$/, "") : "the connection failed";
  return code === undefined || text.includes(code) ? text : `${text} (${code})`;
}
