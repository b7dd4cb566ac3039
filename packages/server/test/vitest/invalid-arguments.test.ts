import { connect, withControl } from "@knowledge-base/server/control";
import { matchers } from "@knowledge-base/server/vitest";
import { contract } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";

expect.extend(matchers);

describe("an impossible expected request", () => {
  const operations = Object.keys(contract).join(", ");
  const bindingFields = "brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges";

  it.each<[operation: unknown, input: unknown, problem: string]>([
    ["page.archive", undefined, `there is no operation "page.archive". The operations are ${operations}.`],
    ["toString", undefined, `there is no operation "toString". The operations are ${operations}.`],
    [undefined, undefined, `there is no operation undefined. The operations are ${operations}.`],
    [{ slug: "x" }, undefined, `there is no operation an object. The operations are ${operations}.`],
    ["pages.archive", { slugg: "x" }, 'pages.archive has no field "slugg". Its fields are brainId, slug.'],
    ["pages.archive", { slugg: undefined }, 'pages.archive has no field "slugg". Its fields are brainId, slug.'],
    ["promptIndex.get", { slug: "x" }, 'promptIndex.get has no field "slug". Its fields are brainId, limit.'],
    ["bindings.update", { toString: 1 }, `bindings.update has no field "toString". Its fields are ${bindingFields}.`],
    ["pages.archive", null, "the expected input is null. Pass an object of fields, or omit it."],
    ["pages.archive", 2, "the expected input is 2. Pass an object of fields, or omit it."],
  ])("is rejected, even if the assertion is negated: %o with %o", async (operation, input, problem) => {
    const server = openServer();
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    const error = new TypeError(`Failed to look for requests: ${problem}`);
    for (const assertion of [expect(server), expect(server).not, expect(remote), expect(remote).not]) {
      expect(() => assertion.toHaveReceived(operation as never, input as never)).toThrow(error);
      expect(() => assertion.toHaveReceivedTimes(operation as never, 0, input as never)).toThrow(error);
    }
  });

  it.each([
    [undefined, "undefined"],
    [{ slug: "x" }, "an object"],
    ["2", '"2"'],
    [0.5, "0.5"],
    [-1, "-1"],
  ])("is rejected, even if the assertion is negated: %o times", (times, shown) => {
    const error = new TypeError(`Failed to look for requests: times is ${shown}. Use a whole number, 0 or more.`);
    for (const assertion of [expect(openServer()), expect(openServer()).not]) {
      expect(() => assertion.toHaveReceivedTimes("pages.archive", times as never)).toThrow(error);
    }
  });
});

describe("a value without a journal", () => {
  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a text", "server"],
    ["an object", { journal: {} }],
  ])("is rejected, even if the assertion is negated: %s", (_, value) => {
    const message = /^Failed to look for requests: .* has no journal\. Pass expect a server /;
    expect(() => expect(value).toHaveReceived("oauth.start")).toThrow(message);
    expect(() => expect(value).not.toHaveReceived("oauth.start")).toThrow(message);
    expect(() => expect(value).toHaveReceivedTimes("oauth.start", 0)).toThrow(message);
  });

  it("is not shown, because it may contain a key", () => {
    const { apiKey } = openServer();
    const assertion = () => expect({ apiKey }).toHaveReceived("oauth.start");
    expect(assertion).toThrow(/ has no journal\. /);
    expect(assertion).not.toThrow(apiKey);
  });
});
