import { createSecret } from "../secret.ts";

/** Who may use the controls from a page in a browser. */
export interface InspectorAccess {
  /** Token that the requests of the page contain. */
  readonly token: string;
  /** Checks the name of a host, without its port. */
  readonly isExpectedHost: (name: string) => boolean;
}

/**
 * Creates the access of the inspector, with a token of its own. The host of a request must be this machine, an IP address or
 * one of the allowed names: any other could be that of a website whose name server names this machine (DNS rebinding).
 *
 * @param allowedHosts - names; `*` allows all, and a name that begins with a dot those that end with it
 */
export function createInspectorAccess(allowedHosts: readonly string[]): InspectorAccess {
  const names = ["localhost", ".localhost", ...allowedHosts.map((name) => name.toLowerCase())];
  return {
    token: createSecret(),
    isExpectedHost: (name) =>
      names.some(
        (allowed) => allowed === "*" || (allowed.startsWith(".") ? name.endsWith(allowed) : name === allowed),
      ) || isIpAddress(name),
  };
}

/** Checks whether the host of a URL is an IP address. URLs have only one spelling of each. */
function isIpAddress(name: string): boolean {
  return name.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(name);
}
