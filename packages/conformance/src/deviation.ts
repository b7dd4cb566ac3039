/** An implementation does something else than it should. */
export class Deviation extends Error {
  override readonly name = "Deviation";
}

/** Something cannot be checked of an implementation, for want of what the message names. */
export class NotChecked extends Error {
  override readonly name = "NotChecked";
}

/**
 * Requires something of an implementation.
 *
 * @throws {@link Deviation} with the message where it does not hold
 */
export function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Deviation(message);
}
