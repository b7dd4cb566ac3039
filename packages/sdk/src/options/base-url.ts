import { ConfigurationError } from "../errors/configuration-error.ts";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";

const example = "Give one such as https://kb.example.com";

/**
 * Reads a base URL: its origin and its path, without a slash at the end.
 *
 * @throws {@link ConfigurationError} where the key must not be sent there
 */
export function readBaseUrl(given: string | URL, context: ErrorContext, allowInsecureHttp: boolean): string {
  const refuse = (problem: string): never => {
    throw new ConfigurationError(problem, context);
  };
  const url = URL.canParse(given) ? new URL(given) : refuse(`baseUrl is not a URL. ${example}.`);
  const { protocol, hostname, origin, pathname, username, password, search, hash } = url;
  if (protocol !== "https:" && protocol !== "http:") refuse(`baseUrl is not an HTTP URL. ${example}.`);
  if (username !== "" || password !== "")
    refuse("baseUrl holds credentials. Take them out, and give the key as apiKey.");
  if (search !== "" || hash !== "") refuse(`baseUrl has a query or a fragment. ${example}.`);
  if (protocol === "http:" && !allowInsecureHttp && !isLoopback(hostname)) {
    refuse("baseUrl is plain http:, which shows the key to the network. Use https:, or set allowInsecureHttp.");
  }
  return origin + pathname.replace(/\/+$/, "");
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
