import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { matchers } from "@knowledge-base/server/vitest";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";

expect.extend(matchers);

const index = "GET /v1/brains/brain_tides/index";
const binding = "/v1/brains/brain_tides/messaging/bindings/binding_deck";

/** The error of an assertion that does not hold. */
async function failureOf(assertion: () => unknown): Promise<{ message: string; actual?: unknown; expected?: unknown }> {
  try {
    await assertion();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Failed to catch the error of an assertion: it holds.");
}

describe("toHaveReceived", () => {
  it("finds a request for an operation, whatever its input and its answer", async () => {
    const server = openServer();
    await send(server, index);
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive", { key: "wrong" });
    expect(server).toHaveReceived("promptIndex.get");
    expect(server).toHaveReceived("pages.archive");
    expect(server).not.toHaveReceived("oauth.start");
  });

  it("compares the fields that are given and no others", async () => {
    const server = openServer();
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: false, notifyChanges: true } });
    expect(server).toHaveReceived("bindings.update", { bindingId: "binding_deck", notifyBriefs: false });
    expect(server).toHaveReceived("bindings.update", {});
    expect(server).not.toHaveReceived("bindings.update", { bindingId: "binding_deck", notifyBriefs: true });
    expect(server).not.toHaveReceived("bindings.unbind", { bindingId: "binding_deck" });
  });

  it("wants all fields in the same request", async () => {
    const server = openServer();
    await send(server, `${index}?limit=5`);
    await send(server, "GET /v1/brains/brain_ropes/index?limit=6");
    expect(server).not.toHaveReceived("promptIndex.get", { brainId: "brain_ropes", limit: 5 });
    expect(server).toHaveReceived("promptIndex.get", { brainId: "brain_ropes", limit: 6 });
  });

  it("takes undefined for a field that was not sent", async () => {
    const server = openServer();
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: false } });
    expect(server).toHaveReceived("bindings.update", { notifyChanges: undefined });
    expect(server).not.toHaveReceived("bindings.update", { notifyBriefs: undefined });
  });

  it("takes asymmetric matchers for a field and for all of them", async () => {
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

  it("knows the path parameters of requests that were refused before they were read", async () => {
    const server = openServer({ baseUrl: "https://kb.example/api" });
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: 0 } });
    await send(server, "POST /v1/brains/brain_tides/pages/a%20b%25/archive", { key: null });
    expect(server).toHaveReceived("bindings.update", { brainId: "brain_tides", bindingId: "binding_deck" });
    expect(server).not.toHaveReceived("bindings.update", { notifyBriefs: false });
    expect(server).toHaveReceived("pages.archive", { slug: "a b%" });
  });

  it("knows the fields of a request that met a planned fault", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503 });
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: false } });
    expect(server).toHaveReceived("bindings.update", { notifyBriefs: false });
    expect(server).not.toHaveReceived("bindings.update", { notifyBriefs: true });
  });

  it("looks at the requests of one organization alone, where it is given one", async () => {
    const server = openServer();
    await send(server, index);
    expect(server.organization("org_north")).toHaveReceived("promptIndex.get");
    expect(server.organization("org_south")).not.toHaveReceived("promptIndex.get");
  });

  it("waits for the journal of a server elsewhere", async () => {
    const server = openServer();
    await send(server, `${index}?limit=5`);
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    await expect(remote).toHaveReceived("promptIndex.get", { limit: 5 });
    await expect(remote).not.toHaveReceived("promptIndex.get", { limit: 6 });
    await expect(remote.organization("org_south")).not.toHaveReceived("promptIndex.get");
    const failure = await failureOf(() => expect(remote).toHaveReceived("promptIndex.get", { limit: 6 }));
    expect(failure.actual).toEqual({ operation: "promptIndex.get", input: { limit: 5 } });
  });

  it("can be polled for", async () => {
    const server = openServer();
    setTimeout(() => void send(server, `${index}?limit=5`), 5);
    await expect.poll(() => server, { interval: 2 }).toHaveReceived("promptIndex.get", { limit: 5 });
  });
});

describe("a request that toHaveReceived does not find", () => {
  it("is told beside the nearest of those for the same operation", async () => {
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
        "  GET /v1/brains/brain_tides/index came at 2026-07-01T12:00:00.000Z with a key of org_north, for promptIndex.get. " +
        "It succeeded with 200.",
    );
    expect(actual).toEqual({ operation: "promptIndex.get", input: { brainId: "brain_tides", limit: 6 } });
    expect(expected).toEqual({ operation: "promptIndex.get", input: { brainId: "brain_tides", limit: 5 } });
  });

  it("is told beside the request with the most equal fields, not the last", async () => {
    const server = openServer();
    await send(server, `${index}?limit=5`);
    await send(server, "GET /v1/brains/brain_ropes/index?limit=6");
    const { actual } = await failureOf(() =>
      expect(server).toHaveReceived("promptIndex.get", { brainId: "brain_tides", limit: 7 }),
    );
    expect(actual).toEqual({ operation: "promptIndex.get", input: { brainId: "brain_tides", limit: 5 } });
  });

  it("is told beside a request for another operation, where there is none for its own", async () => {
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

  it("is told beside a request that no route fits, where there is no other", async () => {
    const server = openServer();
    await send(server, "GET /v1/brain/brain_tides/index");
    const { message, actual } = await failureOf(() => expect(server).toHaveReceived("promptIndex.get"));
    expect(message).toContain("because no route has this method and path: Cannot GET /v1/brain/brain_tides/index.");
    expect(actual).toEqual({ operation: null });
  });

  it("is told together with why the nearest was refused", async () => {
    const server = openServer();
    await send(server, `PATCH ${binding}`, { json: { notifyBriefs: "yes" } });
    const { message } = await failureOf(() => expect(server).toHaveReceived("bindings.update", { notifyBriefs: true }));
    expect(message).toContain("It was answered with 400, because its input is not valid: ");
  });

  it("is told alone where the journal is empty", async () => {
    const failure = await failureOf(() =>
      expect(openServer()).toHaveReceived("oauth.start", { brainId: "brain_tides" }),
    );
    expect(failure.message).toBe(
      'Failed to find a request for oauth.start with {"brainId": "brain_tides"}: the journal is still empty. ' +
        "Where a request was sent, an await may be missing.",
    );
    expect([failure.actual, failure.expected]).toEqual([undefined, undefined]);
  });

  it("is told with asymmetric matchers in words", async () => {
    const { message } = await failureOf(() =>
      expect(openServer()).toHaveReceived("pages.archive", { slug: expect.stringContaining("tide") }),
    );
    expect(message).toContain('with {"slug": StringContaining "tide"}');
  });
});

describe("a request that not.toHaveReceived finds", () => {
  it("is told in words", async () => {
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
        "  GET /v1/brains/brain_tides/index came at 2026-07-01T12:00:00.000Z with a key of org_north, for promptIndex.get. " +
        "It succeeded with 200.",
    );
    expect(failure.actual).toBeUndefined();
  });

  it("is told as often as it came, but not more than five times", async () => {
    const server = openServer();
    for (let limit = 1; limit <= 7; limit += 1) await send(server, `${index}?limit=${limit}`);
    const { message } = await failureOf(() => expect(server).not.toHaveReceived("promptIndex.get"));
    expect(message.match(/GET /g)).toHaveLength(5);
  });
});

describe("toHaveReceivedTimes", () => {
  it("counts the requests with the fields that are given", async () => {
    const server = openServer();
    for (const limit of [5, 5, 6]) await send(server, `${index}?limit=${limit}`);
    expect(server).toHaveReceivedTimes("promptIndex.get", 3);
    expect(server).toHaveReceivedTimes("promptIndex.get", 2, { limit: 5 });
    expect(server).toHaveReceivedTimes("promptIndex.get", 0, { limit: 7 });
    expect(server).not.toHaveReceivedTimes("promptIndex.get", 2);
    expect(server).not.toHaveReceivedTimes("promptIndex.get", 4);
  });

  it("counts every attempt of a request that is sent again", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, times: 2 });
    for (let attempt = 1; attempt <= 3; attempt += 1) await send(server, `${index}?limit=5`);
    expect(server).toHaveReceivedTimes("promptIndex.get", 3, { brainId: "brain_tides" });
  });

  it("tells those that came and the nearest, where there are too few", async () => {
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

  it("leaves requests for other operations out, where there are too few", async () => {
    const server = openServer();
    await send(server, index);
    await send(server, `DELETE ${binding}`);
    const failure = await failureOf(() => expect(server).toHaveReceivedTimes("promptIndex.get", 2));
    expect(failure.message).not.toContain("DELETE");
    expect(failure.actual).toBeUndefined();
  });

  it("tells those that came, where there are too many", async () => {
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

  it("waits for the journal of a server elsewhere", async () => {
    const server = openServer();
    await send(server, index);
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    await expect(remote).toHaveReceivedTimes("promptIndex.get", 1);
    await expect(remote.organization("org_north")).not.toHaveReceivedTimes("promptIndex.get", 2);
  });
});

describe("a value without a journal", () => {
  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a text", "server"],
    ["an object", { journal: {} }],
  ])("is refused, negated or not: %s", (_, value) => {
    const refusal = /^Failed to look for requests: .* has no journal\. Give expect the server /;
    expect(() => expect(value).toHaveReceived("oauth.start")).toThrow(refusal);
    expect(() => expect(value).not.toHaveReceived("oauth.start")).toThrow(refusal);
    expect(() => expect(value).toHaveReceivedTimes("oauth.start", 0)).toThrow(refusal);
  });

  it("is not told, for it may hold a key", async () => {
    const { apiKey }: ReferenceServer = createReferenceServer();
    const { message } = await failureOf(() => expect({ apiKey }).toHaveReceived("oauth.start"));
    expect(message).not.toContain(apiKey);
  });
});
