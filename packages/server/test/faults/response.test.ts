import type { JsonValue } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { archive, getIndex, isArchived } from "./calls.ts";

const json = "application/json; charset=utf-8";

describe("a planned response", () => {
  it.each([200, 201, 202, 204, 205, 226, 299, 300, 302, 304, 399, 400, 418, 500, 599])(
    "has the status %i and nothing else",
    async (status) => {
      const server = openServer();
      server.faults.add({ kind: "response", status });
      const response = await getIndex(server);
      expect([response.status, await response.text(), [...response.headers]]).toEqual([status, "", []]);
    },
  );

  const bodies: readonly { body: JsonValue; text: string; type: string }[] = [
    { body: "Gone fishing 🎣", text: "Gone fishing 🎣", type: "text/plain; charset=utf-8" },
    { body: [], text: "[]", type: json },
    { body: { a: null, b: undefined }, text: '{"a":null}', type: json },
    { body: 0, text: "0", type: json },
    { body: false, text: "false", type: json },
    { body: null, text: "null", type: json },
  ];
  it.each(bodies)("has the body $text", async ({ body, text, type }) => {
    const server = openServer();
    server.faults.add({ kind: "response", status: 200, body });
    const response = await getIndex(server);
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([200, type, text]);
  });

  it("may have an empty text for a body", async () => {
    const server = openServer();
    server.faults.add({ kind: "response", status: 200, body: "" });
    const response = await getIndex(server);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe("");
  });

  it("has the planned headers, which take precedence", async () => {
    const server = openServer();
    const headers = { "Content-Type": "application/xml", "X-Request-Id": "a b\tc", "x-empty": "", "x-latin": "é" };
    server.faults.add({ kind: "response", status: 200, headers, body: { a: 1 } });
    const response = await getIndex(server);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "application/xml",
      "x-request-id": "a b\tc",
      "x-empty": "",
      "x-latin": "é",
    });
    expect(await response.text()).toBe('{"a":1}');
  });

  it("may be a redirect, which is not followed", async () => {
    const server = openServer();
    server.faults.add({ kind: "response", status: 307, headers: { location: "https://moon.example/v2" } });
    const response = await getIndex(server);
    expect([response.status, response.headers.get("location")]).toEqual([307, "https://moon.example/v2"]);
  });

  it("prevents the execution of the operation", async () => {
    const server = openServer();
    server.faults.add({ kind: "response", status: 201, body: {} });
    expect((await archive(server)).status).toBe(201);
    expect(isArchived(server)).toBe(false);
    expect(server.journal.entries()).toMatchObject([
      { status: 201, reason: "fault", fault: "response", committed: false, input: { slug: "spring-tide" } },
    ]);
  });

  it("after the commit hides an operation that was executed", async () => {
    const server = openServer();
    server.faults.add({ kind: "response", status: 204, afterCommit: true });
    expect((await archive(server)).status).toBe(204);
    expect(isArchived(server)).toBe(true);
    expect(server.journal.entries()).toMatchObject([{ status: 204, reason: "fault", committed: true }]);
  });

  it("is not changed together with the values that were given", async () => {
    const server = openServer();
    const body = { tides: ["ebb"] };
    const headers = { "x-tide": "ebb" };
    server.faults.add({ kind: "response", status: 200, headers, body });
    body.tides.push("flood");
    headers["x-tide"] = "flood";
    const response = await getIndex(server);
    expect([response.headers.get("x-tide"), await response.json()]).toEqual(["ebb", { tides: ["ebb"] }]);
  });
});
