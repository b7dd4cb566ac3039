import { type BaseUrl, parseHttpUrl, splitBaseUrl } from "../base-url.ts";

/**
 * Requires something that requests can be handed to.
 *
 * @param task - what is to be done with it
 * @returns its base URL
 * @throws TypeError where it has no `fetch` or no `baseUrl`. What it holds is not told: it may hold a key.
 */
export function checkServer(task: string, server: unknown): BaseUrl {
  const refuse = (problem: string): never => {
    const advice = "Give the server that createReferenceServer made, or an object with a fetch and a baseUrl";
    throw new TypeError(`Failed to ${task}: ${problem}. ${advice}.`);
  };
  if (server === undefined || server === null) return refuse(`the server is ${server}`);
  const { fetch, baseUrl } = Object(server) as { readonly fetch?: unknown; readonly baseUrl?: unknown };
  if (typeof fetch !== "function") return refuse("the server has no fetch");
  if (typeof baseUrl !== "string") return refuse("the server has no baseUrl");
  const url = parseHttpUrl(baseUrl) ?? refuse("the baseUrl of the server does not begin with https:// or http://");
  return splitBaseUrl(url);
}
