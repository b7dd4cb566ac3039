import type { IncomingMessage } from "node:http";
import { Failure } from "./failure.ts";
import type { ServiceRequest } from "./service-request.ts";

const maxBodyBytes = 1_000_000;

/** Reads a request with its body. Throws a failure if the body is too large. */
export async function readRequest(message: IncomingMessage): Promise<ServiceRequest> {
  const [path = "/", query] = (message.url ?? "/").split(/\?(.*)/s);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  if (bytes > maxBodyBytes) throw new Failure(413, "The body is too large");
  return {
    method: message.method ?? "GET",
    path,
    query: new URLSearchParams(query),
    headers: message.headers,
    body: Buffer.concat(chunks).toString(),
    operation: undefined,
  };
}
