import { ConfigurationError, RedirectError, ServerError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, getIndex } from "./create-client.ts";
import { createForeignFetch } from "./create-foreign-fetch.ts";
import { idle } from "./manual-clock.ts";

const fail = () => {
  throw new Error("broken");
};

describe("the headers of a response of another library", () => {
  const headers = new Map<string, unknown>([
    ["X-Request-Id", 4711],
    ["Retry-After", 3],
  ]);

  it("may be a map with any values", async () => {
    const kb = createClient(createForeignFetch({ status: 503, headers }), { retries: 0 });
    const { error } = await getIndex(kb).safe();
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 503, retryAfter: 3000, requestId: "4711" });
    expect(error?.headers).toEqual({ "x-request-id": "4711", "retry-after": "3" });
  });

  it("may lack the location of a redirect", async () => {
    const fetch = createForeignFetch({ status: 302, headers: new Map() });
    expect(await expectRejection(RedirectError, getIndex(createClient(fetch)))).toMatchObject({ status: 302 });
  });
});

/** Fields of responses that cannot be read. */
const unreadable: Readonly<Record<string, object>> = {
  "has headers that cannot be listed": { headers: { get: () => null } },
  "has headers that throw": { headers: { get: () => null, [Symbol.iterator]: fail } },
  "has headers that no response can have": { headers: new Map([["x-name", "成功"]]) },
  "throws when its status is read": Object.defineProperty({}, "status", { get: fail, enumerable: true }),
  "throws when its status text is read": Object.defineProperty({}, "statusText", { get: fail, enumerable: true }),
  "throws when its URL is read": Object.defineProperty({}, "url", { get: fail, enumerable: true }),
  "throws when its body is read": Object.defineProperty({}, "body", { get: fail, enumerable: true }),
};

describe.each(Object.entries(unreadable))("a response of another library that %s", (_, fields) => {
  it("is a mistake of the caller, which is reported once and not repeated", async () => {
    let requests = 0;
    const events: string[] = [];
    const fetch = createForeignFetch(fields);
    const send = () => {
      requests += 1;
      return fetch();
    };
    const hooks = { onSuccess: () => events.push("success"), onError: () => events.push("error") };
    const { error } = await getIndex(createClient(send, hooks)).safe();
    await idle();
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error?.message).toBe("Failed to get the prompt index: fetch must return a Response.");
    expect([requests, events]).toEqual([1, ["error"]]);
  });
});
