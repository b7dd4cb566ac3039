/** Thrown if something happened that must never happen. */
export class BrokenInvariant extends Error {
  override readonly name = "BrokenInvariant";
}
