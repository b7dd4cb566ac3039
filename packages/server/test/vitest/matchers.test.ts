import { connect, withControl } from "@knowledge-base/server/control";
import { matchers } from "@knowledge-base/server/vitest";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { failureOf } from "./failure-of.ts";

expect.extend(matchers);

const index = "GET /v1/brains/brain_tides/index";
const binding = "/v1/brains/brain_tides/messaging/bindings/binding_deck";

describe("toHaveReceived", () => {
  it("finds a request for an operation with any input and any response", async () => {
    const server = openServer();
    await send(server, index);
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive", { key: "wrong" });
    expect(server).toHaveReceived("promptIndex.get");
    expect(server).toHaveReceived("pages.archive");
    expect(server).not.toHaveReceived("oauth.start");
  });

  it("compares only the given fields", async () => {
    const server = openServer();
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: false, notifyChanges: true } });
    expect(server).toHaveReceived("bindings.update", { bindingId: "binding_deck", notifyBriefs: false });
    expect(server).toHaveReceived("bindings.update", {});
    expect(server).not.toHaveReceived("bindings.update", { bindingId: "binding_deck", notifyBriefs: true });
    expect(server).not.toHaveReceived("bindings.unbind", { bindingId: "binding_deck" });
  });

  it("requires all fields in the same request", async () => {
    const server = openServer();
    await send(server, `${index}?limit=5`);
    await send(server, "GET /v1/brains/brain_ropes/index?limit=6");
    expect(server).not.toHaveReceived("promptIndex.get", { brainId: "brain_ropes", limit: 5 });
    expect(server).toHaveReceived("promptIndex.get", { brainId: "brain_ropes", limit: 6 });
  });

  it("matches undefined with a field that was not sent", async () => {
    const server = openServer();
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: false } });
    expect(server).toHaveReceived("bindings.update", { notifyChanges: undefined });
    expect(server).not.toHaveReceived("bindings.update", { notifyBriefs: undefined });
  });

  it("accepts asymmetric matchers for a field and for all fields", async () => {
    const server = openServer();
    await send(server, `${index}?limit=5`);
    expect(server).toHaveReceived("promptIndex.get", {
      brainId: expect.stringMatching(/^brain_/),
      limit: expect.any(Number),
    });
    expect(server).not.toHaveReceived("promptIndex.get", { brainId: expect.stringContaining("rope") });
    expect(server).toHaveReceived("promptIndex.get", expect.objectContaining({ limit: 5 }));
    expect(server).not.toHaveReceived("promptIndex.get", expect.objectContaining({ limit: 6 }));
  });

  it("knows the path parameters of requests that were rejected before their input was read", async () => {
    const server = openServer({ baseUrl: "https://kb.example/api" });
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: 0 } });
    await send(server, "POST /v1/brains/brain_tides/pages/a%20b%25/archive", { key: null });
    expect(server).toHaveReceived("bindings.update", { brainId: "brain_tides", bindingId: "binding_deck" });
    expect(server).not.toHaveReceived("bindings.update", { notifyBriefs: false });
    expect(server).toHaveReceived("pages.archive", { slug: "a b%" });
  });

  it("knows the fields of a request with a planned fault", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503 });
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: false } });
    expect(server).toHaveReceived("bindings.update", { notifyBriefs: false });
    expect(server).not.toHaveReceived("bindings.update", { notifyBriefs: true });
  });

  it("searches only the requests of an organization", async () => {
    const server = openServer();
    await send(server, index);
    expect(server.organization("org_north")).toHaveReceived("promptIndex.get");
    expect(server.organization("org_south")).not.toHaveReceived("promptIndex.get");
  });

  it("awaits the journal of a connected server", async () => {
    const server = openServer();
    await send(server, `${index}?limit=5`);
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    await expect(remote).toHaveReceived("promptIndex.get", { limit: 5 });
    await expect(remote).not.toHaveReceived("promptIndex.get", { limit: 6 });
    await expect(remote.organization("org_south")).not.toHaveReceived("promptIndex.get");
    const failure = await failureOf(() => expect(remote).toHaveReceived("promptIndex.get", { limit: 6 }));
    expect(failure.actual).toEqual({ operation: "promptIndex.get", input: { limit: 5 } });
  });

  it("works with expect.poll", async () => {
    const server = openServer();
    let polls = 0;
    const poll = () => {
      polls += 1;
      if (polls === 2) void send(server, `${index}?limit=5`);
      return server;
    };
    await expect.poll(poll, { interval: 2, timeout: 20_000 }).toHaveReceived("promptIndex.get", { limit: 5 });
  });
});

describe("the error of toHaveReceived", () => {
  const explained = (brainId: string) =>
    `  GET /v1/brains/${brainId}/index succeeded with 200. ` +
    "It was received at 2026-07-01T12:00:00.000Z with a key of org_north, for promptIndex.get.";

  it("shows the three nearest requests for the same operation", async () => {
    const server = openServer();
    await send(server, `${index}?limit=7`);
    await send(server, "GET /v1/brains/brain_ropes/index?limit=5");
    await send(server, `${index}?limit=6`);
    await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    const { message, actual, expected } = await failureOf(() =>
      expect(server).toHaveReceived("promptIndex.get", { brainId: "brain_tides", limit: 5 }),
    );
    expect(message).toBe(
      'Failed to find a request for promptIndex.get with {"brainId": "brain_tides", "limit": 5}: ' +
        "the journal has 4 requests, 3 for this operation, 0 with these fields.\n\n" +
        "Nearest:\n" +
        [
          `${explained("brain_tides")} It differs in limit (6).`,
          `${explained("brain_ropes")} It differs in brainId ("brain_ropes").`,
          `${explained("brain_tides")} It differs in limit (7).`,
        ].join("\n"),
    );
    expect(actual).toEqual({ operation: "promptIndex.get", input: { brainId: "brain_tides", limit: 6 } });
    expect(expected).toEqual({ operation: "promptIndex.get", input: { brainId: "brain_tides", limit: 5 } });
  });

  it("shows the request with the most equal fields rather than the last one", async () => {
    const server = openServer();
    await send(server, `${index}?limit=5`);
    await send(server, "GET /v1/brains/brain_ropes/index?limit=6");
    const { actual } = await failureOf(() =>
      expect(server).toHaveReceived("promptIndex.get", { brainId: "brain_tides", limit: 7 }),
    );
    expect(actual).toEqual({ operation: "promptIndex.get", input: { brainId: "brain_tides", limit: 5 } });
  });

  it("shows a request for another operation if there is none for the expected one", async () => {
    const server = openServer();
    await send(server, `DELETE ${binding}`);
    await send(server, "GET /v1/brains/brain_ropes/index");
    const { message, actual } = await failureOf(() =>
      expect(server).toHaveReceived("bindings.update", { bindingId: "binding_deck", notifyBriefs: true }),
    );
    expect(message).toContain("the journal has 2 requests, 0 for this operation, 0 with these fields.");
    expect(message).toContain("DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
    expect(actual).toEqual({
      operation: "bindings.unbind",
      input: { bindingId: "binding_deck", notifyBriefs: undefined },
    });
  });

  it("shows a request for an unknown route if there is no other", async () => {
    const server = openServer();
    await send(server, "GET /v1/brain/brain_tides/index");
    const { message, actual } = await failureOf(() => expect(server).toHaveReceived("promptIndex.get"));
    expect(message).toContain("because no operation has this method and path: Cannot GET /v1/brain/brain_tides/index.");
    expect(actual).toEqual({ operation: null });
  });

  it("explains why the nearest request was rejected", async () => {
    const server = openServer();
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: "yes" } });
    const { message } = await failureOf(() => expect(server).toHaveReceived("bindings.update", { notifyBriefs: true }));
    expect(message).toContain("failed with 400, because its input is not valid: ");
  });

  it("shows no other request if the journal is empty", async () => {
    const failure = await failureOf(() =>
      expect(openServer()).toHaveReceived("oauth.start", { brainId: "brain_tides" }),
    );
    expect(failure.message).toBe(
      'Failed to find a request for oauth.start with {"brainId": "brain_tides"}: the journal is empty. ' +
        "If a request was sent, an await may be missing.",
    );
    expect([failure.actual, failure.expected]).toEqual([undefined, undefined]);
  });

  it("describes asymmetric matchers", async () => {
    const { message } = await failureOf(() =>
      expect(openServer()).toHaveReceived("pages.archive", { slug: expect.stringContaining("tide") }),
    );
    expect(message).toContain('with {"slug": StringContaining "tide"}');
  });
});

describe("the error of not.toHaveReceived", () => {
  it("lists the request", async () => {
    const server = openServer();
    await send(server, index);
    await send(server, "GET /v1/brains/brain_ropes/index");
    const failure = await failureOf(() =>
      expect(server).not.toHaveReceived("promptIndex.get", { brainId: "brain_tides" }),
    );
    expect(failure.message).toBe(
      'Failed to rule out a request for promptIndex.get with {"brainId": "brain_tides"}: ' +
        "the journal has 2 requests, 2 for this operation, 1 with these fields.\n\n" +
        "As expected:\n" +
        "  GET /v1/brains/brain_tides/index succeeded with 200. " +
        "It was received at 2026-07-01T12:00:00.000Z with a key of org_north, for promptIndex.get.",
    );
    expect(failure.actual).toBeUndefined();
  });

  it("lists at most five requests", async () => {
    const server = openServer();
    for (let limit = 1; limit <= 7; limit += 1) await send(server, `${index}?limit=${limit}`);
    const { message } = await failureOf(() => expect(server).not.toHaveReceived("promptIndex.get"));
    expect(message.match(/GET /g)).toHaveLength(5);
  });
});

describe("toHaveReceivedTimes", () => {
  it("counts the requests with the given fields", async () => {
    const server = openServer();
    for (const limit of [5, 5, 6]) await send(server, `${index}?limit=${limit}`);
    expect(server).toHaveReceivedTimes("promptIndex.get", 3);
    expect(server).toHaveReceivedTimes("promptIndex.get", 2, { limit: 5 });
    expect(server).toHaveReceivedTimes("promptIndex.get", 0, { limit: 7 });
    expect(server).not.toHaveReceivedTimes("promptIndex.get", 2);
    expect(server).not.toHaveReceivedTimes("promptIndex.get", 4);
  });

  it("counts every attempt of a retried request", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, times: 2 });
    for (let attempt = 1; attempt <= 3; attempt += 1) await send(server, `${index}?limit=5`);
    expect(server).toHaveReceivedTimes("promptIndex.get", 3, { brainId: "brain_tides" });
  });

  it("lists the matching requests and the nearest others if there are too few", async () => {
    const server = openServer();
    for (const limit of [5, 6]) await send(server, `${index}?limit=${limit}`);
    const { message, actual } = await failureOf(() =>
      expect(server).toHaveReceivedTimes("promptIndex.get", 2, { limit: 5 }),
    );
    expect(message).toContain(
      'Failed to find exactly 2 requests for promptIndex.get with {"limit": 5}: ' +
        "the journal has 2 requests, 2 for this operation, 1 with these fields.\n\nAs expected:\n  GET ",
    );
    expect(message).toContain("\n\nNearest:\n  GET ");
    expect(actual).toEqual({ operation: "promptIndex.get", input: { limit: 6 } });
  });

  it("omits requests for other operations if there are too few", async () => {
    const server = openServer();
    await send(server, index);
    await send(server, `DELETE ${binding}`);
    const failure = await failureOf(() => expect(server).toHaveReceivedTimes("promptIndex.get", 2));
    expect(failure.message).not.toContain("DELETE");
    expect(failure.actual).toBeUndefined();
  });

  it("lists the matching requests if there are too many", async () => {
    const server = openServer();
    await send(server, index);
    await send(server, "GET /v1/brains/brain_ropes/index");
    const failure = await failureOf(() =>
      expect(server).toHaveReceivedTimes("promptIndex.get", 0, { brainId: "brain_tides" }),
    );
    expect(failure.message).toMatch(
      /^Failed to find exactly 0 requests for promptIndex.get with .*\n\nAs expected:\n {2}GET /,
    );
    expect(failure.message).not.toContain("brain_ropes");
    expect(failure.actual).toBeUndefined();
  });

  it("awaits the journal of a connected server", async () => {
    const server = openServer();
    await send(server, index);
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    await expect(remote).toHaveReceivedTimes("promptIndex.get", 1);
    await expect(remote.organization("org_north")).not.toHaveReceivedTimes("promptIndex.get", 2);
  });
});
