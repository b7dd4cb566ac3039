import { inspect } from "node:util";
import { type ClientOptions, defineOperation, KnowledgeBase } from "@knowledge-base/sdk";
import { toTools } from "@knowledge-base/sdk/tools";
import { contract } from "@knowledge-base/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";

const key = "kb_secret_7f3a9c51";
const entry = { slug: "a", title: "A", summary: "", pageType: "topic", pinned: true, status: "active" };
const input = { brainId: "b" };

const connect = (options: ClientOptions) =>
  new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: key, logLevel: "off", retries: 0, ...options });

const pause = (milliseconds = 5) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const declare = (parts: object) =>
  defineOperation({
    id: "notes.create",
    summary: "Create a note",
    method: "POST",
    path: "/v1/notes",
    success: { status: 200, schema: z.any() },
    errors: [],
    idempotency: "safe",
    ...parts,
  });

describe("a promise that nobody awaits", () => {
  const rejections: unknown[] = [];
  const collect = (reason: unknown) => rejections.push(reason);
  beforeEach(() => {
    rejections.length = 0;
    process.on("unhandledRejection", collect);
  });
  afterEach(() => process.off("unhandledRejection", collect));

  const reject = (async () => {
    throw new Error("it is broken");
  }) as never;
  const fails = async () => new Response("", { status: 503 });

  it.each<[string, ClientOptions]>([
    ["of shouldRetry", { shouldRetry: reject, fetch: fails }],
    [
      "of next, in a middleware that responds itself",
      {
        use: [
          async (request, next) => {
            void next(request);
            return Response.json([]);
          },
        ],
        fetch: async () => {
          throw new TypeError("fetch failed");
        },
      },
    ],
  ])("ends no process: %s", async (_, options) => {
    await connect(options).promptIndex.get(input).safe();
    await pause();
    expect(rejections).toEqual([]);
  });

  it("ends no process: a schema that rejects after the deadline", async () => {
    const body = JSON.stringify(Array.from({ length: 100_000 }, () => ({ a: 1 })));
    const list = declare({ success: { status: 200, schema: z.array(z.object({ a: z.string() })) } });
    const kb = connect({ fetch: async () => new Response(body), deadline: 20 });
    expect((await kb.call(list, {}).safe()).ok).toBe(false);
    await pause(50);
    expect(rejections).toEqual([]);
  });
});

describe("a key is not shown", () => {
  it("by a schema of the input that fails", async () => {
    const lookUp = async (): Promise<boolean> => {
      throw new Error(`lookup failed with x-api-key ${key}`);
    };
    const create = declare({ body: z.object({ text: z.string().refine(lookUp) }) });
    const { error } = await connect({})
      .call(create, { text: "x" } as never)
      .safe();
    expect(error?.message).toContain("lookup failed with x-api-key [redacted]");
    expect(inspect(error, { depth: 9 })).not.toContain(key);
  });

  it.each<[string, () => unknown]>([
    ["the name of a header", () => connect({ headers: { [`x-api-key: ${key}`]: "" } })],
    ["the value of an option", () => connect({ timeout: key as never })],
    ["an option of a call", () => connect({}).describe("promptIndex.get", input, { validate: key as never })],
  ])("by an error about %s", (_, run) => {
    expect(run).toThrow(/\[redacted\]/);
    expect(run).not.toThrow(key);
  });

  it("by the line of the log about a hook that fails", async () => {
    const lines: unknown[] = [];
    const log = (...line: unknown[]) => lines.push(line);
    const logger = { debug: log, info: log, warn: log, error: log };
    const onSuccess = () => {
      throw new Error(`hook: ${key}`);
    };
    await connect({ logger, logLevel: "error", onSuccess, fetch: async () => Response.json([]) }).promptIndex.get(
      input,
    );
    await pause();
    expect(inspect(lines, { depth: 9 })).toMatch(/hook: \[redacted\]/);
    expect(inspect(lines, { depth: 9 })).not.toContain(key);
  });

  it("by a text that loses characters when it is shown as one line", async () => {
    const headers = { "x-secret": "correct horse battery" };
    const fetch = async () => new Response('{"message":"bad correct\\nhorse battery"}', { status: 400 });
    const { error } = await connect({ headers, fetch }).promptIndex.get(input).safe();
    expect(error?.message).toBe("Failed to get the prompt index: 400 bad [redacted].");
  });
});

describe("a call", () => {
  it("is aborted while the body of an error arrives", async () => {
    const reason = new Error("mine");
    const controller = new AbortController();
    const body = () => new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([123])) });
    const kb = connect({ fetch: async () => new Response(body(), { status: 404 }) });
    setTimeout(() => controller.abort(reason), 20);
    const { error } = await kb.promptIndex.get(input, { signal: controller.signal }).safe();
    expect(error).toMatchObject({ code: "aborted", stopReason: "aborted", cause: reason });
  });

  it("lets timers fire while a body has always another chunk", async () => {
    const body = () => new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1)) });
    const kb = connect({ fetch: async () => new Response(body()), timeout: 20_000 });
    const { error } = await kb.promptIndex.get(input, { signal: AbortSignal.timeout(50) }).safe();
    expect(error?.code).toBe("aborted");
  });

  it("is not sent by a middleware after its end", async () => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      return Response.json({});
    };
    const kb = connect({
      fetch,
      timeout: 20,
      use: [
        async (request, next) => {
          await pause(60);
          return next(request);
        },
      ],
    });
    expect((await kb.oauth.start(input).safe()).error?.code).toBe("timeout");
    await pause(80);
    expect(sent).toBe(0);
  });

  it("has attempts that shouldRetry cannot change", async () => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      return new Response("", { status: 503 });
    };
    const shouldRetry: ClientOptions["shouldRetry"] = ({ error }) => {
      (error.attempts as unknown[]).length = 0;
      return true;
    };
    const { error } = await connect({ fetch, shouldRetry, retries: 1, random: () => 0 })
      .promptIndex.get(input)
      .safe();
    expect([sent, error?.attempts.length]).toEqual([2, 2]);
  });

  it("keeps headers that a middleware changes to one attempt", async () => {
    const sent: unknown[] = [];
    const kb = connect({
      retries: 1,
      random: () => 0,
      fetch: async (_, { headers }) => {
        sent.push(headers["x-count"]);
        return new Response("", { status: 503 });
      },
      use: [
        (request, next) => {
          const headers = request.headers as Record<string, string>;
          headers["x-count"] = `${headers["x-count"] ?? ""}1`;
          return next(request);
        },
      ],
    });
    await kb.promptIndex.get(input).safe();
    expect(sent).toEqual(["1", "1"]);
  });

  it("ends with a cookie of very many parts", async () => {
    const cookie = Array.from({ length: 130_000 }, (_, index) => `value_${index}`).join(";");
    const kb = connect({ headers: { cookie }, fetch: async () => new Response("", { status: 400 }) });
    expect((await kb.promptIndex.get(input).safe()).error?.code).toBe("bad_request");
  });

  it("is of an operation that inherits nothing from the contract", async () => {
    const requests: string[] = [];
    const fetch = async (url: string) => {
      requests.push(url);
      return Response.json([]);
    };
    const moved = Object.create(contract["promptIndex.get"], { path: { value: ".evil.example/{brainId}" } });
    expect((await connect({ fetch }).call(moved, input).safe()).error?.code).toBe("configuration");
    expect(requests).toEqual([]);
  });
});

describe("a tool", () => {
  it.each(["null", "{}", "[{}]", "[null]", JSON.stringify([{ ...entry, title: 5 }])])(
    "has a result for the index %s, whatever the client has let through",
    async (body) => {
      const kb = connect({ validate: "report", fetch: async () => new Response(body) });
      const [tool] = toTools(kb, { allow: ["promptIndex.get"] });
      expect((await tool?.call(input))?.ok).toBe(true);
    },
  );

  it("asks no person if its call is aborted already", async () => {
    let asked = 0;
    const confirm = async () => {
      asked += 1;
      return true;
    };
    const [tool] = toTools(connect({}), { allow: ["pages.archive"], confirm });
    const call = tool?.call({ ...input, slug: "s" }, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    expect(asked).toBe(0);
  });
});
