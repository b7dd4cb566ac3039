import { isIP } from "node:net";

/** Checks whether a value is a host name or an IP address; a dot at its beginning, or `*` alone, is a wildcard. */
export function isHostName(value: unknown): boolean {
  return typeof value === "string" && (value === "*" || /^[\w.-]*\w$/.test(value) || isIP(value) !== 0);
}
