/** Reads the body of a request, at most one byte more than the limit. The rest is not received. */
export async function readBody({ body }: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) break;
  }
  const bytes = new Uint8Array(Math.min(length, limit + 1));
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, bytes.length - at);
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns a request with another path or body. */
export function copyRequest(request: Request, url: URL | string, body: BodyInit | null): Request {
  const { method, headers: received } = request;
  const headers = new Headers(received);
  headers.delete("content-length");
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(url, { method, headers, redirect: "manual", ...(hasBody && { body }) });
}
