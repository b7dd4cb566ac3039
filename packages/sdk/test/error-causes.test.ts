import {
  type ClientOptions,
  ConnectionError,
  type KnowledgeBase,
  type KnowledgeBaseError,
  reviveError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { baseUrl, createClient } from "./create-client.ts";
import { getRejection } from "./expect-rejection.ts";
import { getIndex } from "./helpers/operation-calls.ts";

const message = "Failed to archive a page: it did not work.";
const failure = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const rejecting = (fetch: ClientOptions["fetch"], options?: ClientOptions) => getIndex(createClient(fetch, options));
const toJson = (error: unknown) => JSON.parse(JSON.stringify(error)) as Record<string, unknown>;

describe("the cause of an error", () => {
  it("is a copy, with which a program can tell the reason, and the error has its code", async () => {
    const inner = new Error("inner", { cause: failure });
    const cause = Object.assign(new TypeError("fetch failed", { cause: inner }), { request: new Request(baseUrl) });
    const error = (await getRejection(rejecting(() => Promise.reject(cause)))) as ConnectionError;
    expect(error.cause).not.toBe(cause);
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.cause).not.toHaveProperty("request");
    const { name, message: text, stack } = cause;
    expect(error.cause).toMatchObject({
      name,
      message: text,
      cause: { message: "inner", cause: { code: "ECONNREFUSED" } },
    });
    expect((error.cause as Error).stack?.split("\n").slice(1)).toEqual(stack?.split("\n").slice(1));
    expect([error.networkCode, toJson(error)["networkCode"]]).toEqual(["ECONNREFUSED", "ECONNREFUSED"]);
  });

  it.each<[string, unknown, string | undefined]>([
    ["the first of several causes", Object.assign(new Error("x", { cause: failure }), { code: "EFIRST" }), "EFIRST"],
    ["one of a list of errors", new AggregateError([failure, new Error("y")], "all failed"), "ECONNREFUSED"],
    ["none", new Error("x"), undefined],
    ["no text", Object.assign(new Error("x"), { code: 5 }), undefined],
  ])("has a code, which is networkCode: %s", async (_, cause, networkCode) => {
    expect(await getRejection(rejecting(() => Promise.reject(cause)))).toMatchObject({
      code: "connection",
      networkCode,
    });
  });

  it("is the limit of fetch that was reached", async () => {
    const cause = Object.assign(new Error("Headers Timeout Error"), { code: "UND_ERR_HEADERS_TIMEOUT" });
    const error = await getRejection(rejecting(() => Promise.reject(new TypeError("fetch failed", { cause }))));
    expect(error).toMatchObject({ code: "timeout", limit: "fetch", networkCode: "UND_ERR_HEADERS_TIMEOUT" });
  });

  const hostile = Object.defineProperty(new Error("no"), "message", {
    get: () => {
      throw new Error("hostile");
    },
  });

  it.each([undefined, null, "left", 5, Symbol("x"), () => {}, { key: 1n }, new Map([[1, 2]]), hostile])(
    "is the reason of an abort itself, and always has a form in JSON: %#",
    async (reason) => {
      const controller = new AbortController();
      controller.abort(reason);
      const error = await getRejection(getIndex(createClient(fetch), { signal: controller.signal }));
      if (reason !== undefined) expect((error as Error).cause).toBe(reason);
      const json = (error as KnowledgeBaseError).toJSON();
      expect(structuredClone(json)).toEqual(json);
      expect(reviveError(toJson(json))).toMatchObject({ code: "aborted" });
    },
  );

  it.each<[unknown, unknown]>([
    [Object.assign(new TypeError("a"), { code: "E", errno: -111 }), { name: "TypeError", message: "a", code: "E" }],
    [Object.assign(new Error("a"), { code: 5 }), { name: "Error", message: "a" }],
    [{ name: 1, message: null }, {}],
    ["left", "left"],
    [5, "5"],
    [hostile, { message: "an error that cannot be read" }],
  ])("has only a name, a message and a code in JSON: %#", (cause, json) => {
    const error = new ConnectionError({ message, cause });
    expect(error.toJSON()["cause"]).toStrictEqual(json);
    const revived = reviveError(error.toJSON());
    if (typeof json === "string") expect(revived?.cause).toBe(json);
    else expect(revived?.cause).toMatchObject({ name: "Error", message: "", ...Object(json) });
  });
});

describe("the stack of an error", () => {
  const failing: Readonly<Record<string, () => KnowledgeBase>> = {
    "a response": () => createClient(async () => new Response("No", { status: 403 })),
    "a connection": () => createClient(() => Promise.reject(new TypeError("fetch failed"))),
    "a key": () => createClient(fetch, { apiKey: () => "" }),
  };

  it.each(Object.entries(failing))("leads to the line that awaited the call: %s", async (_, connect) => {
    const calls = [
      () => getIndex(connect()),
      () => getIndex(connect()).withResponse(),
      () => getIndex(connect()).asResponse(),
    ];
    for (const call of calls) {
      const handleRequestOfUser = async () => {
        await call();
      };
      expect(((await getRejection(handleRequestOfUser())) as Error).stack).toContain("handleRequestOfUser");
    }
  });
});
