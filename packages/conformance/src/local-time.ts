/** Returns the time of this machine in milliseconds since 1970, to compare that of an implementation with it. */
export function localTimeMs(): number {
  return Date.now();
}
