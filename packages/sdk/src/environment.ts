export const apiKeyVariable = "KNOWLEDGE_BASE_API_KEY";

/** Reads an environment variable, if the runtime has any. An empty variable counts as not set. */
export function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined; // Deno throws if access to the environment isn't allowed.
  }
}

/** Returns whether the code runs in a web page or in its workers, where everybody who opens the page can read it. */
export function isBrowser(): boolean {
  const { process, Deno, document, WorkerGlobalScope, location } = globalThis as Readonly<Record<string, unknown>>;
  if (Deno || (process as { versions?: { node?: string } } | undefined)?.versions?.node) return false;
  return document !== undefined || (WorkerGlobalScope !== undefined && location !== undefined);
}
