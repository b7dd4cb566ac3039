import { type CallOptions, type ClientOptions, ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { expect, it } from "vitest";
import { baseUrl, createJsonClient, respondJson, secretKey } from "../helpers/client.ts";
import { getIndex } from "../helpers/operation-calls.ts";
import { expectRejection, getThrown } from "../helpers/rejections.ts";

const noop = () => {};
const { signal } = new AbortController();

// Every option of a client and of a call, with a value that is accepted.
const optionsOfBoth = { timeout: 1000, deadline: 5000, retries: 0, headers: {}, validate: "strict", use: [] } as const;
const callbacks = { shouldRetry: () => undefined, onRetry: noop, onSuccess: noop, onError: noop, onDrift: noop };
const callOptions: Required<CallOptions> = { ...optionsOfBoth, fetchOptions: {}, signal };
const clientOptions: Required<ClientOptions> = {
  ...optionsOfBoth,
  ...callbacks,
  baseUrl,
  apiKey: secretKey,
  maxResponseBytes: 1024,
  fetch: respondJson([]),
  fetchOptions: { keepalive: true },
  random: () => 0,
  logger: console,
  logLevel: "off",
  allowInsecureHttp: true,
  dangerouslyAllowBrowser: true,
};

// Expects that options are rejected in each place that has them, with the same problem, before anything is sent.
async function expectProblem(options: object, problem: string | RegExp, { client = true, call = true } = {}) {
  const { kb, requests } = createJsonClient([], { logLevel: "warn" });
  const thrown: unknown[] = [];
  if (client) thrown.push(...[() => new KnowledgeBase(options), () => kb.withOptions(options)].map(getThrown));
  if (call) {
    thrown.push(await expectRejection(Error, getIndex(kb, options)));
    thrown.push(getThrown(() => kb.describe("promptIndex.get", { brainId: "b" }, options)));
  }
  for (const error of thrown as Error[]) {
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ code: "configuration", attempts: [] });
    const [, stated] = error.message.split(/^Failed to (?:create a client|get the prompt index): /);
    if (typeof problem === "string") expect(stated).toBe(problem);
    else expect(stated).toMatch(problem);
  }
  expect(thrown.length).toBeGreaterThan(0);
  expect(requests).toEqual([]);
}

interface Rule {
  readonly names: readonly string[];
  // What a message says of the value.
  readonly expected: string;
  readonly wrong: readonly unknown[];
  // Whether messages don't show the value, because it may be a secret.
  readonly isSecret?: true;
}

const noHeaders = [null, "a: x", ["x-a", "b"], [["x-a"]], [["x-a", "東"]], 5];
// biome-ignore format: several values a line
const unsendableKeys = [
  " kb_1", "Bearer kb_1", "kb\t1", "kb\0", "kb_é", "kb\u007f", "“kb_1”", "kb\ud800", "kb\r\nx-admin: 1",
];

// biome-ignore format: one row a line
const rules: readonly Rule[] = [
  { names: ["timeout", "deadline"], expected: "a positive number of milliseconds", wrong: [0, -1, Number.NaN, "5", null, {}, true] },
  { names: ["fetch", "random", ...Object.keys(callbacks)], expected: "a function", wrong: ["x", {}, null, 5] },
  { names: ["allowInsecureHttp", "dangerouslyAllowBrowser"], expected: "true or false", wrong: ["no", "false", 1, {}, null] },
  { names: ["retries"], expected: "a whole number, 0 or more", wrong: [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "2", null] },
  { names: ["maxResponseBytes"], expected: "a whole number, 1 or more", wrong: [0, -1, 1.5, "1", null] },
  { names: ["validate"], expected: "one of strict, tolerant, report, off", wrong: ["loose", "", null, 5, true] },
  { names: ["logLevel"], expected: "one of debug, info, warn, error, off", wrong: ["verbose", "WARN", "", 3, null] },
  { names: ["use"], expected: "an array of functions", wrong: [noop, {}, null, "x"] },
  { names: ["fetchOptions"], expected: "an object", wrong: [[], "x", null, 5] },
  { names: ["signal"], expected: "an AbortSignal", wrong: [{}, new AbortController(), "x", { addEventListener: noop }] },
  { names: ["headers"], expected: "an object, or a list of names and values", wrong: noHeaders, isSecret: true },
  {
    names: ["apiKey"],
    expected: "one or more visible ASCII characters without spaces, or a function that returns them",
    wrong: [...unsendableKeys, null, 5, true, {}, [], ["kb_1"]],
    isSecret: true,
  },
];

it("the options are all accepted, and all of them may be undefined", async () => {
  expect(await getIndex(new KnowledgeBase(clientOptions), callOptions)).toEqual([]);
  const none = (options: object) => Object.fromEntries(Object.keys(options).map((name) => [name, undefined]));
  expect(new KnowledgeBase(none(clientOptions))).toBeInstanceOf(KnowledgeBase);
  expect(await getIndex(createJsonClient().kb, none(callOptions))).toEqual([]);
});

it("the options have a rule each", () => {
  const names = new Set([...Object.keys(clientOptions), ...Object.keys(callOptions)]);
  const others = ["baseUrl", "logger"]; // Their messages tell more.
  expect(new Set([...rules.flatMap((rule) => rule.names), ...others])).toEqual(names);
});

it.each(["proxy", "constructor", "__proto__"])("the options have no %s, which the error says", async (name) => {
  const options = JSON.parse(`{ ${JSON.stringify(name)}: 1 }`) as object;
  for (const [place, known] of Object.entries({ client: clientOptions, call: callOptions })) {
    const names = Object.keys(known).toSorted().join(".*, ");
    const problem = new RegExp(`^${name} is not an option; the options are .*${names}\\.$`);
    await expectProblem(options, problem, { client: place === "client", call: place === "call" });
  }
});

it.each([
  { name: "retires", meant: "retries" },
  { name: "retry", meant: "retries" },
  { name: "middleware", meant: "use" },
  { name: "defaultHeaders", meant: "headers" },
  { name: "dispatcher", meant: "fetchOptions" },
  { name: "next", meant: "fetchOptions" },
  { name: "token", meant: "apiKey", places: { call: false } },
  { name: "url", meant: "baseUrl", places: { call: false } },
  { name: "log", meant: "logger", places: { call: false } },
  { name: "abortSignal", meant: "signal", places: { client: false } },
])("the options have no $name, and the error suggests $meant", async ({ name, meant, places = {} }) => {
  const problem = `${name} is not an option; did you mean ${meant}?`;
  for (const value of [1, undefined]) await expectProblem({ [name]: value }, problem, places);
});

it.each([secretKey, "", 5, null, true, []])("the options can't be %j, which is no object", async (options) => {
  await expectProblem(options as never, /^options must be an object with any of .+ \(got [\w ]+\)\.$/);
});

it("the options that are a signal are rejected, and the error says to write { signal }", async () => {
  await expectProblem(signal, /^options must be an object .*\{ signal \}/);
});

const wrongValues = rules.flatMap((rule) =>
  rule.names.flatMap((name) => rule.wrong.map((value) => ({ ...rule, name, value }))),
);

it.each(wrongValues)("the option $name can't be $value", async ({ name, value, expected, isSecret }) => {
  const problem = new RegExp(`^${name} must be ${expected}${isSecret ? "" : " \\(got .+\\)"}\\.$`);
  await expectProblem({ [name]: value }, problem, { client: name in clientOptions, call: name in callOptions });
});

const inFetchOptions = "fetchOptions must not have";

it.each<{ options: object; problem: string; places?: { call: boolean } }>([
  { options: { use: [noop, 5] }, problem: "use[1] must be a function (got 5)." },
  { options: { use: [[noop]] }, problem: "use[0] must be a function (got an array)." },
  { options: { apiKey: "" }, problem: "apiKey is empty.", places: { call: false } },
  { options: { apiKey: "kb_1\r\n" }, problem: "apiKey ends in a line break: trim it.", places: { call: false } },
  { options: { fetchOptions: { headers: {} } }, problem: `${inFetchOptions} headers: use the option headers.` },
  { options: { fetchOptions: { signal: undefined } }, problem: `${inFetchOptions} signal: use the option signal.` },
  { options: { fetchOptions: { method: 1 } }, problem: `${inFetchOptions} method: the client sets it.` },
  { options: { fetchOptions: { redirect: 1 } }, problem: `${inFetchOptions} redirect: the client sets it.` },
])("an option is rejected with what to do instead, as '$problem' says", async ({ options, problem, places }) => {
  await expectProblem(options, problem, places);
});

const noSecret = "tok_51c09e7d";
// biome-ignore format: several values a line
const reserved = [
  "connection", "content-length", "expect", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  "Content-Length", "x-api-key", "X-API-Key",
];

it.each(reserved)("the option headers must not have %s, even to remove it", async (name) => {
  for (const value of [noSecret, null])
    await expectProblem({ headers: { "x-one": "1", [name]: value } }, new RegExp(`\\b${name}\\b`, "i"));
});

const wrongNames = ["", "two words", "colon:", "ümlaut", "(bracket)", "x,y", "a\r\nb"];

it.each(wrongNames)("the option headers must not have the name %j", async (name) => {
  await expectProblem({ headers: { [name]: noSecret } }, /^headers has the invalid name "(?!.*tok_)/);
});

it.each<{ value: unknown; problem: RegExp | string }>([
  ...["b\nc", "b\0", "東"].map((value) => ({ value, problem: 'headers has an invalid value for "x-a".' })),
  { value: 4711, problem: /^headers\["x-a"\] must be a string .*\(got number\)\.$/ },
  { value: ["b"], problem: /^headers\["x-a"\] must be a string .*\(got object\)\.$/ },
])("the option headers must not have the value $value", async ({ value, problem }) => {
  await expectProblem({ headers: { "X-A": value } }, problem);
});

const values = { "x-odd": `a\tb !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`, "x-empty": "", cookie: "a", "x-te": "b" };

// biome-ignore format: one row a line
it.each([
  { name: "an object", headers: Object.assign(Object.create({ "x-inherited": "1" }), values) },
  { name: "a Headers", headers: new Headers(values) },
  { name: "a Headers of another library", headers: { get: noop, [Symbol.iterator]: () => Object.entries(values).values() } },
  { name: "a list of names and values", headers: Object.entries(values) },
])("the option headers may be $name, with any text that can be sent", async ({ headers }) => {
  const { kb, requests } = createJsonClient();
  await getIndex(kb.withOptions({ headers }));
  await getIndex(kb, { headers });
  for (const request of requests) {
    expect(request.headers).toMatchObject(values);
    expect(request.headers).not.toHaveProperty("x-inherited");
  }
});

it("the option headers may have several values for a name in a list, which are joined as in a Headers", () => {
  const tags: [string, string][] = ["a", "b"].map((tag) => ["X-Tag", tag]);
  const { headers } = createJsonClient().kb.describe("promptIndex.get", { brainId: "b" }, { headers: tags });
  expect(headers["x-tag"]).toBe("a, b");
});

it.each([
  { logger: {}, logLevel: undefined, method: "warn" },
  { logger: { debug: noop, info: noop, error: noop }, logLevel: "warn", method: "warn" },
  { logger: { warn: noop }, logLevel: "warn", method: "error" },
  { logger: { warn: noop, error: noop }, logLevel: "debug", method: "debug" },
  { logger: { info: "log", warn: noop, error: noop }, logLevel: "info", method: "info" },
  { logger: null, logLevel: "error", method: "error" },
] as const)("the option logger can't be $logger at $logLevel", async ({ logger, logLevel, method }) => {
  const problem = `logger must have the method ${method}, because logLevel is ${logLevel ?? "warn"}.`;
  await expectProblem({ logger, logLevel }, problem, { call: false });
});

it("the option logger needs no other methods", () => {
  expect(new KnowledgeBase({ logger: {} as never, logLevel: "off" })).toBeInstanceOf(KnowledgeBase);
  expect(new KnowledgeBase({ logger: { error: noop } as never, logLevel: "error" })).toBeInstanceOf(KnowledgeBase);
});

// biome-ignore format: several values a line
it.each([
  { problem: "is not an HTTP URL. Use one such as https://kb.example.com.", urls: [
    "kb.example.com", "/api", "https://", "localhost:3000", "ftp://kb", "data:,kb", "ws://x", "xhttps://kb", "blob:https://kb", "", " ",
    null, 5, {}, [],
  ] },
  { problem: "must have only an origin and a path. Remove the user name, password, query or fragment.", urls: [
    `${baseUrl}?a=1`, `${baseUrl}/#top`, "https://user:pass@kb.example", new URL("https://user@kb.example"),
  ] },
  { problem: "is plain http:, which sends the key unencrypted. Use https:, or set allowInsecureHttp.", urls: [
    "http://kb.example.com", "HTTP://EXAMPLE.COM", "http://192.0.2.1", "http://10.0.0.1", "http://0.0.0.0", "http://128.0.0.1",
    "http://localhost.example.com", "http://127.0.0.1.example.com", "http://notlocalhost", "http://ⓛocalhost.com",
    new URL("http://[::2]:3000"),
  ] },
])("the option baseUrl is rejected with the problem that it $problem", async ({ problem, urls }) => {
  for (const url of urls) await expectProblem({ baseUrl: url }, `baseUrl ${problem}`, { call: false });
});

it.each([
  { url: "https://kb.example.com///", start: "https://kb.example.com" },
  { url: "https://kb.example.com:443/api//", start: "https://kb.example.com/api" },
  { url: "HTTPS://KB.Example.COM:8443/Api", start: "https://kb.example.com:8443/Api" },
  { url: " https://bücher.example/a/../b%20c ", start: "https://xn--bcher-kva.example/b%20c" },
  { url: new URL("https://kb.example.com/api/"), start: "https://kb.example.com/api" },
  { url: "http://localhost:3000", start: "http://localhost:3000" },
  { url: "http://a.localhost/x", start: "http://a.localhost/x" },
  { url: "http://127.10.20.30:3000/", start: "http://127.10.20.30:3000" },
  { url: "http://[0:0:0:0:0:0:0:1]", start: "http://[::1]" },
])("the option baseUrl may be a URL such as $url, without its last slashes", async ({ url, start }) => {
  const { kb, requests } = createJsonClient([], { baseUrl: url });
  await getIndex(kb);
  expect(requests.map((request) => request.url)).toEqual([`${start}/v1/brains/b/index`]);
});

it("the option baseUrl may be plain http: with allowInsecureHttp", async () => {
  const { kb } = createJsonClient([], { baseUrl: "http://kb.example.com", allowInsecureHttp: true });
  expect(await getIndex(kb)).toEqual([]);
  expect(getThrown(() => kb.withOptions({ allowInsecureHttp: false }))).toBeInstanceOf(ConfigurationError);
});
