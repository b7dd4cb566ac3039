import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { createTestState, records } from "./test-targets.ts";

/** Runs a few cases against a service that limits the rate of requests now and then. */
async function runLimited(limit: (request: number) => Response | undefined) {
  const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: createTestState() });
  let requests = 0;
  let limited = 0;
  const limiting = async (url: string, init: RequestInit) => {
    const response = limit(requests++);
    if (!response) return fetch(url, init);
    limited++;
    return response;
  };
  const target = { baseUrl, apiKey, fetch: limiting, records };
  const report = await runConformance(target, { filter: ({ id }) => id.startsWith("channels.list/") });
  return { report, limited };
}

describe("a service that limits the rate of requests", () => {
  it.each([
    ["a 429 with seconds", () => new Response("", { status: 429, headers: { "retry-after": "1" } })],
    [
      "a 429 with an HTTP date, compared with the clock of the service",
      () =>
        new Response("", {
          status: 429,
          headers: { date: "Tue, 03 Mar 2020 10:00:00 GMT", "retry-after": "Tue, 03 Mar 2020 10:00:01 GMT" },
        }),
    ],
    ["a 503 with seconds", () => new Response("<html>", { status: 503, headers: { "retry-after": "0" } })],
    ["a 429 without Retry-After", () => new Response("{}", { status: 429 })],
  ])("gets the request again after %s", async (_, limit) => {
    const { report, limited } = await runLimited((request) => (request === 1 || request === 4 ? limit() : undefined));
    expect(limited).toBe(2);
    expect(report.results.filter(({ status }) => status !== "passed")).toEqual([]);
  });

  it("interrupts the run if it asks to wait too long", async () => {
    const limit = () => new Response("", { status: 429, headers: { "retry-after": "86400" } });
    const { report, limited } = await runLimited((request) => (request === 5 ? limit() : undefined));
    expect(limited).toBe(1);
    expect(report).toMatchObject({
      conclusion: "interrupted",
      interruption: {
        reason:
          "the service limits the rate of requests (429), and the run would have to wait longer than 10 minutes in total",
      },
    });
  });

  it("is not assumed after a 503 without Retry-After, which is a failure", async () => {
    const { report } = await runLimited((request) => (request === 2 ? Response.json({}, { status: 503 }) : undefined));
    expect(report.counts).toMatchObject({ failed: 1, differs: 0 });
  });
});
