/** The first of a series that nothing has taken yet. */
export function nextFree(next: () => string, isTaken: (candidate: string) => boolean): string {
  for (;;) {
    const candidate = next();
    if (!isTaken(candidate)) return candidate;
  }
}
