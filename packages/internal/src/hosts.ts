import { parseUrl } from "./url.ts";

/** Returns whether the host of a URL, or the name of a host, is this machine under an address that other machines can't reach. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|(?:::ffff:)?127(?:\.\d+){3}|\[?::(?:1|ffff:7f[\da-f]{2}:[\da-f]+)\]?)$/i.test(host);
}

/** Returns whether a key that is sent to a URL leaves this machine unencrypted. */
export function isInsecureUrl(text: string | URL): boolean {
  const url = parseUrl(text);
  return url?.protocol === "http:" && !isLoopbackHost(url.hostname);
}

/** Parses the header `Host`, a host with or without a port; returns undefined for any other text, also for one with a path or a user. */
export function parseHost(host = "", protocol = "http:"): URL | undefined {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i.test(host) ? parseUrl(`${protocol}//${host}`) : undefined;
}

/** Returns whether a value is a host name or an IP address; a dot at its beginning, or `*` alone, is a wildcard. */
export function isHostName(value: unknown): boolean {
  if (typeof value !== "string") return false;
  return value === "*" || /^[\w.-]*\w$/.test(value) || parseHost(`[${value}]`) !== undefined;
}

/**
 * Creates the check with which a server on this machine refuses DNS rebinding: a website can give its host name the address of this
 * machine, and its pages then have the same origin as the server. Browsers still send the name.
 *
 * @param allowedHosts - names and addresses besides those of loopback; a dot at the beginning allows subdomains, `*` allows every host
 * @returns a function that checks the host of a URL; without a URL, it is allowed only with `*`
 */
export function createHostCheck(allowedHosts: readonly string[]): (url: URL | undefined) => boolean {
  const names = allowedHosts.map((name) => name.toLowerCase());
  return (url) => {
    const name = url?.hostname.replaceAll(/^\[|\]$|\.$/g, "") ?? "";
    const isNamed = (allowed: string) => (allowed.startsWith(".") ? name.endsWith(allowed) : name === allowed);
    return isLoopbackHost(name) || names.some((allowed) => allowed === "*" || isNamed(allowed));
  };
}
