const matchesByJournal = new WeakMap<object, Set<Promise<unknown>>>();

/** Remembers a match that reads the journal of a connected server, until it ends, and returns it. */
export function rememberMatch<Result>(journal: object, match: Promise<Result>): Promise<Result> {
  const matches = matchesByJournal.get(journal) ?? new Set();
  matchesByJournal.set(journal, matches.add(match));
  const forget = () => void matches.delete(match);
  match.then(forget, forget);
  return match;
}

/**
 * Rejects if a match of a journal has not ended, because its test has not awaited it. Its result would belong to no test.
 *
 * @throws Error once the match has ended, which needs the organization of the test
 */
export async function rejectPendingMatches(journal: object): Promise<void> {
  const matches = Array.from(matchesByJournal.get(journal) ?? []);
  if (matches.length === 0) return;
  await Promise.allSettled(matches);
  throw new Error(
    "Failed to finish the test: a matcher was not awaited. With a connected server, matchers return promises: " +
      "await expect(organization).toHaveReceived(…).",
  );
}
