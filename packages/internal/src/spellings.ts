import { escapeControlCharacters } from "./texts.ts";

const xmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/**
 * Escapes a text for an element or an attribute of XML or HTML. XML forbids most control characters, and a terminal may show the
 * document.
 */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replace(/[&<>"'\p{Cc}\p{Bidi_Control}]/gu, (found) => xmlEntities[found] ?? `&#${found.charCodeAt(0)};`);
}

/** Quotes a text as one word of a POSIX shell. A terminal would interpret control characters, so they are escaped. */
export function quoteForShell(text: string): string {
  if (/^[A-Z]+$/.test(text)) return text;
  const isPlain = !/(?![\n\t])\p{Cc}/u.test(text);
  if (isPlain) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${escapeControlCharacters(text.replace(/['\\]/g, "\\$&"))}'`;
}

/** The parts of a request that a curl command sends, besides the API key. */
interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Writes a request as a curl command, which reads the API key from the environment variable `KNOWLEDGE_BASE_API_KEY`. */
export function writeCurl({ method, url, headers, body }: CurlRequest): string {
  return [
    `curl --globoff ${method === "HEAD" ? "--head" : `-X ${quoteForShell(method)}`} ${quoteForShell(url)}`,
    `-H "x-api-key: $KNOWLEDGE_BASE_API_KEY"`,
    // A semicolon makes curl send an empty header.
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(name + (value ? `: ${value}` : ";"))}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ].join(" \\\n  ");
}
