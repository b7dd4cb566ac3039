/** Describes why a request got no response. Includes the cause, because fetch itself only reports "fetch failed". */
export function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
}
