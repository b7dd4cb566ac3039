import { connect, withControl } from "@knowledge-base/server/control";
import { matchers } from "@knowledge-base/server/vitest";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { failureOf } from "./failure-of.ts";

expect.extend(matchers);

/** A server that received requests with these limits, and then one to archive a page. */
async function openUsed(...limits: number[]) {
  const server = openServer();
  for (const limit of limits) await send(server, `GET /v1/brains/brain_tides/index?limit=${limit}`);
  await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
  return server;
}

const read = (limit: number) => ({ operation: "promptIndex.get", input: { limit } }) as const;

describe("toHaveReceivedInOrder", () => {
  it("finds requests in their order, with others between them", async () => {
    const server = await openUsed(1, 2, 3);
    expect(server).toHaveReceivedInOrder(["promptIndex.get", "pages.archive"]);
    expect(server).toHaveReceivedInOrder([read(1), read(3), "pages.archive"]);
    expect(server).toHaveReceivedInOrder([{ operation: "pages.archive", input: { slug: "spring-tide" } }]);
    expect(server).not.toHaveReceivedInOrder(["pages.archive", "promptIndex.get"]);
    expect(server).not.toHaveReceivedInOrder([read(2), read(1)]);
    expect(server).not.toHaveReceivedInOrder([read(1), "oauth.start"]);
  });

  it("needs a request for each step", async () => {
    const server = await openUsed(1, 1);
    expect(server).toHaveReceivedInOrder([read(1), read(1)]);
    expect(server).not.toHaveReceivedInOrder([read(1), read(1), read(1)]);
  });

  it("accepts asymmetric matchers", async () => {
    const server = await openUsed(1, 2);
    const step = { operation: "promptIndex.get", input: { limit: expect.any(Number) } } as const;
    expect(server).toHaveReceivedInOrder([step, step, "pages.archive"]);
    expect(server).not.toHaveReceivedInOrder([step, step, step]);
  });

  it("is a promise for a connected server", async () => {
    const server = await openUsed(1);
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    await expect(remote).toHaveReceivedInOrder([read(1), "pages.archive"]);
    await expect(remote).not.toHaveReceivedInOrder(["pages.archive", read(1)]);
  });

  it("names the missing request, and lists those that came too early", async () => {
    const server = await openUsed(1, 2);
    const { message } = await failureOf(() => expect(server).toHaveReceivedInOrder([read(2), read(1)]));
    expect(message).toMatch(
      /^Failed to find requests in this order: promptIndex\.get with {"limit": 2}, then promptIndex\.get with {"limit": 1}\. Of these, after the first 1 there is no request for promptIndex\.get with {"limit": 1}\.\n\nFound:\n {2}GET .*\n\nToo early:\n {2}GET .*$/,
    );
  });

  it("lists the nearest requests if the missing one never came", async () => {
    const server = await openUsed(1, 2);
    const { message } = await failureOf(() => expect(server).toHaveReceivedInOrder([read(9), read(1)]));
    expect(message).toContain('Of these, the journal has no request for promptIndex.get with {"limit": 9}.');
    expect(message).toContain("It differs in limit (2).");
    expect(message).not.toContain("Found:");
  });

  it("lists what it found if it is negated", async () => {
    const server = await openUsed(1);
    const { message } = await failureOf(() => expect(server).not.toHaveReceivedInOrder([read(1), "pages.archive"]));
    expect(message).toMatch(/^Failed to rule out requests in this order: .*\n\nFound:\n {2}GET .*\n {2}POST .*$/);
  });

  it.each<[steps: unknown, problem: string]>([
    [[], "the expected requests are an array. Pass an array of 1 to 100 requests."],
    ["pages.archive", 'the expected requests are "pages.archive". Pass an array of 1 to 100 requests.'],
    [
      Array.from({ length: 101 }, () => "pages.archive"),
      "the expected requests are an array. Pass an array of 1 to 100",
    ],
    [["pages.archived"], 'there is no operation "pages.archived".'],
    [[{ operation: "pages.archive", input: { limit: 1 } }], 'pages.archive has no field "limit".'],
    [
      [{ operation: "pages.archive", times: 1 }],
      'an expected request has the field "times". Its fields are operation, input.',
    ],
    [[null], "there is no operation null."],
  ])("rejects impossible requests, even if it is negated: %j", async (steps, problem) => {
    const server = await openUsed();
    expect(() => expect(server).toHaveReceivedInOrder(steps as never)).toThrow(problem);
    expect(() => expect(server).not.toHaveReceivedInOrder(steps as never)).toThrow(problem);
  });
});
