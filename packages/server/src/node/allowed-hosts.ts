import { isIP } from "node:net";

/** Checks whether requests with a `host` header are allowed. */
export type HostCheck = (host: string | undefined) => boolean;

/** Options of {@link createHostCheck}. */
export interface HostCheckOptions {
  /** Address that the listener listens on. */
  readonly address: string;
  /** The option `host` of the listener. */
  readonly host: string;
  /** Further hosts; undefined if a listener beyond loopback allows every host. */
  readonly allowedHosts: readonly string[] | undefined;
}

/**
 * Creates the check of the `host` header. The name server of a website can give its host name the address of this machine
 * (DNS rebinding). Its pages would then have the same origin as this server, but browsers still send the name. A client that
 * sends no host is not a browser.
 */
export function createHostCheck({ address, host, allowedHosts }: HostCheckOptions): HostCheck {
  if (allowedHosts === undefined && !isLoopback(address)) return () => true;
  if (allowedHosts?.includes("*")) return () => true;
  const names = [host, address, ...(allowedHosts ?? [])].map((name) => name.toLowerCase());
  const exact = new Set(names.filter((name) => !name.startsWith(".")));
  const suffixes = [...names.filter((name) => name.startsWith(".")), ".localhost"];
  const isAllowedName = (name: string) =>
    name === "localhost" || isLoopback(name) || exact.has(name) || suffixes.some((suffix) => name.endsWith(suffix));
  let lastAllowed = "";
  return (header = "") => {
    if (header === lastAllowed) return true;
    const name = readHostName(header);
    if (name === undefined || !isAllowedName(name)) return false;
    lastAllowed = header;
    return true;
  };
}

/** Checks whether an IP address is one of this machine's own, which other machines cannot reach. */
export function isLoopback(address: string): boolean {
  if (isIP(address) === 6) return address === "::1" || /^::ffff:(127\.|7f[\da-f]{2}:)/i.test(address);
  return isIP(address) === 4 && address.startsWith("127.");
}

/** Returns the name of a `host` header without its port, or undefined if it is invalid. */
function readHostName(header: string): string | undefined {
  const [, ipv6, name] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d*)?$/i.exec(header) ?? [];
  return (ipv6 ?? name?.replace(/\.$/, ""))?.toLowerCase();
}
