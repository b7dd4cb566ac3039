/** What became of a call: what it gave, or all that can be seen of what it threw. */
export type Outcome = { readonly value: unknown } | { readonly thrown: object };

/** Calls, and tells what became of it. */
export async function outcomeOf(call: () => unknown): Promise<Outcome> {
  try {
    return { value: await call() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { thrown: Object.assign({ class: error.constructor, message: error.message }, error) };
  }
}
