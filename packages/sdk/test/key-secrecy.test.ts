import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { KnowledgeBase, KnowledgeBaseError } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { createClient, createClientWithJson, createClientWithResponse, secretKey } from "./create-client.ts";
import { getRejection } from "./expect-rejection.ts";
import { startHttp } from "./start-http.ts";

const everything = { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true } as const;

/** Prints a value in every way that a program is likely to use. */
function printEverything(value: unknown): string {
  let output = "";
  const stdout = new Writable({
    write: (chunk, _, done) => {
      output += chunk;
      done();
    },
  });
  const console = new Console({ stdout, inspectOptions: { depth: Number.POSITIVE_INFINITY, showHidden: true } });
  console.log(value);
  console.log("%o %O %s %j", value, value, value, value);
  console.dir(value, everything);
  return [output, inspect(value), inspect(value, everything), String(value), JSON.stringify(value)].join("\n");
}

/** Returns the lines of a text that show the key. */
function leaks(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.includes(secretKey));
  return Array.from(new Set(lines.map((line) => line.trim())));
}

/** Prints an error, its causes and their own properties in every way that a program is likely to use. */
function printedError(error: unknown): string {
  if (!(error instanceof Error)) return printEverything(error);
  const fields = Object.getOwnPropertyNames(error).map((name) => printEverything(Reflect.get(error, name)));
  return [printEverything(error), error.message, error.stack, ...fields, printedError(error.cause)].join("\n");
}

const index = (kb: KnowledgeBase) => kb.promptIndex.get({ brainId: "b" });

const failures: Readonly<Record<string, () => Promise<unknown>>> = {
  "400": () => index(createClientWithJson(400, { statusCode: 400, timestamp: "", path: "/", message: "No" })),
  "401": () => index(createClientWithJson(401, { statusCode: 401, timestamp: "", path: "/", message: "No" })),
  "404": () => index(createClientWithJson(404, { statusCode: 404, timestamp: "", path: "/", message: "No" })),
  "500 with HTML": () => index(createClientWithResponse(500, "<h1>500</h1>")),
  "a redirect": () => index(createClientWithResponse(302, null, { location: "https://other.example.com" })),
  "a response that is not JSON": () => index(createClientWithResponse(200, "<h1>Hello</h1>")),
  "a response of another shape": () => index(createClientWithJson(200, {})),
  "a fetch that fails as the platform's does": () =>
    index(createClient(() => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })))),
  "a fetch that fails as Chrome's does": () =>
    index(createClient(() => Promise.reject(new TypeError("Failed to fetch")))),
  "a fetch that fails as Firefox's does": () =>
    index(createClient(() => Promise.reject(new TypeError("NetworkError when attempting to fetch resource.")))),
  "a fetch that fails in another way": () => index(createClient(() => Promise.reject(new Error("proxy refused")))),
  "a fetch that rejects with text": () => index(createClient(() => Promise.reject("no network"))),
  "a fetch that resolves with nothing": () => index(createClient(async () => undefined as never)),
  "a body that breaks": () =>
    index(
      createClient(async () => {
        const pull = (controller: ReadableStreamDefaultController) => controller.error(new TypeError("terminated"));
        return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
      }),
    ),
  "a server that cannot be reached": async () => {
    const { connect, stop } = await startHttp(() => {});
    stop();
    return index(connect());
  },
  "a connection that closes early": async () => {
    const { connect } = await startHttp((request) => request.socket.destroy());
    return index(connect());
  },
  "a wrong input": () =>
    createClientWithJson(200, []).promptIndex.get({ brainId: "..", limit: "x", extra: 1 } as never),
  "the key given as input": () => createClientWithJson(200, []).promptIndex.get(secretKey as never),
  "the key given as a limit": () =>
    createClientWithJson(200, []).promptIndex.get({ brainId: "b", limit: secretKey as never }),
  "a key with a line break": async () => new KnowledgeBase({ baseUrl: "https://kb.test", apiKey: `${secretKey}\n` }),
  "a key in a base URL that is none": async () => new KnowledgeBase({ baseUrl: secretKey, apiKey: secretKey }),
  "a key in place of the options": async () => new KnowledgeBase(secretKey as never),
  "a key in place of the options of a call": () =>
    createClientWithJson(200, []).promptIndex.get({ brainId: "b" }, secretKey as never),
  "a base URL that is none": async () => new KnowledgeBase({ baseUrl: "kb", apiKey: secretKey }),
};

describe("the key is not shown", () => {
  it.each(Object.entries(failures))("by the error of %s", async (_, fail) => {
    const error = await getRejection(fail());
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(leaks(printedError(error))).toEqual([]);
  });

  it("by the error of a server that rejects the key", async () => {
    const server = createReferenceServer();
    const kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey: secretKey, fetch: server.fetch });
    const error = await getRejection(index(kb));
    expect(error).toHaveProperty("code", "unauthorized");
    expect(leaks(printedError(error))).toEqual([]);
  });

  it("by the reason of an aborted call", async () => {
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const { connect } = await startHttp(() => send());
    const controller = new AbortController();
    const call = connect().promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    await sent;
    controller.abort();
    expect(leaks(printedError(await getRejection(call)))).toEqual([]);
  });

  it("by the client, before and after a call", async () => {
    const kb = createClientWithJson(200, []);
    expect(leaks(printEverything(kb))).toEqual([]);
    await index(kb);
    expect(leaks(printEverything(kb))).toEqual([]);
  });

  it("by the resources of the client and their methods", () => {
    const { bindings, channels, oauth, pages, promptIndex } = createClientWithJson(200, []);
    for (const resource of [bindings, channels, oauth, pages, promptIndex]) {
      expect(leaks(printEverything(resource))).toEqual([]);
      expect(leaks(printEverything(Object.getOwnPropertyDescriptors(resource)))).toEqual([]);
      expect(leaks(printEverything(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(resource))))).toEqual([]);
    }
  });

  it("by the output of a call", async () => {
    const kb = createClientWithJson(200, [
      { slug: "a", title: "A", summary: "", pageType: "topic", pinned: false, status: "active" },
    ]);
    expect(leaks(printEverything(await index(kb)))).toEqual([]);
  });

  it("by the URL or the body of a request, because it is sent only as a header", async () => {
    const sent: string[] = [];
    const kb = createClient(async (input, init) => {
      const request = new Request(input, init);
      sent.push(request.url, await request.clone().text(), request.headers.get("x-api-key") ?? "");
      return Response.json({});
    });
    await getRejection(kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: true }));
    expect(sent).toEqual([
      "https://kb.example.com/v1/brains/b/messaging/bindings/c",
      '{"notifyBriefs":true}',
      secretKey,
    ]);
  });
});
