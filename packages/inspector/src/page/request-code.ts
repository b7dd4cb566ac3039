import { writeCurlCommand } from "@knowledge-base/internal/curl-command";
import { isObject, parseJson } from "@knowledge-base/internal/json";
import type { JournalEntry } from "@knowledge-base/server";

// Code that sends a request again. The user puts the key in.

/** Returns a request as a command of curl; undefined if the journal has only the beginning of its body. */
export function toCurl(entry: JournalEntry, baseUrl: string): string | undefined {
  const { method, path, query, requestBody, headers } = entry;
  if (isBodyCut(entry)) return undefined;
  const { origin, pathname } = new URL(baseUrl);
  // A proxy may have removed the path of the base URL.
  const base = path.startsWith(`${pathname}/`) ? origin : baseUrl;
  const url = base + path + (query === "" ? "" : `?${query}`);
  const { "content-type": type } = headers;
  const sent = type === undefined ? {} : { "content-type": type };
  return writeCurlCommand({ method, url, headers: sent, body: requestBody || undefined });
}

/** Returns a request as a call of the client; undefined if it isn't a request of an operation, or its body was cut. */
export function toClientCode(entry: JournalEntry, baseUrl: string): string | undefined {
  const { operation, input, requestBody } = entry;
  if (operation === null || input === null || isBodyCut(entry)) return undefined;
  const body = readObject(requestBody);
  // The input has the ids first, and wins over the body.
  const fields = Object.entries({ ...input, ...body, ...input }).map(([name, value]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `\n  ${key}: ${JSON.stringify(value)},`;
  });
  // The client sends no other bodies than JSON objects.
  const comment = body ? "" : `// The request had this body: ${JSON.stringify(requestBody)}\n`;
  return `import { KnowledgeBase } from "@knowledge-base/sdk";

const kb = new KnowledgeBase({
  baseUrl: ${JSON.stringify(baseUrl)},
  apiKey: process.env.KNOWLEDGE_BASE_API_KEY,
});
${comment}const result = await kb.${operation}({${fields.join("")}\n});`;
}

// The input of a rejected request may lack the fields of its body.
function readObject(text: string): object | undefined {
  const value = text === "" ? {} : parseJson(text);
  return isObject(value) ? value : undefined;
}

function isBodyCut({ truncatedFields }: JournalEntry): boolean {
  return truncatedFields.includes("requestBody");
}
