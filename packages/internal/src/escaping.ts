/** Escapes the characters of a text that break a line, reverse its direction or control a terminal. */
export function escapeControlCharacters(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

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
