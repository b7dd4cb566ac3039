import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { read } from "./post.ts";
import { transports } from "./transports.ts";

describe.each(transports)("the health route $way", ({ reach }) => {
  it("succeeds without a key", async () => {
    await using reached = await reach(openServer());
    const response = await reached.fetch(`${reached.url}/_health`);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await read(response)).toStrictEqual({ status: 200, body: { status: "ok" } });
    const head = await reached.fetch(`${reached.url}/_health`, { method: "HEAD" });
    expect(await read(head)).toStrictEqual({ status: 200, body: undefined });
  });

  it.each(["POST", "PUT", "DELETE"])("is none with %s", async (method) => {
    await using reached = await reach(openServer());
    const response = await reached.fetch(`${reached.url}/_health`, { method });
    expect(await read(response)).toMatchObject({ status: 404, body: { message: `Cannot ${method} /_health` } });
  });
});
