/** A base URL, taken apart. */
export interface BaseUrl {
  readonly origin: string;
  /** Its path, without a slash at its end. */
  readonly path: string;
}

/** Reads a URL of HTTP; undefined where a value is none. */
export function parseHttpUrl(value: unknown): URL | undefined {
  // A URL may be of another realm: test environments bring one of their own.
  const text = typeof value === "object" && value !== null && "href" in value ? value.href : value;
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

/** Takes a base URL apart. */
export function splitBaseUrl({ origin, pathname }: URL): BaseUrl {
  return { origin, path: pathname.replace(/\/+$/, "") };
}
