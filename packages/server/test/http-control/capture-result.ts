/** The value that a call returned, or the visible properties of the error that it threw. */
export type CallResult = { readonly value: unknown } | { readonly thrown: object };

/** Returns the result of a call. */
export async function captureResult(call: () => unknown): Promise<CallResult> {
  try {
    return { value: await call() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { thrown: Object.assign({ class: error.constructor, message: error.message }, error) };
  }
}
