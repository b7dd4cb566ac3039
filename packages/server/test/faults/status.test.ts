import { describe, expect, it } from "vitest";
import { frozenTime, openServer } from "../open-server.ts";
import { archive, getIndex, isArchived, paths } from "./calls.ts";

describe("a status fault", () => {
  it.each([
    { status: 400, title: "Bad Request" },
    { status: 401, title: "Unauthorized" },
    { status: 403, title: "Forbidden" },
    { status: 404, title: "Not Found" },
    { status: 405, title: "Method Not Allowed" },
    { status: 408, title: "Request Timeout" },
    { status: 409, title: "Conflict" },
    { status: 413, title: "Payload Too Large" },
    { status: 415, title: "Unsupported Media Type" },
    { status: 417, title: "Expectation Failed" },
    { status: 418, title: "Client Error" },
    { status: 422, title: "Unprocessable Entity" },
    { status: 425, title: "Too Early" },
    { status: 429, title: "Too Many Requests" },
    { status: 431, title: "Request Header Fields Too Large" },
    { status: 499, title: "Client Error" },
    { status: 500, title: "Internal Server Error" },
    { status: 501, title: "Not Implemented" },
    { status: 502, title: "Bad Gateway" },
    { status: 503, title: "Service Unavailable" },
    { status: 504, title: "Gateway Timeout" },
    { status: 511, title: "Server Error" },
    { status: 599, title: "Server Error" },
  ])("responds with $status and the documented body", async ({ status, title }) => {
    const server = openServer();
    server.faults.add({ kind: "status", status });
    const response = await getIndex(server);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.has("retry-after")).toBe(false);
    expect(await response.json()).toStrictEqual({
      statusCode: status,
      timestamp: frozenTime,
      path: paths.index,
      message: title,
      body: { statusCode: status, message: title, error: title },
    });
  });

  it("omits the query from the path of its body", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503 });
    const response = await server.fetch(`${server.baseUrl}${paths.index}?limit=3`);
    expect(await response.json()).toHaveProperty("path", paths.index);
  });

  it("is that of the organization's clock", async () => {
    const server = openServer();
    server.organization("org_north").clock.set("2030-01-01T00:00:00Z");
    server.faults.add({ kind: "status", status: 503 });
    expect(await (await getIndex(server)).json()).toHaveProperty("timestamp", "2030-01-01T00:00:00.000Z");
  });

  it.each([
    { retryAfter: 0, header: "0" },
    { retryAfter: 120, header: "120" },
    { retryAfter: Number.MAX_SAFE_INTEGER, header: "9007199254740991" },
    { retryAfter: "Wed, 01 Jul 2026 12:00:05 GMT", header: "Wed, 01 Jul 2026 12:00:05 GMT" },
  ])("has a Retry-After header: $retryAfter", async ({ retryAfter, header }) => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 429, retryAfter });
    expect((await getIndex(server)).headers.get("retry-after")).toBe(header);
  });

  it("prevents the execution of the operation", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503 });
    expect((await archive(server)).status).toBe(503);
    expect(isArchived(server)).toBe(false);
  });

  it("after the commit hides an operation that was executed", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, afterCommit: true, retryAfter: 7 });
    const response = await archive(server);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "7"]);
    expect(await response.json()).toHaveProperty("message", "Service Unavailable");
    expect(isArchived(server)).toBe(true);
  });
});
