import { isDeepStrictEqual } from "node:util";
import type { ReferenceServer } from "@knowledge-base/server";
import { type Listener, listen } from "@knowledge-base/server/node";
import type { ErrorBody } from "@knowledge-base/types";
import { expect, it } from "vitest";
import { literal } from "../model/call.ts";
import { checkProperty, propertyTimeoutMs } from "../model/check-property.ts";
import { openServer } from "../open-server.ts";
import { type AnyBytes, anyBytes } from "./any-bytes.ts";
import type { AnyRequest } from "./any-request.ts";
import { exchangeBytes } from "./exchange-bytes.ts";
import { argumentsOf, readResponse, requestOf } from "./fetch-arguments.ts";
import {
  findErrorBodyProblem,
  findResponseProblem,
  mayChange,
  type ReceivedResponse,
  type SentRequest,
} from "./find-response-problem.ts";
import { readResponses } from "./read-responses.ts";

const runs = 400;
/** Milliseconds to wait for a response that must arrive. */
const patienceMs = 5000;
const ordinary = Buffer.from(
  "GET /v1/brains/brain_ropes/index HTTP/1.1\r\nhost: localhost\r\nx-api-key: key_north\r\nconnection: close\r\n\r\n",
);

const unsupported = ["CONNECT", "TRACE", "TRACK"];

/** The request, as the server must have parsed it. */
function toSentRequest({ method, headers, body, ...request }: AnyRequest): SentRequest {
  const target = (request.path + request.query).trim();
  const keys = headers.filter(([name]) => name.toLowerCase() === "x-api-key").map(([, value]) => value.trim());
  const bodyBytes = body === null || ["GET", "HEAD"].includes(method) ? 0 : Buffer.from(body as string).length;
  const path = target.replace(/^https?:\/\/[^/?#]*\/?/i, "/").replace(/[?#].*$/s, "");
  return { method, path, apiKey: keys.length === 0 ? null : keys.join(", "), bodyBytes };
}

/** Returns the problem of a response; undefined if there is none. */
function findProblem({ request, isWhole }: AnyBytes, response: ReceivedResponse): string | undefined {
  const sentRequest = toSentRequest(request);
  const isUnsupported = response.status === 501 && unsupported.includes(request.method);
  if (response.status >= 500 && !isUnsupported) return "it fails";
  if (sentRequest.method === "HEAD" && response.text === "") return undefined;
  const wrong = findResponseProblem(sentRequest, response);
  // The rest of a request, or the bytes after it, may be parsed as another request.
  const isAnother =
    !isWhole &&
    (response.status < 300 ||
      ["/", "/v1", sentRequest.path].some((path) => findErrorBodyProblem(response, path) === undefined));
  return isAnother || isRejectedByListener(response, sentRequest) ? undefined : wrong;
}

/** Checks whether it is one of the responses that `listen` or Node sends. */
function isRejectedByListener(response: ReceivedResponse, { path }: SentRequest): boolean {
  if (response.text === "") return [400, 408, 413, 431].includes(response.status);
  if (![400, 417, 501].includes(response.status) || findErrorBodyProblem(response, path) !== undefined) return false;
  const { message } = JSON.parse(response.text) as ErrorBody;
  return response.status !== 400 || /exactly one Host header|target is not a path/.test(message);
}

/** Sends bytes to a listener, and then an ordinary request. */
async function exchangeAndCheck(
  server: ReferenceServer,
  listener: Listener,
  sent: AnyBytes,
): Promise<ReceivedResponse[]> {
  const before = server.snapshot();
  const sentRequest = toSentRequest(sent.request);
  const responses = readResponses(
    await exchangeBytes(listener, sent.pieces, sent.isWhole ? patienceMs : 30),
    sentRequest.method === "HEAD",
  );
  for (const response of responses) {
    const wrong = findProblem(sent, response);
    if (wrong !== undefined) throw new Error(`${wrong}: ${literal(response)}`);
  }
  if (sent.isWhole) {
    // Node closes the connection of a request with the method CONNECT.
    const [response, ...others] = responses;
    if ((!response && sentRequest.method !== "CONNECT") || others.length > 0) {
      throw new Error(`there are ${responses.length} responses`);
    }
    if (response && !isRejectedByListener(response, sentRequest)) await compareWithFetch(sent.request, response);
  }
  const isChange = responses.some((response) =>
    // If bytes follow a request that is being handled, Node sends 400 instead of its response.
    sent.isWhole ? mayChange(sentRequest, response) : response.status < 300 || response.text === "",
  );
  if (!isChange && !isDeepStrictEqual(server.snapshot(), before)) throw new Error("it changed something");
  const [next] = readResponses(await exchangeBytes(listener, [ordinary], patienceMs), false);
  if (next?.status !== 200) throw new Error(`the response to an ordinary request is ${next?.status} afterwards`);
  return responses;
}

/** Checks whether the same request has the same response over `fetch`, unless its URL has another path. */
async function compareWithFetch(sent: AnyRequest, response: ReceivedResponse): Promise<void> {
  const request = requestOf(...argumentsOf(sent));
  const { path } = toSentRequest(sent);
  if (!request || request.method === "HEAD" || new URL(request.url).pathname !== path) return;
  const other = await readResponse(await openServer().fetch(request));
  // The authorization URL has the origin of the request.
  const described = ({ status, text }: ReceivedResponse) => [status, text.replace(/https?:[^"]*(?=\/_platform)/, "")];
  if (!isDeepStrictEqual(described(other), described(response)))
    throw new Error(`${literal(response)}, but by fetch ${literal(other)}`);
}

/** Bytes as code, for a test in `test/node`. */
function printBytes({ pieces }: AnyBytes): string {
  const text = Buffer.concat(pieces).toString("latin1");
  return `await sendRaw(await openServerListener(), ${literal(text)});`;
}

it("any bytes over a socket get documented responses and change nothing unless a request succeeds", {
  timeout: propertyTimeoutMs,
}, async () => {
  const seen: number[] = [];
  const checked = await checkProperty(
    anyBytes,
    async (sent) => {
      const server = openServer();
      await using listener = await listen(server, { allowedHosts: ["*"] });
      try {
        const responses = await exchangeAndCheck(server, listener, sent);
        seen.push(...responses.map(({ status }) => status));
      } catch (error) {
        throw new Error(`${(error as Error).message}\n\n${printBytes(sent)}`);
      }
    },
    { runs },
  );
  if (checked < runs) return;
  // All kinds must be frequent, or the bytes are too narrow a choice.
  for (const status of [200, 201, 400, 401, 404, 413, 431]) expect(seen).toContain(status);
  expect(seen.filter((status) => status < 400).length).toBeGreaterThan(seen.length / 5);
});
