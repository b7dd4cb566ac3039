import type { IncomingMessage } from "node:http";

/**
 * Makes a URL of what the line and the `host` of a request name. A host that is none does not matter: then the URL is
 * below the given origin.
 */
export function readRequestTarget({ url: written = "", headers }: IncomingMessage, origin: string): URL | undefined {
  // URL would take a backslash for a slash, and so find a path that a proxy in front has not seen and may refuse.
  const target = written.replaceAll("\\", "%5C");
  if (target.startsWith("/")) return new URL(originOfHost(headers.host, origin) + target);
  if (target === "*") return new URL(`${originOfHost(headers.host, origin)}/*`);
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url ? new URL(`http://${url.host}${url.pathname}${url.search}`) : undefined;
}

function originOfHost(host: string | undefined, origin: string): string {
  const isHost = host !== undefined && /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host);
  return isHost && URL.canParse(`http://${host}`) ? `http://${host}` : origin;
}
