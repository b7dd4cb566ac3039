import { fieldsOf } from "./json.ts";

/** Parses a URL; returns undefined for any other text. */
export function parseUrl(url: string | URL, base?: string): URL | undefined {
  // `URL.parse` does the same, but older browsers lack it.
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/** Parses an HTTP or HTTPS URL, which is a text or a URL object; returns undefined for any other value. */
export function parseHttpUrl(value: unknown): URL | undefined {
  // The object may belong to another realm: test environments have their own.
  const text = fieldsOf(value)["href"] ?? value;
  const url = typeof text === "string" ? parseUrl(text) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

/**
 * Parses the base URL of a service, to which paths are appended. Returns the problem of any other value, to be read after its name. It
 * doesn't show the value, which may have a password.
 */
export function parseBaseUrl(value: unknown): URL | string {
  const url = parseHttpUrl(value);
  if (!url) return "is not an HTTP URL. Use one such as https://kb.example.com.";
  if (url.href === url.origin + url.pathname) return url;
  return "must have only an origin and a path. Remove the user name, password, query or fragment.";
}

const pathParam = /\{([^{}]+)\}/g;

/** Returns the names between braces in a path, in the order of the path. */
export function pathParamNames(path: string): string[] {
  return Array.from(path.matchAll(pathParam), ([, name]) => name as string);
}

/** Replaces each name of a path, with its braces, by another text. */
export function replacePathParams(path: string, replace: (name: string) => string): string {
  return path.replace(pathParam, (_, name: string) => replace(name));
}

/** Writes a path whose parameters have values, percent-encoded. */
export function writePath(path: string, read: (name: string) => string): string {
  return replacePathParams(path, (name) => encode(read(name)));
}

/**
 * Writes the query of a URL, with its question mark. Values that are null or undefined, and empty lists, are left out. Other lists
 * are repeated parameters by default.
 */
export function writeQuery(
  { queryArrays }: { readonly queryArrays?: "repeat" | "comma" | "brackets" },
  query: Readonly<Record<string, unknown>>,
): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const key = encode(queryArrays === "brackets" && Array.isArray(value) ? `${name}[]` : name);
    const values = [value ?? []].flat().map(encode);
    const written = queryArrays === "comma" && values.length > 0 ? [values.join(",")] : values;
    return written.map((text) => `${key}=${text}`);
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Removes the slashes at the end of a URL or a path, so that another path can follow. */
export function trimSlashes(url: string): string {
  return url.replace(/\/+$/, "");
}

function encode(value: unknown): string {
  return encodeURIComponent(String(value));
}
