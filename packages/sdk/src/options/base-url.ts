import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import { refuse } from "./refuse.ts";

/**
 * Reads a base URL: its origin and its path, without a slash at the end.
 *
 * @throws {@link ConfigurationError} where the key must not be sent there
 */
export function readBaseUrl(
  given: string | URL,
  allowInsecureHttp: boolean | undefined,
  context?: ErrorContext,
): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return refuse("baseUrl is not an HTTP URL. Give one such as https://kb.example.com.", context);
  const { protocol, hostname, origin, pathname, href } = url;
  if (href !== origin + pathname) refuse("baseUrl has more than an origin and a path. Take the rest out.", context);
  if (protocol === "http:" && allowInsecureHttp !== true && !isLoopback(hostname)) {
    refuse(
      "baseUrl is plain http:, which shows the key to the network. Use https:, or set allowInsecureHttp.",
      context,
    );
  }
  return origin + pathname.replace(/\/+$/, "");
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
