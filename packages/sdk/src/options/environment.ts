/** Reads an environment variable, where the runtime has any. An empty one counts as none. */
export function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined; // Deno throws where reading the environment is not allowed.
  }
}

/** Tells whether the code runs in a web page or in a worker of one, where whoever opens the page can read it. */
export function isBrowser(): boolean {
  const { process, Deno, document, WorkerGlobalScope, location } = globalThis as Readonly<Record<string, unknown>>;
  if (Deno || (process as { versions?: { node?: string } } | undefined)?.versions?.node) return false;
  return document !== undefined || (WorkerGlobalScope !== undefined && location !== undefined);
}
