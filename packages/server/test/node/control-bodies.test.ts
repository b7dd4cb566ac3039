import { once } from "node:events";
import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { type ListenOptions, listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { waitUntil } from "../wait-until.ts";
import { openConnection, sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

async function openControlListener(server: ReferenceServer, options: ListenOptions = {}) {
  const listener = await listen({ ...server, fetch: withControl(server) }, options);
  onTestFinished(() => listener.close({ timeout: 0 }));
  return listener;
}

const largeState = buildState({
  pages: Array.from({ length: 400 }, (_, index) => buildPage({ slug: `page-${index}`, body: "x".repeat(10_000) })),
});
const limit = 2 ** 26;

function tooLarge(message: string) {
  return { status: 413, body: { error: { code: "too_large", message, problems: [] } } };
}

describe("a state", () => {
  it("may be larger than the body limit of the listener", async () => {
    const server = openServer();
    const { url } = await openControlListener(server, { bodyLimit: 1000 });
    const remote = await connect(url);
    await remote.restore(largeState);
    expect(server.snapshot()).toStrictEqual(largeState);
    expect(await remote.snapshot()).toStrictEqual(largeState);
  });

  const head = "POST /_control/server/restore HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";

  it.each([
    ["according to its length", `content-length: ${limit + 1}\r\n\r\n{}`, "Failed to call a control: the body"],
    ["before it is sent", `content-length: ${limit + 1}\r\nexpect: 100-continue\r\n\r\n`, "Failed to call a control"],
  ])("of more than 64 MiB is refused in the format of the controls %s", async (_name, rest, message) => {
    const server = openServer();
    const listener = await openControlListener(server);
    const responses = parseResponses(await sendRaw(listener, head + rest));
    expect(responses).toMatchObject([tooLarge(expect.stringContaining(message) as unknown as string)]);
    expect(responses[0]?.headers.get("x-knowledge-base-control")).toBe("1");
    expect(responses[0]?.headers.get("connection")).toBe("close");
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it("is sent after a response with status 100 if the client waits for one", async () => {
    const server = openServer();
    const listener = await openControlListener(server);
    const connection = await openConnection(listener);
    connection.write(`${head}content-length: 13\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n`);
    await connection.until("HTTP/1.1 100 Continue\r\n\r\n");
    connection.write('{"version":1}');
    expect(await connection.rest()).toContain("HTTP/1.1 200");
    expect(server.snapshot().organizations).toEqual([]);
  });

  it("of a client that disconnects is not restored", async () => {
    const server = openServer();
    const listener = await openControlListener(server);
    const connection = await openConnection(listener);
    connection.write(`${head}content-length: 14\r\n\r\n{"version":1}`);
    connection.socket.destroy();
    await once(connection.socket, "close");
    const next = await openConnection(listener);
    next.write("GET /_health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    expect(await next.rest()).toContain("200 OK");
    expect(server.snapshot()).toStrictEqual(buildState());
  });
});

it.each([
  ["POST /_control/server/restore HTTP/1.1\r\nhost: page.test\r\ncontent-length: 2\r\n\r\n", 403, "forbidden"],
  ["TRACE /_control/brains/create HTTP/1.1\r\nhost: localhost\r\n\r\n", 501, "wrong_method"],
  ["POST /_control/brains/create HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\n\r\n", 417, "invalid_input"],
  ["POST /v1/../_control/brains/create HTTP/1.1\r\nhost: page.test\r\n\r\n", 403, "forbidden"],
  ["POST /_control/brains/create HTTP/1.1\r\nhost: localhost\r\nno header\r\n\r\n", 400, "invalid_input"],
  ["POST /_control/brains/create HTTP/1.1\r\nhost: localhost\r\ncontent-length: x\r\n\r\n", 400, "invalid_input"],
  [
    `POST /_control/brains/create HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
    431,
    "invalid_input",
  ],
])("a rejection of the listener has the format of the controls: %j", async (text, status, code) => {
  const listener = await openControlListener(openServer());
  const connection = await openConnection(listener);
  connection.write(text);
  await waitUntil(() => connection.received.includes("}}"));
  expect(parseResponses(connection.received)).toMatchObject([{ status, body: { error: { code, problems: [] } } }]);
});

it("a control whose body arrives too slowly is rejected in the format of the controls", async () => {
  const listener = await openControlListener(openServer(), { requestTimeout: 300 });
  const connection = await openConnection(listener);
  connection.write("POST /_control/brains/create HTTP/1.1\r\nhost: localhost\r\ncontent-length: 20\r\n\r\n{");
  expect(parseResponses(await connection.rest())).toMatchObject([
    { status: 408, body: { error: { code: "timeout", problems: [] } } },
  ]);
});
