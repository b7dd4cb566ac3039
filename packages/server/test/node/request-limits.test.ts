import { createReferenceServer } from "@knowledge-base/server";
import { type Listener, type ListenOptions, listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { frozen, openServer } from "../open-server.ts";
import { echo } from "./echo.ts";
import { openListener } from "./open-listener.ts";
import { readAnswers } from "./raw-answers.ts";
import { exchange, openConnection } from "./raw-connection.ts";

function refused(status: number, path: string, message: string, error: string) {
  return {
    status,
    body: { statusCode: status, timestamp: frozen, path, message, body: { statusCode: status, message, error } },
  };
}

const tooLarge = refused(413, "/v1/x", "The body is larger than 10 bytes", "Payload Too Large");

const ways: { what: string; open: (options: ListenOptions) => Promise<Listener> }[] = [
  { what: "a fetch", open: (options) => openListener(echo, options) },
  {
    what: "a reference server",
    async open(options) {
      const listener = await listen(openServer(), options);
      onTestFinished(() => listener.close({ timeout: 0 }));
      return listener;
    },
  },
];

describe.each(ways)("a body that is larger than the limit of $what is answered with 413", ({ open }) => {
  const head = "POST /v1/x?y HTTP/1.1\r\nhost: a\r\n";

  it.each([
    ["as its length says", "content-length: 11\r\n\r\nhello world"],
    ["as its chunks show", "transfer-encoding: chunked\r\n\r\n6\r\nhello \r\n5\r\nworld\r\n0\r\n\r\n"],
    ["as its first chunks show", "transfer-encoding: chunked\r\n\r\n6\r\nhello \r\n5\r\nworld\r\n"],
    ["as its length says, before it is sent", "content-length: 11\r\nexpect: 100-continue\r\n\r\n"],
    ["and much of it is on its way", `content-length: 5000000\r\n\r\n${"x".repeat(5_000_000)}`],
    ["and much of it is on its way in chunks", `transfer-encoding: chunked\r\n\r\n${chunks(100, 50_000)}`],
    ["and it never comes", "content-length: 5000000\r\n\r\n"],
  ])("%s", async (_name, rest) => {
    const listener = await open({ bodyLimit: 10 });
    const answers = readAnswers(await exchange(listener, head + rest));
    expect(answers).toMatchObject([tooLarge]);
    expect(answers[0]?.headers.get("connection")).toBe("close");
  });

  it("to a client that goes on sending before it reads", async () => {
    const listener = await open({ bodyLimit: 10 });
    const response = await fetch(`${listener.url}/v1/x`, { method: "PUT", body: "x".repeat(5_000_000) });
    expect({ status: response.status, body: await response.json() }).toMatchObject(tooLarge);
  });

  function chunks(count: number, length: number): string {
    return `${length.toString(16)}\r\n${"x".repeat(length)}\r\n`.repeat(count);
  }
});

it("a body of the limit reaches what answers", async () => {
  const listener = await openListener(echo, { bodyLimit: 10 });
  const response = await fetch(listener.url, { method: "PUT", body: "x".repeat(10) });
  expect(await response.json()).toMatchObject({ body: "x".repeat(10) });
});

it("a reference server itself answers a body with 413 where it takes less", async () => {
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

describe("a client that is too slow is answered with 408", () => {
  const late = refused(408, "", "The request did not arrive in time", "Request Timeout");

  it("when the head of its request does not come", async () => {
    const listener = await openListener(echo, { headersTimeout: 50 });
    expect(readAnswers(await exchange(listener, "GET / HTTP/1.1\r\nhost"))).toMatchObject([late]);
  });

  it.each(ways)("when the rest of its request does not come to $what", async ({ open }) => {
    const listener = await open({ requestTimeout: 50 });
    const text = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhello";
    expect(readAnswers(await exchange(listener, text))).toMatchObject([late]);
  });

  it("after the answers to its earlier requests", async () => {
    const listener = await openListener(echo, { headersTimeout: 50 });
    const answers = readAnswers(await exchange(listener, "GET / HTTP/1.1\r\nhost: a\r\n\r\nGET"));
    expect(answers).toMatchObject([{ status: 200 }, late]);
  });

  it("but is left without a word when it never asked for anything", async () => {
    const listener = await openListener(echo, { headersTimeout: 50 });
    expect(await exchange(listener, "")).toBe("");
  });

  it("but not while its answer takes long", async () => {
    const listener = await openListener(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return Response.json({});
      },
      { headersTimeout: 50, requestTimeout: 50 },
    );
    expect((await fetch(listener.url, { method: "POST", body: "{}" })).status).toBe(200);
  });

  it("and never when there is no limit", async () => {
    const listener = await openListener(echo, { headersTimeout: 0, requestTimeout: 0 });
    const connection = await openConnection(listener);
    connection.write("GET /slow HTTP/1.1\r\n");
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.write("host: a\r\nconnection: close\r\n\r\n");
    expect(readAnswers(await connection.rest())).toMatchObject([{ status: 200, body: { path: "/slow" } }]);
  });
});

describe("a head that is too large", () => {
  it("is answered with 431", async () => {
    const listener = await openListener(echo);
    const text = `GET / HTTP/1.1\r\nhost: a\r\nx-large: ${"x".repeat(200_000)}\r\n\r\n`;
    expect(readAnswers(await exchange(listener, text))).toMatchObject([
      refused(431, "", "The head of the request is too large", "Request Header Fields Too Large"),
    ]);
  });
});
