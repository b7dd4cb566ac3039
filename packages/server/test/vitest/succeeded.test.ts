import { connect, withControl } from "@knowledge-base/server/control";
import { matchers } from "@knowledge-base/server/vitest";
import { describe, expect, it } from "vitest";
import { archive, getIndex } from "../faults/calls.ts";
import { settledState } from "../faults/timers.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { failureOf } from "./failure-of.ts";

expect.extend(matchers);

const archiving = "POST /v1/brains/brain_tides/pages/spring-tide/archive";
const page = { brainId: "brain_tides", slug: "spring-tide" };

describe("toHaveSucceeded", () => {
  it("finds a request that was executed with a successful response", async () => {
    const server = openServer();
    await send(server, archiving);
    expect(server).toHaveSucceeded("pages.archive");
    expect(server).toHaveSucceeded("pages.archive", page);
    expect(server).not.toHaveSucceeded("pages.archive", { slug: "neap-tide" });
    expect(server).not.toHaveSucceeded("promptIndex.get");
  });

  it.each([
    ["an invalid key", archiving, "wrong"],
    ["no such page", "POST /v1/brains/brain_tides/pages/moon/archive", "key_north"],
    ["an invalid input", "GET /v1/brains/brain_tides/index?limit=0", "key_north"],
  ])("does not count a request with %s", async (_, methodAndPath, key) => {
    const server = openServer();
    await send(server, methodAndPath, { key });
    expect(server).not.toHaveSucceeded("pages.archive");
    expect(server).not.toHaveSucceeded("promptIndex.get");
  });

  it.each([
    { kind: "status", status: 503 },
    { kind: "status", status: 503, afterCommit: true },
    { kind: "connection_reset", afterCommit: true },
    { kind: "hang", afterCommit: true },
  ] as const)("does not count a request whose response failed: $kind", async (fault) => {
    const server = openServer();
    server.faults.add(fault);
    await settledState(archive(server));
    expect(server).toHaveReceived("pages.archive", page);
    expect(server).not.toHaveSucceeded("pages.archive");
  });

  it("shows no values that differ if only the response does", async () => {
    const server = openServer();
    await send(server, archiving, { key: null });
    const failure = await failureOf(() => expect(server).toHaveSucceeded("pages.archive", page));
    expect(failure.message).toContain("\n\nNearest:\n  POST ");
    expect([failure.actual, failure.expected]).toEqual([undefined, undefined]);
  });

  it("counts a request that was only late", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 1 });
    await archive(server);
    expect(server).toHaveSucceeded("pages.archive", page);
  });

  it("is a promise for a connected server", async () => {
    const server = openServer();
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    await send(server, archiving);
    await expect(remote).toHaveSucceeded("pages.archive", page);
    await expect(remote.organization("org_south")).not.toHaveSucceeded("pages.archive");
  });

  it("shows the requests that failed", async () => {
    const server = openServer();
    await send(server, archiving, { key: "wrong" });
    await send(server, "POST /v1/brains/brain_tides/pages/moon/archive");
    const { message } = await failureOf(() => expect(server).toHaveSucceeded("pages.archive", { slug: "spring-tide" }));
    expect(message).toContain(
      'Failed to find a successful request for pages.archive with {"slug": "spring-tide"}: ' +
        "the journal has 2 requests, 2 for this operation, 0 with these fields and with a successful response.\n\n" +
        "Nearest:\n" +
        "  POST /v1/brains/brain_tides/pages/spring-tide/archive failed with 401, because of its API key: Invalid x-api-key. ",
    );
    expect(message).toContain("for pages.archive.\n  POST /v1/brains/brain_tides/pages/moon/archive failed with 404, ");
    expect(message).toMatch(/It differs in slug \("moon"\)\.$/);
  });
});

describe("toHaveSucceededTimes", () => {
  it("counts the attempt that succeeded, not those before it", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, times: 2 });
    for (let attempt = 0; attempt < 3; attempt += 1) await getIndex(server);
    expect(server).toHaveReceivedTimes("promptIndex.get", 3);
    expect(server).toHaveSucceededTimes("promptIndex.get", 1, { brainId: "brain_tides" });
    expect(server).not.toHaveSucceededTimes("promptIndex.get", 3);
    expect(server).toHaveSucceededTimes("pages.archive", 0);
  });

  it("lists what it found", async () => {
    const server = openServer();
    await getIndex(server);
    const { message } = await failureOf(() => expect(server).toHaveSucceededTimes("promptIndex.get", 2));
    expect(message).toContain(
      "Failed to find exactly 2 successful requests for promptIndex.get: " +
        "the journal has 1 request, 1 for this operation, 1 with a successful response.\n\nAs expected:\n  GET ",
    );
  });
});
