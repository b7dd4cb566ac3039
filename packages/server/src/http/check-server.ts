import { fieldsOf } from "@knowledge-base/internal";
import { type BaseUrl, parseHttpUrl, splitBaseUrl } from "./base-url.ts";

/**
 * Checks that a value is a server, and returns its base URL.
 *
 * @param task - task that fails otherwise, such as `serve the controls`
 * @throws TypeError if the value has no `fetch` or no `baseUrl`. The message never shows the value, which may contain a key.
 */
export function checkServer(task: string, server: unknown): BaseUrl {
  const throwTypeError = (problem: string): never => {
    const advice =
      "Give the server that createReferenceServer made, or an object with a fetch and a baseUrl, such as " +
      "{ ...server, fetch: withControl(server) }";
    throw new TypeError(`Failed to ${task}: ${problem}. ${advice}.`);
  };
  if (server === undefined || server === null) return throwTypeError(`the server is ${server}`);
  if (typeof server === "function") return throwTypeError("the server is a function");
  const { fetch, baseUrl } = fieldsOf(server);
  if (typeof fetch !== "function") return throwTypeError("the server has no fetch");
  if (typeof baseUrl !== "string") return throwTypeError("the server has no baseUrl");
  const url =
    parseHttpUrl(baseUrl) ?? throwTypeError("the baseUrl of the server does not begin with https:// or http://");
  return splitBaseUrl(url);
}
