export interface BaseUrl {
  readonly origin: string;
  /** Path without a trailing slash. */
  readonly path: string;
}

/** Parses a URL; returns undefined for any other text. `URL.parse` does the same, but older browsers lack it. */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Parses an HTTP or HTTPS URL; returns undefined for any other value. */
export function parseHttpUrl(value: unknown): URL | undefined {
  // The URL may belong to another realm: test environments have their own.
  const text = typeof value === "object" && value !== null && "href" in value ? value.href : value;
  const url = typeof text === "string" ? parseUrl(text) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

export function splitBaseUrl({ origin, pathname }: URL): BaseUrl {
  return { origin, path: pathname.replace(/\/+$/, "") };
}
