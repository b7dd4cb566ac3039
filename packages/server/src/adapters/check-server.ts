/**
 * Requires something that requests can be handed to.
 *
 * @param task - what is to be done with it
 * @throws TypeError where it has no `fetch` or no `baseUrl`. What it holds is not told: it may hold a key.
 */
export function checkServer(task: string, server: unknown): void {
  const problem = problemOf(server);
  if (problem === undefined) return;
  throw new TypeError(
    `Failed to ${task}: ${problem}. Give the server that createReferenceServer made, or an object with a fetch and a baseUrl.`,
  );
}

function problemOf(server: unknown): string | undefined {
  if (server === undefined || server === null) return `the server is ${server}`;
  const { fetch, baseUrl } = Object(server) as { readonly fetch?: unknown; readonly baseUrl?: unknown };
  if (typeof fetch !== "function") return "the server has no fetch";
  if (typeof baseUrl !== "string") return "the server has no baseUrl";
  return URL.canParse(baseUrl) ? undefined : "the baseUrl of the server is no URL";
}
