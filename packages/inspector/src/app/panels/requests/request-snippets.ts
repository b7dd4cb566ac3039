import type { JournalEntry } from "@knowledge-base/server";

/** Base URL of the server that serves this page. */
const baseUrl = new URL("../", location.href).href.replace(/\/$/, "");

/** Returns a request as a shell command, which reads the key from `KNOWLEDGE_BASE_API_KEY`. */
export function toCurl({ method, path, query, requestBody, headers }: JournalEntry): string {
  const { "content-type": type } = headers;
  return [
    `curl --globoff ${method === "HEAD" ? "--head" : `-X ${quote(method)}`} ${quote(new URL(baseUrl).origin + path + (query === "" ? "" : `?${query}`))}`,
    `-H "x-api-key: $KNOWLEDGE_BASE_API_KEY"`,
    ...(type === undefined ? [] : [`-H ${quote(`content-type: ${type}`)}`]),
    ...(requestBody === "" ? [] : [`--data-raw ${quote(requestBody)}`]),
  ].join(" \\\n  ");
}

/** Returns a request as a call of the client; undefined if it was sent to no operation. */
export function toClientCode({ operation, input }: JournalEntry): string | undefined {
  if (operation === null || input === null) return undefined;
  const fields = Object.entries(input).map(([name, value]) => `${formatName(name)}: ${formatValue(name, value)}`);
  return `import { KnowledgeBase } from "@knowledge-base/sdk";

const kb = new KnowledgeBase({
  baseUrl: ${JSON.stringify(baseUrl)},
  apiKey: process.env.KNOWLEDGE_BASE_API_KEY,
});
const result = await kb.${operation}({ ${fields.join(", ")} });`;
}

function formatName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** The journal has the parameters of a query as they were sent. */
function formatValue(name: string, value: unknown): string {
  return name === "limit" && /^(?:0|[1-9]\d{0,8})$/.test(String(value)) ? String(value) : JSON.stringify(value);
}

/** Quotes a text as one word of a POSIX shell. A terminal would execute control characters, so that they are escaped. */
function quote(text: string): string {
  if (/^[A-Z]+$/.test(text)) return text;
  if (text.search(controlCharacters) >= 0) {
    const escaped = text.replace(/['\\]/g, "\\$&").replaceAll(controlCharacters, escapeCharacter);
    return `$'${escaped}'`;
  }
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Control characters, except for line breaks and tabs. */
const controlCharacters = /(?![\n\t])\p{Cc}/gu;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
