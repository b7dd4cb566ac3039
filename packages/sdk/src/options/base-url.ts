import { ConfigurationError } from "../errors/configuration-error.ts";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";

/**
 * Reads a base URL: its origin and its path, without a slash at the end.
 *
 * @throws {@link ConfigurationError} where the key must not be sent there
 */
export function readBaseUrl(given: string | URL, context: ErrorContext, allowInsecureHttp: boolean): string {
  const refuse = (problem: string): never => {
    throw new ConfigurationError(`baseUrl ${problem}`, context);
  };
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return refuse("is not an HTTP URL. Give one such as https://kb.example.com.");
  const { protocol, hostname, origin, pathname, username, password, search, hash } = url;
  if (username || password || search || hash) refuse("has more than an origin and a path. Take the rest out.");
  if (protocol === "http:" && !allowInsecureHttp && !isLoopback(hostname)) {
    refuse("is plain http:, which shows the key to the network. Use https:, or set allowInsecureHttp.");
  }
  return origin + pathname.replace(/\/+$/, "");
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
