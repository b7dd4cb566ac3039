import { describe, expect, it } from "vitest";
import { openListener } from "./open-listener.ts";
import { openConnection } from "./raw-connection.ts";

const get = "GET /x HTTP/1.1\r\nhost: a\r\n\r\n";

function connectionReset(): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
}

describe("a connection that the server resets", () => {
  it("is reset without a byte of a response", async () => {
    const listener = await openListener(() => Promise.reject(connectionReset()));
    const connection = await openConnection(listener);
    connection.write(get);
    expect(await connection.closed).toBe("ECONNRESET");
    expect(connection.received).toBe("");
  });

  it("is reset for a client that uses fetch", async () => {
    const listener = await openListener(() => Promise.reject(connectionReset()));
    await expect(fetch(listener.url, { method: "POST", body: "{}" })).rejects.toMatchObject({
      cause: { code: "ECONNRESET" },
    });
  });

  it("is reset after the part of a body that was sent", async () => {
    const { promise: resumed, resolve: reset } = Promise.withResolvers<void>();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")),
      async pull() {
        await resumed;
        throw connectionReset();
      },
    });
    const listener = await openListener(async () => new Response(body));
    const connection = await openConnection(listener);
    connection.write(get);
    await connection.until("[1,");
    reset();
    expect(await connection.closed).toBe("ECONNRESET");
  });
});

describe("a response that never comes", () => {
  it("sends nothing until the client disconnects", async () => {
    const { promise: aborted, resolve: onAbort } = Promise.withResolvers<void>();
    const listener = await openListener(({ signal, url }) => {
      if (url.endsWith("/other")) return Promise.resolve(new Response());
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", (event) => {
          onAbort();
          reject(event);
        });
      });
    });
    const connection = await openConnection(listener);
    connection.write(get);
    await fetch(`${listener.url}/other`);
    expect(connection.received).toBe("");
    connection.socket.destroy();
    await aborted;
  });
});

describe("a body that stalls", () => {
  it("sends the part that it has and nothing more", async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")) });
    const headers = { "content-type": "application/json" };
    const listener = await openListener(async ({ url }) =>
      url.endsWith("/other") ? new Response() : new Response(body, { headers }),
    );
    const connection = await openConnection(listener);
    connection.write(get);
    await connection.until("[1,");
    await fetch(`${listener.url}/other`);
    expect(connection.received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n3\r\n\[1,\r\n$/);
  });

  it("is cancelled if the client disconnects", async () => {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")),
      cancel: () => cancel(),
    });
    const listener = await openListener(async () => new Response(body));
    const connection = await openConnection(listener);
    connection.write(get);
    await connection.until("[1,");
    connection.socket.destroy();
    await cancelled;
  });
});

describe("a body that fails", () => {
  it("closes the connection after the part that was sent", async () => {
    const { promise: resumed, resolve: fail } = Promise.withResolvers<void>();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")),
      async pull() {
        await resumed;
        throw new Error("Out of ink");
      },
    });
    const listener = await openListener(async () => new Response(body));
    const connection = await openConnection(listener);
    connection.write(get);
    await connection.until("[1,");
    fail();
    expect(await connection.closed).toBeUndefined();
    expect(connection.received).toMatch(/3\r\n\[1,\r\n$/);
  });

  it.each([
    ["cut JSON", '[{"slug":"we', "application/json"],
    ["the error page of a gateway", "<html>502 Bad Gateway</html>", "text/html"],
  ])("is sent unchanged if only its content is broken (%s)", async (_name, text, type) => {
    const headers = { "content-type": type };
    const listener = await openListener(async () => new Response(text, { status: 502, headers }));
    const response = await fetch(listener.url);
    expect([response.status, response.headers.get("content-type")]).toEqual([502, type]);
    expect(await response.text()).toBe(text);
  });
});
