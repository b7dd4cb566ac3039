/** Returns the names between braces in a path, in the order of the path. */
export function pathParamNames(path: string): string[] {
  return Array.from(path.matchAll(pathParam), ([, name]) => name as string);
}

const pathParam = /\{([^{}]+)\}/g;

/** Writes a path whose parameters have values, percent-encoded. */
export function writePath(path: string, read: (name: string) => string): string {
  return path.replace(pathParam, (_, name: string) => encode(read(name)));
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
