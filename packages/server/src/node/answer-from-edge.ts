import { toFetchResponse } from "../adapters/fetch.ts";
import type { HttpResponse, RequestHandler } from "../http/http-message.ts";
import { readBody } from "./read-body.ts";
import { hasBody } from "./request-body.ts";
import { sendResponse } from "./send-response.ts";
import type { SocketExchange } from "./socket-exchange.ts";

const methodsWithoutBody = new Set(["GET", "HEAD"]);

/**
 * Answers without a `Request`, and without a `Response` unless the answer fails to come.
 *
 * @throws {@link RefusedRequest} where the body is larger than the limit
 */
export async function answerFromEdge(
  edge: RequestHandler,
  exchange: SocketExchange,
  { origin, pathname: path, search }: URL,
  bodyLimit: number,
): Promise<void> {
  const { request, signal } = exchange;
  const { method = "GET", headers } = request;
  const readsBody = hasBody(request) && !methodsWithoutBody.has(method);
  const body = readsBody ? await readBody(request, bodyLimit) : "";
  const header = (name: string) => headers[name.toLowerCase()]?.toString() ?? null;
  const plain = { method, origin, path, query: search.slice(1), header, body, signal };
  const answer = await edge(plain);
  if (answer.transportFailure) await sendResponse(await toFetchResponse(answer, plain), exchange);
  else sendAnswer(answer, exchange);
}

function sendAnswer({ status, headers, body }: HttpResponse, exchange: SocketExchange): void {
  exchange.tellEnd();
  const length = Buffer.byteLength(body);
  exchange.response.writeHead(status, { "content-length": length, ...headers });
  // ASCII, as most answers are, is the same in Latin-1, which leaves as it is.
  exchange.response.end(body, length === body.length ? "latin1" : "utf8");
}
