import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { matchers } from "@knowledge-base/server/vitest";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { failureOf } from "./failure-of.ts";

expect.extend(matchers);

/** A server that received six requests with these limits and has dropped the first three. */
async function openFull() {
  const server = openServer({ maxJournalEntries: 3 });
  for (const limit of [1, 2, 3, 4, 5, 6]) await send(server, `GET /v1/brains/brain_tides/index?limit=${limit}`);
  return server;
}

const read = (limit: number) => ({ operation: "promptIndex.get", input: { limit } }) as const;
const unknown =
  /^Failed to look for .*: the journal has dropped 3 of 6 requests, which may change the result\. Clear it /;

describe("a matcher of a journal that has dropped requests", () => {
  it("finds out that a request is missing only if it was not dropped", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    await send(server, "POST /v1/brains/brain_operations/pages/weather-limits/archive");
    expect(server).toHaveReceived("pages.archive");
    for (let count = 0; count < 1000; count += 1) await send(server, "GET /v1/brains/brain_operations/index?limit=1");
    const { message } = await failureOf(() => expect(server).not.toHaveReceived("pages.archive"));
    expect(message).toBe(
      "Failed to look for a request for pages.archive: the journal has dropped 1 of 1001 requests, which may change the " +
        "result. Clear it with journal.clear() before the relevant part of the test, or keep more requests with the " +
        "options maxJournalEntries and maxJournalBytes of createReferenceServer.",
    );
  });

  it("holds for a request that was kept", async () => {
    const server = await openFull();
    expect(server).toHaveReceived("promptIndex.get", { limit: 6 });
    expect(server).toHaveSucceeded("promptIndex.get", { limit: 4 });
    expect(() => expect(server).not.toHaveReceived("promptIndex.get", { limit: 6 })).toThrow(/^Failed to rule out/);
  });

  it("throws, negated or not, if the request may be among the dropped ones", async () => {
    const server = await openFull();
    for (const assertion of [expect(server), expect(server).not]) {
      expect(() => assertion.toHaveReceived("promptIndex.get", { limit: 1 })).toThrow(unknown);
      expect(() => assertion.toHaveReceived("pages.archive")).toThrow(unknown);
      expect(() => assertion.toHaveSucceeded("pages.archive")).toThrow(unknown);
    }
  });

  it.each([
    { times: 0, isKnown: true },
    { times: 2, isKnown: true },
    { times: 3, isKnown: false },
    { times: 4, isKnown: false },
    { times: 6, isKnown: false },
    { times: 7, isKnown: true },
  ])("knows whether there were $times requests: $isKnown", async ({ times, isKnown }) => {
    const server = await openFull();
    const matches = () => expect(server).toHaveReceivedTimes("promptIndex.get", times);
    const differs = () => expect(server).not.toHaveReceivedTimes("promptIndex.get", times);
    expect(matches).toThrow(isKnown ? /^Failed to find exactly/ : unknown);
    if (isKnown) differs();
    else expect(differs).toThrow(unknown);
    expect(() => expect(server).not.toHaveSucceededTimes("promptIndex.get", 3)).toThrow(unknown);
  });

  it("knows an order if all requests were kept, or too many are missing", async () => {
    const server = await openFull();
    expect(server).toHaveReceivedInOrder([read(4), read(6)]);
    expect(server).not.toHaveReceivedInOrder([read(7), read(7), read(7), read(7), read(6)]);
    expect(server).not.toHaveReceivedInOrder([read(6), read(5), read(4), read(6), read(5), read(4)]);
    for (const steps of [
      [read(1), read(4)],
      [read(6), read(4)],
      [read(1), read(2), read(3)],
    ]) {
      expect(() => expect(server).toHaveReceivedInOrder(steps)).toThrow(unknown);
      expect(() => expect(server).not.toHaveReceivedInOrder(steps)).toThrow(unknown);
    }
  });

  it("knows everything again after the journal was cleared", async () => {
    const server = await openFull();
    server.journal.clear();
    await send(server, "GET /v1/brains/brain_tides/index?limit=7");
    expect(server).not.toHaveReceived("promptIndex.get", { limit: 1 });
    expect(server).toHaveReceivedTimes("promptIndex.get", 1);
  });

  it("counts the dropped requests of an organization only", async () => {
    const server = await openFull();
    await send(server, "GET /v1/brains/brain_south/index", { key: "key_south" });
    expect(server.organization("org_south")).not.toHaveReceived("pages.archive");
    expect(() => expect(server.organization("org_north")).not.toHaveReceived("pages.archive")).toThrow(unknown);
  });

  it("rejects for a connected server", async () => {
    const server = await openFull();
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    await expect(remote).toHaveReceived("promptIndex.get", { limit: 6 });
    const { message } = await failureOf(() => expect(remote).not.toHaveReceived("pages.archive"));
    expect(message).toMatch(unknown);
  });
});

describe("the message of a matcher", () => {
  it("is bounded, whatever was sent and expected", async () => {
    const server = openServer();
    const long = "x".repeat(100_000);
    for (let count = 0; count < 20; count += 1) await send(server, `POST /v1/brains/${long}/pages/${long}/archive`);
    const expected = { brainId: long, slug: `${long}y` };
    const failures = [
      await failureOf(() => expect(server).toHaveReceived("pages.archive", expected)),
      await failureOf(() => expect(server).not.toHaveReceived("pages.archive", { brainId: long })),
      await failureOf(() => expect(server).toHaveReceivedTimes("pages.archive", 3, { brainId: long })),
      await failureOf(() =>
        expect(server).toHaveReceivedInOrder(Array.from({ length: 100 }, () => "oauth.start" as const)),
      ),
      await failureOf(() =>
        expect(server).not.toHaveReceivedInOrder([{ operation: "pages.archive", input: { brainId: long } }]),
      ),
    ];
    for (const { message, actual } of failures) {
      expect(message.length).toBeLessThan(20_000);
      expect(actual).toBeUndefined();
    }
  });
});
