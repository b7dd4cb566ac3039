import { withControl } from "@knowledge-base/server/control";
import { type Listener, listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { openServer } from "../open-server.ts";
import { sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

const page = "http://localhost:5173";

async function open(cors: string | false): Promise<Listener> {
  const server = openServer({ cors });
  const listener = await listen({ ...server, fetch: withControl(server) }, { bodyLimit: 10, requestTimeout: 300 });
  onTestFinished(() => listener.close({ timeout: 0 }));
  return listener;
}

const index = "/v1/brains/brain_tides/index";

/** Requests that the listener rejects itself. */
const rejected: readonly (readonly [what: string, head: string, status: number])[] = [
  ["of another host", `GET ${index} HTTP/1.1\r\nhost: page.test`, 403],
  ["with a body that is too large", `POST ${index} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 11`, 413],
  ["that is too slow", `POST ${index} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5`, 408],
  ["of a method that is not supported", `TRACE ${index} HTTP/1.1\r\nhost: localhost`, 501],
];

async function send(listener: Listener, head: string, origin: string) {
  const [response] = parseResponses(
    await sendRaw(listener, `${head}\r\nconnection: close\r\norigin: ${origin}\r\n\r\n`),
  );
  return { status: response?.status, allowed: response?.headers.get("access-control-allow-origin") ?? null };
}

describe("a request that the listener rejects", () => {
  it.each(rejected)("can be read by a page of an allowed origin: %s", async (_, head, status) => {
    expect(await send(await open(page), head, page)).toEqual({ status, allowed: page });
    expect(await send(await open("*"), head, page)).toEqual({ status, allowed: "*" });
  });

  it.each(rejected)("cannot be read by other pages: %s", async (_, head, status) => {
    expect(await send(await open(page), head, "http://evil.example")).toEqual({ status, allowed: null });
    expect(await send(await open(false), head, page)).toEqual({ status, allowed: null });
  });

  it("can never be read if it was for a control", async () => {
    const head = "POST /_control/brains/create HTTP/1.1\r\nhost: page.test";
    expect(await send(await open("*"), head, page)).toEqual({ status: 403, allowed: null });
  });
});
