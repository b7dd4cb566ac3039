import type { InspectorFile } from "@knowledge-base/inspector";

/** Nothing but the files of the inspector itself is loaded, and no other page can show it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html",
].join("; ");

const headers = {
  "cache-control": "no-cache",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Returns the response to a request to a path below `/_inspector/`. */
export async function createInspectorResponse({ method, headers: sent }: Request, path: string): Promise<Response> {
  const { files } = await import("@knowledge-base/inspector");
  const known = new Map<string, InspectorFile>(Object.entries(await files()));
  const file = known.get(path === "" ? "index.html" : path);
  if (!file) return createTextResponse(404, "The inspector has no such file.");
  if (method === "OPTIONS") return createTextResponse(200, "GET, HEAD", { allow: "GET, HEAD" });
  if (method !== "GET" && method !== "HEAD") {
    return createTextResponse(405, "The inspector is read with GET.", { allow: "GET, HEAD" });
  }
  const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(sent.get("accept-encoding") ?? "");
  return new Response(method === "HEAD" ? null : readFile(file, acceptsGzip), {
    headers: {
      ...headers,
      "content-type": file.type,
      vary: "accept-encoding",
      ...(acceptsGzip && { "content-encoding": "gzip" }),
    },
  });
}

/** Returns the content of a file, which is stored compressed. */
function readFile({ gzip }: InspectorFile, isCompressed: boolean): ReadableStream {
  const compressed = new Blob([Uint8Array.from(atob(gzip), (character) => character.charCodeAt(0))]).stream();
  return isCompressed ? compressed : compressed.pipeThrough(new DecompressionStream("gzip"));
}

/** Returns the redirect of a browser to the inspector. */
export function redirectToInspector(basePath: string): Response {
  return new Response(null, { status: 302, headers: { location: `${basePath}/_inspector/`, vary: "accept" } });
}

/** Checks whether a request is that of a browser for a page. */
export function isPageRequest(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && /\btext\/html\b/i.test(request.headers.get("accept") ?? "");
}

function createTextResponse(status: number, text: string, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { ...headers, ...more, "content-type": "text/plain; charset=utf-8" } });
}
