import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Listener, listen } from "@knowledge-base/server/node";
import fc from "fast-check";
import { expect, it } from "vitest";
import { literal } from "../model/call.ts";
import { checkProperty, propertyTimeoutMs } from "../model/check-property.ts";
import { openServer } from "../open-server.ts";
import { type AnyRequest, anyRequest, weighed } from "./any-request.ts";
import {
  argumentsOf,
  findErrorBodyProblem,
  findResponseProblem,
  mayChange,
  type ReceivedResponse,
  readResponse,
  requestOf,
  type SentRequest,
} from "./find-response-problem.ts";

const runs = 400;

/** The bytes to send over a connection. */
interface AnyBytes {
  readonly request: AnyRequest;
  readonly bytes: Buffer;
  /** Whether they are exactly one HTTP request. */
  readonly isWhole: boolean;
}

/** Lines with a meaning in the protocol itself, and others that are invalid. */
// biome-ignore format: several values a line
const lines = [
  "expect: 100-continue", "expect: miracles", "connection: upgrade\r\nupgrade: websocket", "te: trailers", "host: a",
  "transfer-encoding: identity", "transfer-encoding: gzip, chunked", "content-length: 0", "content-length: 1e1",
  "content-length: -1", "content-length: 1", "no colon", ": no name", " folded: x", "space : x", "x: \u0001", "x:",
  "x: a\nb: c", `x-long: ${"x".repeat(20_000)}`, "", "GET / HTTP/1.1\r\nhost: a\r\n", "\u0016\u0003\u0001",
].map((line) => `${line}\r\n`);

/** Changes the bytes of a request. */
const edit = fc.oneof(
  fc.constantFrom(...lines).map((line) => (text: string) => text.replace("\r\n", `\r\n${line}`)),
  fc.tuple(fc.constantFrom(...lines), fc.boolean()).map(([line, isBefore]) => (text: string) => {
    return isBefore ? line + text : text + line;
  }),
  fc.constantFrom("HTTP/1.0", "HTTP/2.0", "HTTP/", "http/1.1", "").map((version) => (text: string) => {
    return text.replace("HTTP/1.1", version);
  }),
  fc.double({ min: 0, max: 1, noNaN: true }).map((part) => (text: string) => text.slice(0, text.length * part)),
);

/** Bytes: mostly one HTTP request. */
const anyBytes: fc.Arbitrary<AnyBytes> = fc
  .record({
    request: anyRequest,
    isChunked: fc.boolean(),
    change: weighed<((text: string) => string) | undefined>([4, fc.constant(undefined)], [1, edit]),
  })
  .map(({ request, isChunked, change }) => {
    const { method, target, headers } = request;
    const body = request.body === null ? Buffer.alloc(0) : Buffer.from(request.body as string);
    // Without a host, nearly every request would be rejected.
    const host = headers.some(([name]) => name === "host") ? [] : [["host", "localhost"] as const];
    const framing = isChunked ? ["transfer-encoding", "chunked"] : ["content-length", String(body.length)];
    const all = [["connection", "close"], ...host, ...headers, ...(request.body === null ? [] : [framing])];
    const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
    const size = body.length === 0 ? "" : `${body.length.toString(16)}\r\n`;
    const sent =
      isChunked && request.body !== null
        ? `${size}${body.toString("latin1")}${size && "\r\n"}0\r\n\r\n`
        : body.toString("latin1");
    const text = Buffer.from(head).toString("latin1") + sent;
    return { request, bytes: Buffer.from(change?.(text) ?? text, "latin1"), isWhole: change === undefined };
  });

/** Sends bytes over a connection, and ends it if nothing has been received for a while. Returns what was received. */
async function exchangeBytes({ host, port }: Listener, bytes: Buffer, quietMs: number): Promise<Buffer> {
  const socket = connect({ host, port, noDelay: true });
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk)).on("error", () => {});
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  await once(socket, "connect");
  socket.write(bytes.subarray(0, bytes.length / 2));
  await setImmediate();
  if (!socket.destroyed) socket.write(bytes.subarray(bytes.length / 2));
  for (let waitedMs = 0; !socket.closed; waitedMs += quietMs) {
    if (waitedMs > 20_000) throw new Error("the connection is not closed");
    const before = received.length;
    await Promise.race([closed, setTimeout(quietMs)]);
    if (received.length === before) socket.end();
  }
  return Buffer.concat(received);
}

/** Parses the responses on a connection, without those of status 100. A response to HEAD has no body. */
function readResponses(received: Buffer, isHead: boolean): ReceivedResponse[] {
  if (received.length === 0) return [];
  const end = received.indexOf("\r\n\r\n");
  const [statusLine = "", ...fields] = received.subarray(0, end).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Z]/.exec(statusLine)?.[1]);
  if (end === -1 || Number.isNaN(status)) throw new Error(`this is no response: ${received.toString("latin1")}`);
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/s, 2) as [string, string]));
  const rest = received.subarray(end + 4);
  const hasBody = !isHead || !/^(HTTP|$)/.test(rest.subarray(0, 4).toString("latin1"));
  const length = hasBody ? Number(headers.get("content-length")) : 0;
  if (rest.length < length) throw new Error("a response is shorter than its content-length");
  const text = rest.subarray(0, length).toString();
  const others = readResponses(rest.subarray(length), isHead);
  return status === 100 ? others : [{ status, contentType: headers.get("content-type"), text }, ...others];
}

/** The request, as the server must have parsed it. */
function toSentRequest({ method, target, headers, body }: AnyRequest): SentRequest {
  const keys = headers.filter(([name]) => name.toLowerCase() === "x-api-key").map(([, value]) => value.trim());
  const bodyBytes = body === null || ["GET", "HEAD"].includes(method) ? 0 : Buffer.from(body as string).length;
  const path = target
    .trim()
    .replace(/^https?:\/\/[^/?#]*\/?/i, "/")
    .replace(/[?#].*$/s, "");
  return { method, path, apiKey: keys.length === 0 ? null : keys.join(", "), bodyBytes };
}

/** Checks whether it is one of the responses that `listen` or Node sends. */
function isRejectedByListener(response: ReceivedResponse, { path }: SentRequest): boolean {
  if (response.text === "") return [400, 408, 413, 431].includes(response.status);
  if (![400, 417, 501].includes(response.status) || findErrorBodyProblem(response, path) !== undefined) return false;
  return response.status !== 400 || /exactly one Host header|target is not a path/.test(response.text);
}

/** Returns the problem of a response; undefined if there is none. */
async function findProblem({ request, isWhole }: AnyBytes, response: ReceivedResponse): Promise<string | undefined> {
  const sent = toSentRequest(request);
  if (isRejectedByListener(response, sent)) return undefined;
  if (response.status >= 500) return "it fails";
  // What is left of a request, or comes after it, may be parsed as another request.
  if (!isWhole) {
    const isError = ["/", sent.path].some((path) => findErrorBodyProblem(response, path) === undefined);
    return response.status < 400 || response.text === "" || isError ? undefined : findResponseProblem(sent, response);
  }
  const problem = findResponseProblem(sent, response);
  const same = requestOf(...argumentsOf(request));
  if (problem !== undefined || !same || same.method === "HEAD" || new URL(same.url).pathname !== sent.path)
    return problem;
  // The authorization URL has the origin of the request.
  const shown = ({ status, text }: ReceivedResponse) => [status, text.replace(/https?:[^"]*(?=\/_platform)/, "")];
  const other = await readResponse(await openServer().fetch(same, { redirect: "manual" }));
  return isDeepStrictEqual(shown(other), shown(response)) ? undefined : `by fetch it is ${literal(other)}`;
}

/** Sends bytes to a listener, and then an ordinary request. Returns the responses. */
async function exchangeAndCheck(sent: AnyBytes): Promise<ReceivedResponse[]> {
  const server = openServer();
  await using listener = await listen(server, { allowedHosts: ["*"] });
  const before = server.snapshot();
  const sentRequest = toSentRequest(sent.request);
  const received = await exchangeBytes(listener, sent.bytes, sent.isWhole ? 5000 : 30);
  const responses = readResponses(received, sentRequest.method === "HEAD");
  for (const response of responses) {
    const problem = await findProblem(sent, response);
    if (problem !== undefined) throw new Error(`${problem}: ${literal(response)}`);
  }
  // Node closes the connection of a request with the method CONNECT.
  if (sent.isWhole && responses.length !== 1 && sentRequest.method !== "CONNECT")
    throw new Error(`there are ${responses.length} responses`);
  const isChange = responses.some((response) =>
    // If bytes follow a request that is being handled, Node sends 400 instead of its response.
    sent.isWhole ? mayChange(sentRequest, response) : response.status < 400 || response.text === "",
  );
  if (!isChange && !isDeepStrictEqual(server.snapshot(), before)) throw new Error("it changed something");
  const index = `${listener.url}/v1/brains/brain_ropes/index`;
  const next = await fetch(index, { headers: { "x-api-key": "key_north", connection: "close" } });
  if (next.status !== 200) throw new Error(`the response to an ordinary request is ${next.status} afterwards`);
  return responses;
}

it("any bytes over a socket get documented responses and change nothing unless a request succeeds", {
  timeout: propertyTimeoutMs,
}, async () => {
  const seen: number[] = [];
  const checked = await checkProperty(
    anyBytes,
    async (sent) => {
      try {
        seen.push(...(await exchangeAndCheck(sent)).map(({ status }) => status));
      } catch (error) {
        throw new Error(`${(error as Error).message}\n\n${literal(sent.bytes.toString("latin1"))}`);
      }
    },
    { runs },
  );
  if (checked < runs) return;
  // All kinds must be frequent, or the bytes are too narrow a choice.
  for (const status of [200, 201, 400, 401, 404, 413, 431]) expect(seen).toContain(status);
  expect(seen.filter((status) => status < 400).length).toBeGreaterThan(seen.length / 5);
});
