/** Whether an error is that with which `fetch` tells that the connection was reset. */
export function isConnectionReset(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const { code } = Object(cause) as { readonly code?: unknown };
  return code === "ECONNRESET";
}
