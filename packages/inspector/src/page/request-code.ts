import { isObject, parseJson, writeCurlCommand } from "@knowledge-base/internal";
import type { JournalEntry } from "@knowledge-base/server";

// Code that sends a request again. The user puts the key in.

/** Returns a request as a command of curl. */
export function toCurl({ method, path, query, requestBody, headers }: JournalEntry, baseUrl: string): string {
  const url = new URL(baseUrl).origin + path + (query === "" ? "" : `?${query}`);
  const { "content-type": type } = headers;
  const sent = type === undefined ? {} : { "content-type": type };
  return writeCurlCommand({ method, url, headers: sent, body: requestBody || undefined });
}

/** Returns a request as a call of the client; undefined if it isn't a request of an operation. */
export function toClientCode({ operation, input, requestBody }: JournalEntry, baseUrl: string): string | undefined {
  if (operation === null || input === null) return undefined;
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
