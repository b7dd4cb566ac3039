export interface BaseUrl {
  readonly origin: string;
  /** Path without a trailing slash. */
  readonly path: string;
}

/** Parses an HTTP or HTTPS URL; returns undefined for any other value. */
export function parseHttpUrl(value: unknown): URL | undefined {
  // The URL may belong to another realm: test environments have their own.
  const text = typeof value === "object" && value !== null && "href" in value ? value.href : value;
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

export function splitBaseUrl({ origin, pathname }: URL): BaseUrl {
  return { origin, path: pathname.replace(/\/+$/, "") };
}
