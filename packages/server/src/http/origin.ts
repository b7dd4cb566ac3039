import { parseHttpUrl } from "./base-url.ts";

/** Checks whether a value is an origin as browsers send it: of a website, of an application, or `null` of a file. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const url = parseHttpUrl(value);
  return url
    ? url.origin === value
    : value === "null" || /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[\w.-]+(:\d+)?$/.test(value);
}
