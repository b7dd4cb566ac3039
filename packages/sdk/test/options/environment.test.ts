import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { expect, it, vi } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { baseUrl, createClient, createJsonClient, recordRequests, respondJson, secretKey } from "../helpers/client.ts";
import { entry, getIndex } from "../helpers/operation-calls.ts";
import { expectRejection, getThrown } from "../helpers/rejections.ts";

it("the environment has the base URL and the key, read at each call, unless options have them", async () => {
  const { requests, fetch } = recordRequests(respondJson([]));
  const kb = new KnowledgeBase({ fetch, baseUrl: undefined, apiKey: undefined });
  for (const name of ["first", "second"]) {
    vi.stubEnv("KNOWLEDGE_BASE_URL", `https://${name}.example.com/api/`);
    vi.stubEnv("KNOWLEDGE_BASE_API_KEY", `${name}_key`);
    await getIndex(kb.withOptions({ timeout: 900 }));
  }
  await getIndex(createClient(fetch));
  expect(requests.map(({ url, headers }) => [url, headers["x-api-key"]])).toEqual([
    ["https://first.example.com/api/v1/brains/b/index", "first_key"],
    ["https://second.example.com/api/v1/brains/b/index", "second_key"],
    [`${baseUrl}/v1/brains/b/index`, secretKey],
  ]);
});

const noUrl = "there is no base URL. Set baseUrl or KNOWLEDGE_BASE_URL.";
const noKey = "there is no API key. Set apiKey or KNOWLEDGE_BASE_API_KEY.";

it.each([
  { name: "KNOWLEDGE_BASE_URL", value: undefined, problem: noUrl },
  { name: "KNOWLEDGE_BASE_URL", value: "", problem: noUrl },
  { name: "KNOWLEDGE_BASE_URL", value: "kb_secret_1", problem: "KNOWLEDGE_BASE_URL is not an HTTP URL." },
  { name: "KNOWLEDGE_BASE_URL", value: "http://kb.example", problem: "KNOWLEDGE_BASE_URL is plain http:," },
  { name: "KNOWLEDGE_BASE_URL", value: "https://kb.example?key=kb_secret_1", problem: "must have only an origin" },
  { name: "KNOWLEDGE_BASE_API_KEY", value: undefined, problem: noKey },
  { name: "KNOWLEDGE_BASE_API_KEY", value: "", problem: noKey },
  { name: "KNOWLEDGE_BASE_API_KEY", value: "kb_secret_1\n", problem: "ends in a line break: trim it." },
  { name: "KNOWLEDGE_BASE_API_KEY", value: "kb secret_1", problem: "must be one or more visible ASCII characters" },
])("the environment makes a call fail with what to set if $name is $value", async ({ name, value, problem }) => {
  vi.stubEnv("KNOWLEDGE_BASE_URL", baseUrl);
  vi.stubEnv("KNOWLEDGE_BASE_API_KEY", secretKey);
  vi.stubEnv(name, value);
  const { kb, requests } = createJsonClient([], { baseUrl: undefined, apiKey: undefined });
  const error = await expectRejection(Error, getIndex(kb));
  expect(error).toMatchObject({ code: "configuration", operation: "promptIndex.get" });
  expect(error.message).toMatch(/^Failed to get the prompt index: /);
  expect(error.message).toContain(name);
  expect(error.message).toContain(problem);
  expect(JSON.stringify(error)).not.toContain("kb_secret_1");
  expect(requests).toEqual([]);
});

it("the environment has the level of the log, which is warn by default", async () => {
  const levels = ["debug", "info", "warn", "error", "off"] as const;
  for (const level of [undefined, "" as const, ...levels]) {
    vi.stubEnv("KNOWLEDGE_BASE_LOG", level);
    const logged: string[] = [];
    const write = (name: string) => () => void logged.push(name);
    const logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
    const responses = [new Response(null, { status: 503 }), Response.json([{ ...entry, extra: 1 }])];
    const fetch = async () => responses.shift() ?? Response.error();
    const onSuccess = () => Promise.reject(new Error("the hook is broken"));
    await getIndex(createClient(fetch, { logger, retries: 1, random: () => 0, onSuccess }));
    await vi.waitFor(() => expect(level === "off" || logged.includes("error")).toBe(true));
    expect(new Set(logged)).toEqual(new Set(levels.slice(levels.indexOf(level || "warn"), -1)));
  }
});

it("the environment has a level of the log that was mistyped: the client warns, and logs at the default level", () => {
  vi.stubEnv("KNOWLEDGE_BASE_LOG", "verbos");
  const logged: string[] = [];
  const log = (message: string) => logged.push(message);
  const logger = { debug: log, info: log, warn: log, error: log };
  const warning = "KNOWLEDGE_BASE_LOG must be one of debug, info, warn, error, off. The level is warn.";
  const kb = new KnowledgeBase({ logger });
  expect(logged).toEqual([warning]);
  kb.withOptions({ timeout: 900 });
  expect(logged).toEqual([warning, warning]);
  new KnowledgeBase({ logger, logLevel: "warn" });
  expect(logged).toHaveLength(2);
});

// Describes a request of a client that is created with other globals.
function describeWith(globals: Readonly<Record<string, unknown>>, options: ClientOptions = {}) {
  const names = ["process", "document", "WorkerGlobalScope", "location", "Deno"];
  for (const name of names) vi.stubGlobal(name, globals[name]);
  try {
    return new KnowledgeBase({ baseUrl, apiKey: secretKey, ...options }).describe("oauth.start", { brainId: "b" });
  } finally {
    vi.unstubAllGlobals();
  }
}
const { process } = globalThis;

it.each([
  { name: "a page", globals: { document: {} } },
  { name: "a page with a process", globals: { document: {}, process: { env: {}, versions: {}, browser: true } } },
  { name: "a worker of a page", globals: { WorkerGlobalScope: class {}, location: {} } },
])("a browser includes $name, which needs dangerouslyAllowBrowser and has a user agent of its own", ({ globals }) => {
  expect(getThrown(() => describeWith(globals))).toMatchObject({
    code: "configuration",
    message: expect.stringMatching(/^Failed to create a client: .*dangerouslyAllowBrowser/) as string,
  });
  const { headers } = describeWith(globals, { dangerouslyAllowBrowser: true });
  expect(Object.keys(headers).toSorted()).toEqual(["accept", "x-api-key"]);
});

it.each([
  { name: "Node with the globals of a page", globals: { document: {}, process } },
  { name: "an edge runtime without process", globals: {} },
  { name: "Deno, which looks like a worker", globals: { WorkerGlobalScope: class {}, location: {}, Deno: {} } },
])("a browser doesn't include $name, which sends the user agent of the client", ({ globals }) => {
  const { headers } = describeWith(globals);
  expect(headers).toMatchObject({ "user-agent": `knowledge-base-sdk/${packageJson.version}` });
});
