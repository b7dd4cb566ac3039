import { describe, expect, it } from "vitest";
import { openListener } from "./open-listener.ts";
import { openConnection } from "./raw-connection.ts";

const get = "GET /x HTTP/1.1\r\nhost: a\r\n\r\n";

function connectionReset(): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
}

describe("a connection that the server resets", () => {
  it("is reset, without a byte of an answer", async () => {
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

  it("is reset in the midst of a body, after what was sent of it", async () => {
    const { promise: goOn, resolve: reset } = Promise.withResolvers<void>();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")),
      async pull() {
        await goOn;
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

describe("an answer that never comes", () => {
  it("keeps its client waiting until that leaves", async () => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const listener = await openListener(({ signal }) => {
      signal.addEventListener("abort", () => leave());
      return new Promise((_resolve, reject) => signal.addEventListener("abort", reject));
    });
    const connection = await openConnection(listener);
    connection.write(get);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connection.received).toBe("");
    connection.socket.destroy();
    await left;
  });
});

describe("a body that stalls", () => {
  it("reaches the client as far as it came, and then nothing more", async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")) });
    const headers = { "content-type": "application/json" };
    const listener = await openListener(async () => new Response(body, { headers }));
    const connection = await openConnection(listener);
    connection.write(get);
    await connection.until("[1,");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connection.received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n3\r\n\[1,\r\n$/);
  });

  it("is given up when the client leaves", async () => {
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

describe("a body that breaks", () => {
  it("breaks the connection after what was sent of it", async () => {
    const { promise: goOn, resolve: fail } = Promise.withResolvers<void>();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")),
      async pull() {
        await goOn;
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
    ["the page of a gateway", "<html>502 Bad Gateway</html>", "text/html"],
  ])("in what it says arrives as it is (%s)", async (_name, text, type) => {
    const headers = { "content-type": type };
    const listener = await openListener(async () => new Response(text, { status: 502, headers }));
    const response = await fetch(listener.url);
    expect([response.status, response.headers.get("content-type")]).toEqual([502, type]);
    expect(await response.text()).toBe(text);
  });
});
