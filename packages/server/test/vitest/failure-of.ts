/** Returns the error of an assertion that fails. */
export async function failureOf(
  assertion: () => unknown,
): Promise<{ message: string; actual?: unknown; expected?: unknown }> {
  try {
    await assertion();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Failed to catch the error of an assertion: it holds.");
}
