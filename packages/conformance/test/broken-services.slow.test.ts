import type { IncomingMessage, ServerResponse } from "node:http";
import { type ConformanceReport, runConformance, TargetError } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { startServer } from "./start-server.ts";
import { createTestState, records } from "./test-targets.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const apiKey = "key_of_nobody";

/** Runs the suite against a server, and returns the report, or the code of the error with which the run did not begin. */
async function run(handle: Handle, { write }: { write: boolean }): Promise<ConformanceReport | string> {
  const baseUrl = await startServer(handle);
  return runConformance({ baseUrl, apiKey, records, write, timeout: 1000 }).catch((error: unknown) => {
    if (error instanceof TargetError) return error.code;
    throw error;
  });
}

function json(status: number, body: unknown): Handle {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
}

describe.each([{ write: false }, { write: true }])("with the option %o", (options) => {
  it.each<[string, Handle, string]>([
    ["an empty body", (_, response) => response.end(), "not_json"],
    ["status 204", (_, response) => response.writeHead(204).end(), "not_json"],
    ["HTML", (_, response) => response.setHeader("content-type", "text/html").end("<p>Hello</p>"), "not_json"],
    ["HTML with status 500", (_, response) => response.writeHead(500).end("<p>Error</p>"), "not_json"],
    ["half of a JSON text", (_, response) => response.end('[{"slug":"a"'), "not_json"],
    ["nothing", () => {}, "unreachable"],
    ["headers, and then nothing", (_, response) => response.write(" "), "unreachable"],
    ["a lost connection", (request) => request.socket.destroy(), "unreachable"],
    ["half of a body", (_, response) => response.writeHead(200, { "content-length": 9 }).end("[]"), "unreachable"],
    ["a redirect", (_, response) => response.writeHead(302, { location: "/login" }).end("{}"), "redirected"],
    ["status 401", json(401, { statusCode: 401 }), "wrong_key"],
    ["status 403", json(403, { statusCode: 403 }), "wrong_brain"],
    ["status 404", json(404, { statusCode: 404 }), "wrong_base_url"],
  ])("a run does not begin against a server that responds with %s", async (_, handle, code) => {
    expect(await run(handle, options)).toBe(code);
  });

  it.each([
    ["null", 200, null],
    ["an empty list", 200, []],
    ["an empty object", 200, {}],
    ["a text", 200, "ok"],
    ["status 201", 201, []],
    ["status 400", 400, { statusCode: 400, timestamp: "2026-01-01T00:00:00Z", path: "/", message: "No" }],
    ["status 500", 500, { statusCode: 500, message: "Internal server error" }],
    ["status 503", 503, {}],
    ["status 418", 418, {}],
  ])("a server that responds with %s to everything does not conform", async (_, status, body) => {
    const report = await run(json(status, body), options);
    expect(report).toMatchObject({ conclusion: "doesNotConform", conforms: false, succeeded: false });
    const { results } = report as ConformanceReport;
    const passed = results.filter((result) => result.status === "passed").map(({ id }) => id);
    expect(passed.filter((id) => !trivial.includes(id))).toEqual([]);
    expect(results.filter((result) => result.status === "error")).toEqual([]);
    if (status >= 500) expect(results.filter((result) => result.status === "differs")).toEqual([]);
  });
});

/** Cases that a service passes which rejects everything, or returns an empty list for everything. */
const trivial: readonly string[] = [
  "errors/path-parameter-required",
  "errors/unknown-query",
  "promptIndex.get/limit-optional",
  "promptIndex.get/reading-changes-nothing",
];

describe("a service that breaks down during the run", () => {
  it.each<[string, Handle, string]>([
    ["hangs", () => {}, "interrupted"],
    ["loses connections", (request) => request.socket.destroy(), "interrupted"],
    ["returns 500", json(500, { message: "Internal server error" }), "doesNotConform"],
    ["returns HTML with 502", (_, response) => response.writeHead(502).end("<p>Bad gateway</p>"), "doesNotConform"],
  ])("has no conforming report if it %s", async (_, handle, conclusion) => {
    const server = createReferenceServer({ seed: createTestState() });
    await using listener = await listen(server);
    let requests = 0;
    const broken = await startServer(handle);
    const fetchBroken = (url: string, init: RequestInit) =>
      requests++ < 60 ? fetch(url, init) : fetch(url.replace(listener.url, broken), init);
    const target = { baseUrl: listener.url, apiKey: server.apiKey, fetch: fetchBroken, records, timeout: 500 };
    const report = await runConformance(target);
    expect(report).toMatchObject({ conclusion, conforms: false, succeeded: false });
    expect(report.counts.passed).toBeGreaterThan(0);
    expect(report.counts.differs).toBe(0);
  });
});
