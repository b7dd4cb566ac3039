import { type CaseStatus, runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { createControls, createTestState, records } from "./test-targets.ts";

interface Changes {
  /** Case to run. */
  readonly id: string;
  /** Changes the responses to requests whose URL contains a text. */
  readonly match?: string;
  readonly change?: (response: Response) => Response;
}

/** Runs one case against a reference server with changed responses, and returns its result. */
async function runChanged({ id, match = "", change = (response) => response }: Changes) {
  const server = createReferenceServer({ seed: createTestState() });
  const { baseUrl, apiKey } = server;
  const fetch = async (url: string, init: RequestInit) => {
    const response = await server.fetch(url, init);
    return url.includes(match) ? change(response) : response;
  };
  const target = { baseUrl, apiKey, fetch, records, controls: createControls(server), write: true };
  const { results } = await runConformance(target, { filter: (info) => info.id === id });
  return results[0];
}

const json = (body: unknown, status: number) => () => Response.json(body, { status });
const error = (status: number) =>
  json(
    { statusCode: status, timestamp: "2026-01-01T00:00:00Z", path: "/v1/brains/brain_operations/index", message: "no" },
    status,
  );

describe("a case about a choice", () => {
  const id = "promptIndex.get/repeated-limit";
  const match = "limit=1&limit=1";

  it.each<[string, () => Response, CaseStatus]>([
    ["a success with the documented body", json([], 200), "differs"],
    ["a success with another body", json({}, 200), "failed"],
    ["a success with another status", json([], 201), "failed"],
    ["another error of the documented form", error(404), "differs"],
    ["an error without the documented body", json({ error: "no" }, 404), "failed"],
    ["a status that the specification does not show", json({ error: "no" }, 422), "differs"],
    ["a 401 although the key is valid", error(401), "failed"],
    ["a 500 with JSON", json({}, 500), "failed"],
    ["a 502 with HTML", () => new Response("<html>", { status: 502 }), "failed"],
  ])("with %s", async (_, change, status) => {
    expect(await runChanged({ id, match, change })).toMatchObject({ status });
  });
});

describe("a required case", () => {
  it("fails with a 5xx where any rejection is permitted", async () => {
    const result = await runChanged({
      id: "organizations/foreign-brain",
      match: "brain_recipes",
      change: json({}, 500),
    });
    expect(result).toMatchObject({ status: "failed", problem: "responded with 500, but must reject the request" });
  });

  it("has the same problem for one wrong element and for many", async () => {
    const channel = { id: "C1", name: "general", isPrivate: 1, isMember: true };
    const problemOf = async (channels: readonly object[]) =>
      (await runChanged({ id: "channels.list/success", match: "/channels", change: json(channels, 200) }))?.problem;
    const problem = "returned a body that is not the documented one: [].isPrivate must be a boolean, not a number";
    expect(await problemOf([channel])).toBe(problem);
    expect(await problemOf([channel, { ...channel, isPrivate: 0 }])).toBe(problem);
  });

  it("fails if confirmOauth rejects what was just approved", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, fetch } = server;
    const controls = { ...createControls(server), confirmOAuth: () => Promise.reject(new Error("unknown state")) };
    const target = { baseUrl, apiKey, fetch, records, controls, write: true };
    const { results } = await runConformance(target, { filter: ({ id }) => id === "oauth.start/confirmed" });
    const message = "confirmOauth rejected the callback of a flow that was just approved: unknown state";
    expect(results).toMatchObject([{ status: "failed", message }]);
  });

  it("is not checked if the role of the key does not permit it", async () => {
    const result = await runChanged({ id: "pages.archive/success", match: "/archive", change: json({}, 403) });
    expect(result).toMatchObject({
      status: "notChecked",
      message: "needs an API key whose role may call pages.archive (the response has the status 403)",
    });
  });

  it("has an error if a control rejects", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, fetch } = server;
    const controls = { restorePage: () => Promise.reject(new Error("no admin API")) };
    const target = { baseUrl, apiKey, fetch, records, controls, write: true };
    const { results, conclusion } = await runConformance(target, {
      filter: ({ id }) => id === "pages.archive/restored",
    });
    expect(results).toMatchObject([{ status: "error", message: "The case was not completed: no admin API" }]);
    expect(conclusion).toBe("notCompleted");
  });

  it("has a message that is bounded, whatever a control throws", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, fetch } = server;
    const controls = { restorePage: () => Promise.reject(new Error(`${apiKey} `.repeat(10_000))) };
    const target = { baseUrl, apiKey, fetch, records, controls, write: true };
    const { results } = await runConformance(target, { filter: ({ id }) => id === "pages.archive/restored" });
    expect(results[0]?.message).toHaveLength(2_000);
    expect(results[0]?.message).not.toContain(apiKey);
  });

  it("has an error if a control does not return in time", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const { baseUrl, apiKey, fetch } = server;
    const controls = { restorePage: () => new Promise(() => {}) };
    const target = { baseUrl, apiKey, fetch, records, controls, write: true, timeout: 50 };
    const { results } = await runConformance(target, { filter: ({ id }) => id === "pages.archive/restored" });
    expect(results).toMatchObject([
      { status: "error", message: "The case was not completed: the control restorePage took longer than 50 ms" },
    ]);
  });
});

describe("the exchanges of a result", () => {
  it("are the request and the response that failed, without the key", async () => {
    const result = await runChanged({ id: "promptIndex.get/success", change: json({}, 404), match: "/index?none" });
    expect(result).toMatchObject({ status: "passed" });
    expect(result?.exchanges).toBeUndefined();
    const failed = await runChanged({ id: "channels.list/success", match: "/channels", change: json({ a: 1 }, 200) });
    expect(failed?.exchanges).toEqual([
      {
        request: {
          method: "GET",
          url: expect.stringContaining("/channels?installationId=installation_harbour_line"),
          headers: { "x-api-key": "[redacted]" },
          body: "",
        },
        response: { status: 200, headers: { "content-type": "application/json" }, body: '{"a":1}' },
      },
    ]);
  });

  it("are bounded", async () => {
    const change = json({ padding: "x".repeat(100_000) }, 200);
    const failed = await runChanged({ id: "channels.list/success", match: "/channels", change });
    expect(failed?.exchanges?.[0]?.response.body).toHaveLength(4_096);
    expect(failed?.message.length).toBeLessThan(500);
  });
});
