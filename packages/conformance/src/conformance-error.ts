/** An implementation does something else than the specification says. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
}

/**
 * Requires something of an implementation.
 *
 * @throws {@link ConformanceError} with the message where it does not hold
 */
export function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new ConformanceError(message);
}
