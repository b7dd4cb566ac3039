/** Returns the lines of the stack below a function: they begin with the line that called it. */
export function framesOf(callee: (...input: never[]) => unknown): string {
  const place = new Error();
  // Not every browser has it. Vitest then shows the line of this function.
  Error.captureStackTrace?.(place, callee);
  return place.stack?.replace(/^.*\n/, "") ?? "";
}

/** Returns an error as if it was thrown at a place. */
export function placeAt<AnyError extends Error>(error: AnyError, frames: string): AnyError {
  error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
}
