import fc from "fast-check";
import { type AnyRequest, anyRequest } from "./any-request.ts";
import { of, weighed } from "./any-text.ts";

/** The bytes to send over a connection. */
export interface AnyBytes {
  readonly request: AnyRequest;
  /** The pieces in which it is sent. */
  readonly pieces: readonly Buffer[];
  /** Whether they are exactly one valid HTTP request. */
  readonly isWhole: boolean;
}

type Framing =
  | "length"
  | "chunked"
  | "none"
  | "longer"
  | "shorter"
  | "both"
  | "twice"
  | "text"
  | "negative"
  | "broken chunks";

const framing = weighed<Framing>(
  [12, of("length")],
  [4, of("chunked")],
  [1, of("none", "longer", "shorter", "both", "twice", "text", "negative", "broken chunks")],
);

/** Headers with a meaning in the protocol itself. */
const line = of(
  "expect: 100-continue",
  "expect: miracles",
  "transfer-encoding: identity",
  "transfer-encoding: gzip, chunked",
  "connection: upgrade\r\nupgrade: websocket",
  "connection: keep-alive",
  "te: trailers",
  "host: a\r\nhost: b",
  "no colon",
  ": no name",
  " folded: x",
  "space : x",
  "x: \u0001",
  "x: \u0000",
  "content-length: 0",
  "x:",
  "x: a\nb: c",
  `x-long: ${"x".repeat(20_000)}`,
);

const parts = {
  request: anyRequest,
  framing,
  version: weighed<string>([20, of("HTTP/1.1")], [1, of("HTTP/1.0", "HTTP/2.0", "HTTP/1.9", "HTTP/", "http/1.1", "")]),
  lines: weighed<readonly string[]>([6, fc.constant([])], [1, fc.array(line, { maxLength: 2 })]),
  before: weighed<string>(
    [20, of("")],
    [1, of("\r\n", "\r\n\r\n", "\u0000", "\u0016\u0003\u0001", "GET", "hello\r\n\r\n")],
  ),
  after: weighed<string>(
    [20, of("")],
    [1, of("\r\n", "more", "GET / HTTP/1.1\r\n\r\n", "GET /v1 HTTP/1.1\r\nhost: a\r\n\r\n")],
  ),
  cut: weighed<number>([12, of(1)], [1, fc.double({ min: 0, max: 1, noNaN: true })]),
  split: weighed<number>([3, of(1)], [1, fc.double({ min: 0, max: 1, noNaN: true })]),
};

/** Bytes: mostly one valid HTTP request with any parts. */
export const anyBytes: fc.Arbitrary<AnyBytes> = fc.record(parts).map(({ request, ...wire }) => {
  const { method, path, query } = request;
  const lines = [`${method} ${path}${query} ${wire.version}`, "connection: close", ...wire.lines];
  // Without a host, nearly every request would be rejected.
  if (!request.headers.some(([name]) => name === "host")) lines.push("host: localhost");
  for (const [name, value] of request.headers) lines.push(`${name}: ${value}`);
  const body = request.body === null ? Buffer.alloc(0) : Buffer.from(request.body as string);
  const { head, sent } = frame(body, request.body === null ? "none" : wire.framing);
  const start = Buffer.from(`${wire.before}${[...lines, ...head].join("\r\n")}\r\n\r\n`);
  const whole = Buffer.concat([start, sent, Buffer.from(wire.after)]);
  const bytes = whole.subarray(0, Math.ceil(whole.length * wire.cut));
  const place = Math.ceil(bytes.length * wire.split);
  const isFramed = request.body === null || ["length", "chunked"].includes(wire.framing);
  const isWhole = isFramed && wire.before === "" && wire.after === "" && wire.cut === 1 && wire.lines.length === 0;
  return { request, pieces: [bytes.subarray(0, place), bytes.subarray(place)], isWhole };
});

/** The lines that announce a body, and the body as it is sent. */
function frame(body: Buffer, how: Framing): { readonly head: readonly string[]; readonly sent: Buffer } {
  const length = `content-length: ${body.length}`;
  const chunks = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")]);
  const chunked = body.length === 0 ? Buffer.from("0\r\n\r\n") : chunks;
  switch (how) {
    case "length":
      return { head: [length], sent: body };
    case "chunked":
      return { head: ["transfer-encoding: chunked"], sent: chunked };
    case "none":
      return { head: [], sent: body };
    case "longer":
      return { head: [`content-length: ${body.length + 10}`], sent: body };
    case "shorter":
      return { head: [`content-length: ${Math.max(0, body.length - 10)}`], sent: body };
    case "both":
      return { head: [length, "transfer-encoding: chunked"], sent: chunked };
    case "twice":
      return { head: [length, `content-length: ${body.length + 1}`], sent: body };
    case "text":
      return { head: ["content-length: 1e1"], sent: body };
    case "negative":
      return { head: ["content-length: -1"], sent: body };
    default:
      return { head: ["transfer-encoding: chunked"], sent: Buffer.concat([Buffer.from("zz\r\n"), body]) };
  }
}
