/** Awaits a function for one element after the other: a later call of a model may depend on an earlier one. */
export async function runInOrder<Element, Result>(
  elements: readonly Element[],
  run: (element: Element) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const element of elements) results.push(await run(element));
  return results;
}
