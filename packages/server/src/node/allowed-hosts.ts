import type { IncomingHttpHeaders } from "node:http";
import { createHostCheck, isLoopbackHost, parseHost } from "@knowledge-base/internal";

interface RequestHost {
  // Origin of the URLs with this host; the listener's own if the host is missing or invalid.
  readonly origin: string;
  readonly isAllowed: boolean;
}

/** Returns what the host of a request says, if it has one. */
export type HostReader = (host: string | undefined, headers: IncomingHttpHeaders) => RequestHost;

interface HostReaderOptions {
  // Origin of the listener, such as `http://127.0.0.1:43521`.
  readonly ownOrigin: string;
  readonly address: string;
  readonly host: string;
  // Further hosts; undefined if a listener beyond loopback allows every host.
  readonly allowedHosts: readonly string[] | undefined;
  readonly trustProxy: boolean;
}

/**
 * Creates the function that reads and checks the host of a request. A client that sends no host isn't a browser, so DNS rebinding
 * can't concern it.
 */
export function createHostReader(options: HostReaderOptions): HostReader {
  const { ownOrigin, address, host, allowedHosts, trustProxy } = options;
  const { protocol } = new URL(ownOrigin);
  const allowsEveryHost = allowedHosts === undefined && !isLoopbackHost(address);
  const isAllowed = createHostCheck([host, address, ...(allowedHosts ?? [])]);

  function read(sent: string | undefined): RequestHost {
    const url = parseHost(sent, protocol);
    return { origin: url?.origin ?? ownOrigin, isAllowed: allowsEveryHost || !sent || isAllowed(url) };
  }

  // Nearly all requests to a listener have the same host, and reading it costs more than finding the operation.
  let lastSent: string | undefined;
  let last = read(lastSent);
  return (sent, headers) => {
    if (sent !== lastSent) last = read(sent);
    lastSent = sent;
    return trustProxy ? { ...last, origin: readForwardedOrigin(headers, last.origin) } : last;
  };
}

// Returns the origin that clients of a proxy use, from the headers that the proxy adds.
function readForwardedOrigin(headers: IncomingHttpHeaders, origin: string): string {
  const protocol = firstOf(headers["x-forwarded-proto"])?.toLowerCase();
  const { host } = parseHost(firstOf(headers["x-forwarded-host"])) ?? new URL(origin);
  return new URL(`${protocol === "https" ? protocol : "http"}://${host}`).origin;
}

// Each proxy appends to the list, so the first value comes from the proxy nearest to the client.
function firstOf(header: string | readonly string[] | undefined): string | undefined {
  return header?.toString().split(",")[0]?.trim();
}
