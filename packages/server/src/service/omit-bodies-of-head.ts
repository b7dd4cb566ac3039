import { type HttpResponse, isResponseLost, type RequestHandler } from "./http-message.ts";

/** Responds to HEAD as to GET: with the same status and headers, and without the body. */
export function omitBodiesOfHead(handle: RequestHandler): RequestHandler {
  return (request) => (request.method === "HEAD" ? handle(request).then(omitBody) : handle(request));
}

/** Removes the body of a response, and keeps the length that it would have. A body that is not sent cannot stall. */
function omitBody(response: HttpResponse): HttpResponse {
  const { status, headers, body } = response;
  if (isResponseLost(response)) return response;
  if (body === "") return { status, headers, body };
  const length = new TextEncoder().encode(body).length;
  return { status, headers: { "content-length": String(length), ...headers }, body: "" };
}
