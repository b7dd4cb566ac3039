import { createReferenceServer } from "@knowledge-base/server";
import { type Listener, type ListenOptions, listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { frozenTime } from "../open-server.ts";
import { waitUntil } from "../wait-until.ts";
import { echo } from "./echo.ts";
import { openListener, openServerListener } from "./open-listener.ts";
import { openConnection, sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

function errorResponse(status: number, path: string, message: string, error: string) {
  return {
    status,
    body: { statusCode: status, timestamp: frozenTime, path, message, body: { statusCode: status, message, error } },
  };
}

const tooLarge = errorResponse(413, "/v1/x", "The body is larger than 10 bytes", "Payload Too Large");

const listeners: { server: string; open: (options: ListenOptions) => Promise<Listener> }[] = [
  { server: "a fetch", open: (options) => openListener(echo, options) },
  { server: "a reference server", open: openServerListener },
];

describe.each(listeners)("$server responds with 413 to a body that exceeds the limit", ({ open }) => {
  const head = "POST /v1/x?y HTTP/1.1\r\nhost: a\r\n";

  it.each([
    ["according to its length", "content-length: 11\r\n\r\nhello world"],
    ["according to its chunks", "transfer-encoding: chunked\r\n\r\n6\r\nhello \r\n5\r\nworld\r\n0\r\n\r\n"],
    ["according to its first chunks", "transfer-encoding: chunked\r\n\r\n6\r\nhello \r\n5\r\nworld\r\n"],
    ["according to its length, before it is sent", "content-length: 11\r\nexpect: 100-continue\r\n\r\n"],
    ["of which much is already sent", `content-length: 5000000\r\n\r\n${"x".repeat(5_000_000)}`],
    ["of which many chunks are already sent", `transfer-encoding: chunked\r\n\r\n${chunks(100, 50_000)}`],
    ["that never arrives", "content-length: 5000000\r\n\r\n"],
  ])("%s", async (_name, rest) => {
    const listener = await open({ bodyLimit: 10 });
    const responses = parseResponses(await sendRaw(listener, head + rest));
    expect(responses).toMatchObject([tooLarge]);
    expect(responses[0]?.headers.get("connection")).toBe("close");
  });

  it("from a client that sends everything before it reads", async () => {
    const listener = await open({ bodyLimit: 10 });
    const response = await fetch(`${listener.url}/v1/x`, { method: "PUT", body: "x".repeat(5_000_000) });
    expect({ status: response.status, body: await response.json() }).toMatchObject(tooLarge);
  });

  function chunks(count: number, length: number): string {
    return `${length.toString(16)}\r\n${"x".repeat(length)}\r\n`.repeat(count);
  }
});

it("a body as large as the limit reaches the server", async () => {
  const listener = await openListener(echo, { bodyLimit: 10 });
  const response = await fetch(listener.url, { method: "PUT", body: "x".repeat(10) });
  expect(await response.json()).toMatchObject({ body: "x".repeat(10) });
});

it("a reference server itself responds with 413 if its own limit is lower", async () => {
  const server = createReferenceServer();
  await using listener = await listen(server);
  const [organization] = server.snapshot().organizations;
  server.seed({ version: 1, brains: [{ id: "brain_a", organizationId: organization?.id ?? "", name: "A" }] });
  const response = await fetch(`${listener.url}/v1/brains/brain_a/messaging/bindings/b`, {
    method: "PATCH",
    headers: { "x-api-key": server.apiKey, "content-type": "application/json" },
    body: `{"notifyBriefs":true${" ".repeat(100 * 1024)}}`,
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ message: "Body exceeds 102400 bytes" });
});

describe("a client that is too slow gets a response with 408", () => {
  const lateAt = (path: string) => errorResponse(408, path, "The request did not arrive in time", "Request Timeout");
  const late = lateAt("");

  it("if the headers of its request do not arrive", async () => {
    const listener = await openListener(echo, { headersTimeout: 50 });
    expect(parseResponses(await sendRaw(listener, "GET / HTTP/1.1\r\nhost"))).toMatchObject([late]);
  });

  it.each(listeners)("if the rest of its request does not arrive at $server", async ({ open }) => {
    const listener = await open({ requestTimeout: 50 });
    const text = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhello";
    expect(parseResponses(await sendRaw(listener, text))).toMatchObject([lateAt("/")]);
  });

  it("after the responses to its earlier requests", async () => {
    const listener = await openListener(echo, { headersTimeout: 50 });
    const responses = parseResponses(await sendRaw(listener, "GET / HTTP/1.1\r\nhost: a\r\n\r\nGET"));
    expect(responses).toMatchObject([{ status: 200 }, late]);
  });

  it("but no response if it never sent anything", async () => {
    const listener = await openListener(echo, { headersTimeout: 50 });
    expect(await sendRaw(listener, "")).toBe("");
  });

  it("but not during a slow response", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let calls = 0;
    const listener = await openListener(
      async () => {
        calls += 1;
        await released;
        return Response.json({});
      },
      { headersTimeout: 50, requestTimeout: 50 },
    );
    const patient = await openConnection(listener);
    patient.write("POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}");
    await waitUntil(() => calls === 1);
    // The timeouts of the earlier request have passed when those of a later one have.
    expect(parseResponses(await sendRaw(listener, "GET / HTTP/1.1\r\nhost"))).toMatchObject([late]);
    release();
    expect(parseResponses(await patient.rest())).toMatchObject([{ status: 200 }]);
  });

  it("if only the headers have a timeout", async () => {
    const listener = await openListener(echo, { headersTimeout: 50, requestTimeout: 0 });
    expect(parseResponses(await sendRaw(listener, "GET / HTTP/1.1\r\nhost"))).toMatchObject([late]);
  });

  it("but not without a timeout", async () => {
    const listener = await openListener(echo, { headersTimeout: 0, requestTimeout: 0 });
    const connection = await openConnection(listener);
    connection.write("GET /slow HTTP/1.1\r\n");
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.write("host: a\r\nconnection: close\r\n\r\n");
    expect(parseResponses(await connection.rest())).toMatchObject([{ status: 200, body: { path: "/slow" } }]);
  });
});

it("chunk extensions that are too large get a response with 413", async () => {
  const listener = await openListener(echo);
  const text = `POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\n`;
  expect(parseResponses(await sendRaw(listener, text))).toMatchObject([
    errorResponse(413, "/", "The extensions of a chunk are too large", "Payload Too Large"),
  ]);
});

describe("headers that are too large", () => {
  it("get a response with 431", async () => {
    const listener = await openListener(echo);
    const text = `GET / HTTP/1.1\r\nhost: a\r\nx-large: ${"x".repeat(200_000)}\r\n\r\n`;
    expect(parseResponses(await sendRaw(listener, text))).toMatchObject([
      errorResponse(431, "/", "The head of the request is too large", "Request Header Fields Too Large"),
    ]);
  });
});
