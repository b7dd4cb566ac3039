import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { frozenTime } from "../open-server.ts";
import { echo } from "./echo.ts";
import { openListener, openServerListener } from "./open-listener.ts";
import { openConnection, sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

const close = "host: a.test\r\nconnection: close\r\n";

describe("a request is routed by its path, regardless of its host", () => {
  it.each<[name: string, head: string, path: string]>([
    ["no host", "GET /v1/x HTTP/1.1\r\nconnection: close\r\n", "/v1/x"],
    ["an invalid host", "GET /v1/x HTTP/1.1\r\nconnection: close\r\nhost: 999.1.1.1:99999/..\r\n", "/v1/x"],
    ["two hosts", `GET /v1/x HTTP/1.1\r\n${close}host: b.test\r\n`, "/v1/x"],
    ["the absolute form", `GET http://b.test:1/v1/x?y=1 HTTP/1.1\r\n${close}`, "/v1/x?y=1"],
    ["the absolute form without a path", `GET HTTPS://b.test HTTP/1.1\r\n${close}`, "/"],
    ["the asterisk form", `OPTIONS * HTTP/1.1\r\n${close}`, "/*"],
    ["two slashes", `GET //b.test/v1/x HTTP/1.1\r\n${close}`, "//b.test/v1/x"],
    ["an at sign", `GET /@b.test:1/x HTTP/1.1\r\n${close}`, "/@b.test:1/x"],
    ["dot segments", `GET /../../x HTTP/1.1\r\n${close}`, "/x"],
    ["backslashes, which are not slashes", `GET /v1/\\..\\..\\x?y=\\ HTTP/1.1\r\n${close}`, "/v1/%5C..%5C..%5Cx?y=%5C"],
    ["the absolute form with backslashes", `GET http://b.test/v1\\..\\x HTTP/1.1\r\n${close}`, "/v1%5C..%5Cx"],
    ["broken escapes", `GET /%zz%00?%ff HTTP/1.1\r\n${close}`, "/%zz%00?%ff"],
    ["a fragment", `GET /x#y?z HTTP/1.1\r\n${close}`, "/x"],
  ])("%s", async (_name, head, path) => {
    const listener = await openListener(echo);
    const [response] = parseResponses(await sendRaw(listener, `${head}\r\n`));
    expect(response).toMatchObject({ status: 200, body: { path } });
  });
});

describe("the host of a request", () => {
  it.each<[name: string, head: string, host: string]>([
    ["is the one of its header", "GET /x HTTP/1.1\r\nhost: Kb_1.test:8080\r\n", "kb_1.test:8080"],
    ["may be an IPv6 address", "GET /x HTTP/1.1\r\nhost: [::1]:8080\r\n", "[::1]:8080"],
    ["is the one of the absolute form", "GET http://u:p@b.test:1/x HTTP/1.1\r\nhost: a.test\r\n", "b.test:1"],
    ["may be an IPv6 address in upper case", "GET /x HTTP/1.1\r\nhost: [2001:DB8::A]:8080\r\n", "[2001:db8::a]:8080"],
    ["is the one of the listener if the header is missing", "GET /x HTTP/1.1\r\n", "listener"],
    ["is the one of the listener if the header has a path", "GET /x HTTP/1.1\r\nhost: a.test/..\r\n", "listener"],
    ["is the one of the listener if the header has a user", "GET /x HTTP/1.1\r\nhost: u@a.test\r\n", "listener"],
    [
      "is the one of the listener if the header has an impossible address",
      "GET /x HTTP/1.1\r\nhost: 999.1.1.1\r\n",
      "listener",
    ],
  ])("%s", async (_name, head, host) => {
    const listener = await openListener(async ({ url }) => Response.json(new URL(url).host));
    const [response] = parseResponses(await sendRaw(listener, `${head}connection: close\r\n\r\n`));
    expect(response?.body).toBe(host === "listener" ? `127.0.0.1:${listener.port}` : host);
  });

  it("is read anew for each request to a listener", async () => {
    const listener = await openListener(async ({ url }) => Response.json(new URL(url).host));
    const hosts = ["a.test", "b.test", "b.test", "a.test/..", "a.test"];
    const requests = hosts.map((host) => `GET /x HTTP/1.1\r\nhost: ${host}\r\n`);
    const text = await sendRaw(listener, `${requests.join("\r\n")}connection: close\r\n\r\n`);
    expect(parseResponses(text).map(({ body }) => body)).toEqual([
      "a.test",
      "b.test",
      "b.test",
      `127.0.0.1:${listener.port}`,
      "a.test",
    ]);
  });
});

describe("the response to a malformed request has status 400 and the documented body", () => {
  it.each<[name: string, text: string, message: string, path: string]>([
    ["no HTTP", "hello\r\n\r\n", "Malformed request: Invalid method encountered", ""],
    ["the beginning of TLS", "\x16\x03\x01\x02\x00", "Malformed request: Invalid method encountered", ""],
    ["a relative target", `GET v1 HTTP/1.1\r\n${close}\r\n`, "Malformed request: Unexpected char in url schema", "v1"],
    ["another scheme", `GET ftp://a/b HTTP/1.1\r\n${close}\r\n`, "The request target is not a path", "ftp://a/b"],
    ["a URL without a host", `GET http:// HTTP/1.1\r\n${close}\r\n`, "The request target is not a path", "/"],
    [
      "two lengths",
      `POST / HTTP/1.1\r\n${close}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      "Malformed request: Transfer-Encoding can't be present with Content-Length",
      "/",
    ],
    [
      "a chunk without a size in a body that is not read",
      `GET / HTTP/1.1\r\n${close}transfer-encoding: chunked\r\n\r\nzz\r\n`,
      "Malformed request: Invalid character in chunk size",
      "/",
    ],
    [
      "a chunk without a size",
      `POST / HTTP/1.1\r\n${close}transfer-encoding: chunked\r\n\r\nzz\r\n`,
      "Malformed request: Invalid character in chunk size",
      "/",
    ],
  ])("%s", async (_name, text, message, path) => {
    const listener = await openListener(echo);
    expect(parseResponses(await sendRaw(listener, text))).toEqual([
      {
        status: 400,
        headers: expect.any(Headers),
        body: {
          statusCode: 400,
          timestamp: frozenTime,
          path,
          message,
          body: { statusCode: 400, message, error: "Bad Request" },
        },
      },
    ]);
  });

  it("after the responses to earlier requests on the same connection", async () => {
    const listener = await openListener(async (request) => {
      await setImmediate();
      return echo(request);
    });
    const responses = parseResponses(
      await sendRaw(listener, `GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\nhost: a\r\n\r\nhello\r\n\r\n`),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400]);
  });
});

describe("a malformed body that the server does not read", () => {
  const head = "GET / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n";

  it("aborts the signal of the request", async () => {
    const { promise: called, resolve: onCall } = Promise.withResolvers<AbortSignal>();
    const listener = await openListener(({ signal }) => {
      onCall(signal);
      return new Promise((_resolve, reject) => signal.addEventListener("abort", reject));
    });
    // The server would otherwise close the connection at once, which also aborts the signal.
    const connection = await openConnection(listener, { allowHalfOpen: true });
    connection.write(head);
    const signal = await called;
    connection.write("zz\r\n");
    await connection.until("}}");
    expect(signal.aborted).toBe(true);
    expect(parseResponses(connection.received)).toMatchObject([{ status: 400 }]);
  });

  it("cuts off a response that is already being sent", async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")) });
    const listener = await openListener(async () => new Response(body));
    const connection = await openConnection(listener);
    connection.write(head);
    await connection.until("[1,");
    connection.write("zz\r\n");
    expect(await connection.rest()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n3\r\n\[1,\r\n$/);
  });
});

describe("a client that gets an error response", () => {
  it.each([
    ["hello\r\n\r\n", 400],
    ["CONNECT b.test:443 HTTP/1.1\r\nhost: a\r\n\r\n", 501],
  ])("may continue to send, but only for a while (%j)", async (text, status) => {
    const listener = await openListener(echo);
    const connection = await openConnection(listener, { allowHalfOpen: true });
    connection.write(text);
    const timer = setInterval(() => connection.write("more"), 50);
    onTestFinished(() => clearInterval(timer));
    expect(await connection.closed).toMatch(/^(ECONNRESET|EPIPE)$/);
    expect(parseResponses(connection.received)).toMatchObject([{ status }]);
  });

  it.each([
    ["hello\r\n\r\n", 400],
    ["CONNECT b.test:443 HTTP/1.1\r\nhost: a\r\n\r\n", 501],
  ])("receives the response even if it sends much more than is read (%j)", async (text, status) => {
    const listener = await openListener(echo);
    const connection = await openConnection(listener);
    connection.write(text + "x".repeat(5_000_000));
    expect(await connection.closed).toBeUndefined();
    expect(parseResponses(connection.received)).toMatchObject([{ status }]);
  });

  it("may reset the connection", async () => {
    const listener = await openListener(echo);
    const connection = await openConnection(listener, { allowHalfOpen: true });
    connection.write("CONNECT b.test:443 HTTP/1.1\r\nhost: a\r\n\r\n");
    await connection.until("501");
    connection.socket.resetAndDestroy();
    await connection.closed;
    expect((await fetch(listener.url)).status).toBe(200);
  });
});

describe("the method of a request", () => {
  it.each(["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])("may be %s", async (method) => {
    const listener = await openListener(echo);
    const [response] = parseResponses(await sendRaw(listener, `${method} /x HTTP/1.1\r\n${close}\r\n`));
    expect(response).toMatchObject({ status: 200, body: { method, path: "/x", body: "" } });
  });

  it("may be HEAD, which omits the body of the response", async () => {
    const listener = await openListener(async () => Response.json({ known: true }));
    const text = await sendRaw(listener, `HEAD /x HTTP/1.1\r\n${close}\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json\r\n[^{]*\r\n\r\n$/);
  });

  it.each([
    ["TRACE /x HTTP/1.1", "TRACE", "/x"],
    ["CONNECT b.test:443 HTTP/1.1", "CONNECT", "b.test:443"],
  ])("is not implemented (%s)", async (line, method, path) => {
    const listener = await openListener(echo);
    const [response] = parseResponses(await sendRaw(listener, `${line}\r\n${close}\r\n`));
    expect(response).toMatchObject({ status: 501, body: { path, message: `The method ${method} is not supported` } });
  });
});

describe("the headers of a request", () => {
  it("reach the server unchanged", async () => {
    const listener = await openListener(echo);
    const sent = "x-one: 1\r\nX-Two: a\r\nx-two: b\r\n__proto__: p\r\nx-latin: \xe9\r\nset-cookie: c\r\n";
    const [response] = parseResponses(await sendRaw(listener, `GET / HTTP/1.1\r\n${close}${sent}\r\n`));
    expect(response?.body).toMatchObject({
      headers: expect.arrayContaining([
        ["x-one", "1"],
        ["x-two", "a, b"],
        ["x-latin", "\u00c3\u00a9"],
        ["set-cookie", "c"],
        ["host", "a.test"],
      ]),
    });
  });

  it("may request an upgrade, which is ignored", async () => {
    const listener = await openListener(echo);
    const sent = "host: a\r\nconnection: close, Upgrade\r\nupgrade: websocket\r\n";
    const [response] = parseResponses(await sendRaw(listener, `GET /x HTTP/1.1\r\n${sent}\r\n`));
    expect(response).toMatchObject({ status: 200, body: { path: "/x" } });
  });

  it.each(["100-continue", "100-Continue"])("may expect %s", async (expectation) => {
    const listener = await openListener(echo);
    const text = await sendRaw(
      listener,
      `POST / HTTP/1.1\r\n${close}expect: ${expectation}\r\ncontent-length: 2\r\n\r\n{}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it("may not have any other expectation", async () => {
    const listener = await openListener(echo);
    const [response] = parseResponses(await sendRaw(listener, `GET /x HTTP/1.1\r\n${close}expect: miracles\r\n\r\n`));
    expect(response).toMatchObject({
      status: 417,
      body: { path: "/x", message: "The expectation miracles cannot be met" },
    });
  });
});

describe("the body of a request", () => {
  it.each([
    ["with its length", "content-length: 9\r\n\r\n\u00c3\u00a9l\u00c3\u00a9ment"],
    ["in chunks", "transfer-encoding: chunked\r\n\r\n1\r\n\u00c3\r\n8\r\n\u00a9l\u00c3\u00a9ment\r\n0\r\n\r\n"],
  ])("is read completely (%s)", async (_name, rest) => {
    const listener = await openListener(echo);
    const [response] = parseResponses(await sendRaw(listener, `POST / HTTP/1.1\r\n${close}${rest}`));
    expect(response?.body).toMatchObject({ body: "\u00c3\u00a9l\u00c3\u00a9ment" });
  });

  it("may have any bytes", async () => {
    const body = Uint8Array.from({ length: 256 }, (_, index) => index);
    const listener = await openListener(async (request) => new Response(await request.bytes()));
    const response = await fetch(listener.url, { method: "POST", body });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(body);
  });

  it("is decoded without a byte order mark, as in a Request", async () => {
    const listener = await openListener(async (request) => Response.json(await request.text()));
    expect(await (await fetch(listener.url, { method: "POST", body: "\ufeff{}" })).json()).toBe("{}");
  });

  it("is skipped if the method does not allow one", async () => {
    const listener = await openListener(echo);
    const first = "GET /1 HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nhello";
    const responses = parseResponses(await sendRaw(listener, `${first}GET /2 HTTP/1.1\r\n${close}\r\n`));
    expect(responses).toMatchObject([{ body: { path: "/1", body: "" } }, { body: { path: "/2", body: "" } }]);
  });

  it.each([
    ["a fetch", () => openListener(echo), 200],
    ["a reference server", () => openServerListener(), 404],
  ])("is not awaited if the method does not allow one (%s)", async (_name, open, status) => {
    const connection = await openConnection(await open());
    connection.write("GET /x HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n");
    await connection.until("}");
    expect(parseResponses(connection.received)).toMatchObject([{ status }]);
  });
});
