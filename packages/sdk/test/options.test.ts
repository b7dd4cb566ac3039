import { type CallOptions, type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { baseUrl, secretKey } from "./create-client.ts";
import { connect, expectProblem } from "./helpers/expect-problem.ts";
import { getIndex, getThrown } from "./helpers/operation-calls.ts";

const noop = () => {};
const { signal } = new AbortController();

/** Every option of a client and of a call, with a value that is accepted. */
// biome-ignore format: one row a line
const clientOptions: Required<ClientOptions> = {
  baseUrl, apiKey: secretKey, timeout: 1000, deadline: 5000, retries: 0, maxResponseBytes: 1024, headers: {},
  validate: "strict", fetch: async () => Response.json([]), fetchOptions: { keepalive: true }, use: [],
  clock: { now: () => 0, after: () => noop }, random: () => 0, logger: console, logLevel: "off",
  allowInsecureHttp: true, dangerouslyAllowBrowser: true, shouldRetry: () => undefined,
  onRetry: noop, onSuccess: noop, onError: noop, onDrift: noop,
};
// biome-ignore format: one row a line
const callOptions: Required<CallOptions> = {
  timeout: 1000, deadline: 5000, retries: 0, headers: {}, validate: "strict", fetchOptions: {}, signal,
};
const isClientOption = (name: string) => name in clientOptions;
const isCallOption = (name: string) => name in callOptions;

const aFunction = { expected: "a function", wrong: ["x", {}, null, 5] };
const aBoolean = { expected: "true or false", wrong: ["no", "false", 1, {}, null] };
const milliseconds = {
  expected: "a positive number of milliseconds",
  wrong: [0, -1, Number.NaN, "5", null, {}, true, []],
};
const aKey = "one or more visible ASCII characters without spaces, or a function that returns them";
const initNames = ["method", "headers", "body", "signal", "redirect", "duplex"];

interface Rule {
  /** What a message says of the value. */
  readonly expected: string;
  readonly wrong: readonly unknown[];
  /** Whether messages do not show the value, because it may be a secret. */
  readonly isSecret?: true;
}

// biome-ignore format: one row a line
const rules: Readonly<Record<string, Rule>> = {
  timeout: milliseconds, deadline: milliseconds,
  fetch: aFunction, random: aFunction, shouldRetry: aFunction,
  onRetry: aFunction, onSuccess: aFunction, onError: aFunction, onDrift: aFunction,
  allowInsecureHttp: aBoolean, dangerouslyAllowBrowser: aBoolean,
  retries: { expected: "a whole number, 0 or more", wrong: [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "2", null] },
  maxResponseBytes: { expected: "a whole number, 1 or more", wrong: [0, -1, 1.5, "1", null] },
  validate: { expected: "one of strict, tolerant, report, off", wrong: ["loose", "", null, 5, true] },
  logLevel: { expected: "one of debug, info, warn, error, off", wrong: ["verbose", "WARN", "", 3, null] },
  clock: {
    expected: "an object with the functions now and after",
    wrong: [null, {}, { now: () => 0 }, { after: () => noop }, { now: 0, after: 0 }],
  },
  use: { expected: "an array of functions", wrong: [noop, [5], [undefined], {}, null, "x"] },
  fetchOptions: {
    expected: `an object without ${initNames.join(", ")}`,
    wrong: [...initNames.map((name) => ({ [name]: undefined })), [], "x", null, 5],
  },
  signal: { expected: "an AbortSignal", wrong: [null, {}, new AbortController(), "x", 5, { addEventListener: noop }] },
  headers: {
    expected: "an object with names and values",
    wrong: [null, "authorization: x", [["x-a", "b"]], new Map([["x-a", "b"]]), 5, true],
    isSecret: true,
  },
  apiKey: {
    expected: aKey,
    wrong: [
      null, 5, true, {}, [], ["kb_secret_7f3a"], "", "kb_secret_7f3a\n", "kb_secret\r\nx-admin: 1",
      " kb_secret_7f3a", "Bearer kb_secret_7f3a", "kb_secret\t7f3a", "kb_secret\u00007f3a", "kb_sécret_7f3a",
      "kb_secret_7f3a\u007f", "“kb_secret_7f3a”", "kb_secret_7f3a_\ud800", "🎉",
    ],
    isSecret: true,
  },
};

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

describe.each(Object.entries(rules))("the option %s", (name, { expected, wrong, isSecret }) => {
  it.each(wrong)("is rejected if it is %j", async (value) => {
    const shown = isSecret ? "" : ` (got ${show(value)})`;
    const places = { client: isClientOption(name), call: isCallOption(name) };
    await expectProblem({ [name]: value }, `${name} must be ${expected}${shown}.`, places);
  });
});

describe("the options", () => {
  it("have a rule each", () => {
    const names = new Set([...Object.keys(clientOptions), ...Object.keys(callOptions)]);
    const others = ["baseUrl", "logger"]; // Their messages tell more.
    expect(new Set([...Object.keys(rules), ...others])).toEqual(names);
  });

  it("are all accepted, and all of them may be undefined", async () => {
    expect(await getIndex(new KnowledgeBase(clientOptions), callOptions)).toEqual([]);
    const none = (options: object) => Object.fromEntries(Object.keys(options).map((name) => [name, undefined]));
    expect(new KnowledgeBase(none(clientOptions))).toBeInstanceOf(KnowledgeBase);
    expect(await getIndex(connect().kb, none(callOptions))).toEqual([]);
  });

  it.each(["proxy", "hooks", "constructor", "__proto__", "onRequest", "loggerOrder"])(
    "have no %s: the message lists those that there are",
    async (name) => {
      const options = JSON.parse(`{ ${JSON.stringify(name)}: 1 }`) as object;
      for (const [place, known] of Object.entries({ client: clientOptions, call: callOptions })) {
        const names = Object.keys(known).map((word) => `(?=.*\\b${word}\\b)`);
        const problem = new RegExp(`^${name} is not an option; (did you mean|the options are ${names.join("")})`);
        await expectProblem(options, problem, { client: place === "client", call: place === "call" });
      }
    },
  );

  it.each([
    ["baseURL", "baseUrl", "client"],
    ["base_url", "baseUrl", "client"],
    ["apikey", "apiKey", "client"],
    ["retires", "retries", "client call"],
    ["timout", "timeout", "client call"],
    ["Signal", "signal", "call"],
    ["header", "headers", "client call"],
  ])("have no %s, but %s", async (name, meant, places) => {
    for (const value of [1, undefined]) {
      const problem = `${name} is not an option; did you mean ${meant}?`;
      await expectProblem({ [name]: value }, problem, {
        client: places.includes("client"),
        call: places.includes("call"),
      });
    }
  });

  it.each(["waits", "fetch", "apiKey", "maxResponseBytes", "use"])("of a call have no %s", async (name) => {
    await expectProblem({ [name]: 5 }, new RegExp(`^${name} is not an option; `), { client: false, call: true });
  });

  it.each(["kb_secret_7f3a9c51", "", 5, null, true, []])("are not %j", async (options) => {
    const received = typeof options === "string" ? "a string" : show(options);
    const problem = new RegExp(`^options must be an object with any of .+ \\(got ${received}\\)\\.$`);
    await expectProblem(options as never, problem, { client: true, call: true });
  });

  it("are no signal, although it is easy to write", async () => {
    await expectProblem(signal, /^options must be an object .*\{ signal \}/, { client: true, call: true });
  });

  it("are no server", async () => {
    await expectProblem(createReferenceServer(), /is not an option|must be/, { client: true, call: false });
  });

  it.each([["a long name", { ["x\n".repeat(500_000)]: 1 }] as const, ["a long value", { validate: "x".repeat(1e6) }]])(
    "have a short message for %s",
    (_, options) => {
      expect((getThrown(() => new KnowledgeBase(options as never)) as Error).message.length).toBeLessThan(600);
    },
  );
});
