import { quoteForShell } from "./escaping.ts";

/** Writes a request as a curl command, which reads the key from the environment variable `KNOWLEDGE_BASE_API_KEY`. */
export function writeCurlCommand({ method, url, headers, body }: CurlRequest): string {
  // A semicolon makes curl send an empty header.
  const given = Object.entries(headers).map(
    ([name, value]) => `-H ${quoteForShell(name + (value ? `: ${value}` : ";"))}`,
  );
  return [
    `curl --globoff ${method === "HEAD" ? "--head" : `-X ${quoteForShell(method)}`} ${quoteForShell(url)}`,
    `-H "x-api-key: $KNOWLEDGE_BASE_API_KEY"`,
    ...given,
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ].join(" \\\n  ");
}

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}
