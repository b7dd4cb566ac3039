/** Thrown if a request gets no response: the connection fails, or the response does not arrive in time. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";
}
