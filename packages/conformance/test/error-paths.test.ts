import type { IncomingMessage, ServerResponse } from "node:http";
import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "./start-server.ts";
import { createTestState, records } from "./test-targets.ts";

const unusualId = "brain:ä b";

/** Starts a proxy below the path `/api`, which removes that path and may change the bodies of errors. */
async function startProxy(changePath: (path: string) => string = (path) => path) {
  const { brains, ...state } = createTestState();
  const brain = { id: unusualId, organizationId: "org_harbour_line", name: "Unusual" };
  const server = createReferenceServer({ seed: { ...state, brains: [...brains, brain] } });
  const listener = await listen(server);
  onTestFinished(() => listener.close({ timeout: 0 }));
  const origin = await startServer((request, response) => void forward(request, response));
  return { baseUrl: `${origin}/api`, apiKey: server.apiKey };

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { "x-api-key": apiKey = "" } = request.headers;
    const stripped = `${listener.url}${request.url?.replace(/^\/api/, "")}`;
    const received = await fetch(stripped, { headers: { "x-api-key": String(apiKey) } });
    const body = await received.json();
    if (!received.ok) body.path = changePath(body.path);
    response.writeHead(received.status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }
}

describe("the path in an error", () => {
  it("may lack the path of the base URL, which a proxy has removed", async () => {
    const report = await runConformance({ ...(await startProxy()), records });
    expect(report.counts).toMatchObject({ failed: 0, error: 0 });
  });

  it("may have it", async () => {
    const report = await runConformance({ ...(await startProxy((path) => `/api${path}`)), records });
    expect(report.counts).toMatchObject({ failed: 0, error: 0 });
  });

  it("must not be another path", async () => {
    const report = await runConformance({ ...(await startProxy((path) => `/other${path}`)), records });
    expect(report.commonCauses).toContainEqual({
      problem: "returned a path that is not that of the request",
      cases: expect.arrayContaining(["errors/path-without-query", "promptIndex.get/404"]),
    });
  });

  it.each([
    ["decoded", decodeURIComponent],
    ["encoded further", (path: string) => path.replaceAll(":", "%3A").replaceAll("-", "%2D")],
  ])("may be %s", async (_, changePath) => {
    const proxy = await startProxy(changePath);
    const report = await runConformance({ ...proxy, records: { brainId: unusualId } });
    expect(report.results.find(({ id }) => id === "promptIndex.get/400")).toMatchObject({ status: "passed" });
    expect(report.counts).toMatchObject({ failed: 0, error: 0 });
  });
});
