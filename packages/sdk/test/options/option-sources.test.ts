import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { afterEach, expect, it, vi } from "vitest";
import { baseUrl, createClient, createJsonClient, recordRequests, respondJson, secretKey } from "../helpers/client.ts";
import { entry, getIndex } from "../helpers/operation-calls.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const noop = () => {};

// Creates a middleware that records its name.
const recordUse =
  (used: string[], name: string): NonNullable<ClientOptions["use"]>[number] =>
  (request, next) => {
    used.push(name);
    return next(request);
  };
const headerOf = ({ requests }: Pick<ReturnType<typeof createJsonClient>, "requests">, name: string) =>
  requests.map(({ headers }) => headers[name]);

it("headers override each other by name in any case, in the order client, withOptions, call, middleware", async () => {
  const given = { "X-A": "client", "x-b": "client", "x-c": "client", "x-d": "client" };
  const { kb, requests } = createJsonClient([], { headers: given });
  const derived = kb.withOptions({ headers: { "x-B": "derived", "x-c": "derived", "x-d": "derived" } });
  const use: ClientOptions["use"] = [
    (request, next) => next({ ...request, headers: { ...request.headers, "x-d": "middleware" } }),
  ];
  const headers = { "X-C": "call", "x-d": "call" };
  await getIndex(derived.withOptions({ use }), { headers });
  await getIndex(kb);
  const expected = { "x-a": "client", "x-b": "derived", "x-c": "call", "x-d": "middleware" };
  expect(requests[0]?.headers).toMatchObject(expected);
  expect(headerOf({ requests }, "x-d")).toEqual(["middleware", "client"]);
  expect(headerOf({ requests }, "accept")).toEqual(["application/json", "application/json"]);
  expect(headerOf({ requests }, "x-api-key")).toEqual([secretKey, secretKey]);
});

it("the sources of an option override each other for headers, which null removes, undefined keeps and a text restores", async () => {
  const accept = "application/json";
  const { kb, requests } = createJsonClient([], { headers: { "X-One": "1", "user-agent": null, accept: undefined } });
  const without = kb.withOptions({ headers: { "x-one": null } });
  await getIndex(without);
  await getIndex(without, { headers: { "X-ONE": "one", Accept: null } });
  await getIndex(kb, { headers: { "x-one": null, cookie: null, "user-agent": "mine" } });
  await getIndex(kb, { headers: { "x-one": undefined } });
  expect(headerOf({ requests }, "x-one")).toEqual([undefined, "one", undefined, "1"]);
  expect(headerOf({ requests }, "user-agent")).toEqual([undefined, undefined, "mine", undefined]);
  expect(headerOf({ requests }, "accept")).toEqual([accept, undefined, accept, accept]);
});

it("the sources of an option override each other for fetchOptions, by name", async () => {
  const sent: object[] = [];
  const fetch: ClientOptions["fetch"] = async (_, init) => {
    sent.push(init);
    return Response.json([]);
  };
  const kb = createClient(fetch, { fetchOptions: { cache: "no-store", keepalive: true, integrity: "x" } });
  const next = { revalidate: 60 };
  await getIndex(kb.withOptions({ fetchOptions: { cache: "reload", next } }), { fetchOptions: { integrity: "y" } });
  await getIndex(kb);
  expect(sent).toMatchObject([
    { cache: "reload", keepalive: true, integrity: "y", next, redirect: "manual", method: "GET" },
    { cache: "no-store", keepalive: true, integrity: "x" },
  ]);
  expect(Object.keys(kb.describe("promptIndex.get", { brainId: "b" }))).not.toContain("fetchOptions");
});

it("the sources of an option override each other for numbers and modes: defaults, client, withOptions, call", async () => {
  const { kb, requests } = createJsonClient([{ ...entry, extra: 1 }], { retries: undefined, random: () => 0 }, 503);
  const patient = kb.withOptions({ retries: 3 });
  const calls = [getIndex(kb), getIndex(patient), getIndex(patient.withOptions({ retries: 1 }))];
  const results = await Promise.all([...calls, getIndex(patient, { retries: 0 })].map((call) => call.safe()));
  expect(results.map(({ attempts }) => attempts.length)).toEqual([3, 4, 2, 1]);
  const drifting = kb.withOptions({ fetch: respondJson([{ ...entry, extra: 1 }]) });
  const strict = drifting.withOptions({ validate: "strict" });
  const modes = [getIndex(drifting), getIndex(strict), getIndex(strict.withOptions({ validate: "report" }))];
  const validated = await Promise.all([...modes, getIndex(strict, { validate: "off" })].map((call) => call.safe()));
  expect(validated.map(({ ok }) => ok)).toEqual([true, false, true, true]);
  expect(requests).toHaveLength(10);
});

it("withOptions creates another client, and changes neither the first nor what isn't given", async () => {
  const { kb, requests } = createJsonClient([], { headers: { "x-one": "1" } });
  const other = kb.withOptions({ baseUrl: "https://other.example.com", apiKey: "other_key_1" });
  expect(other).toBeInstanceOf(KnowledgeBase);
  await getIndex(other.withOptions({}));
  await getIndex(kb);
  expect(requests.map(({ url, headers }) => [new URL(url).origin, headers["x-api-key"], headers["x-one"]])).toEqual([
    ["https://other.example.com", "other_key_1", "1"],
    [baseUrl, secretKey, "1"],
  ]);
});

it("withOptions isn't affected by later changes of options, headers, lists and the URL", async () => {
  const { requests, fetch } = recordRequests(respondJson([]));
  const url = new URL(baseUrl);
  const used: string[] = [];
  const use = [recordUse(used, "first")];
  const options = { baseUrl: url, apiKey: secretKey, fetch, headers: { "x-one": "1" }, use, onSuccess: noop };
  const kb = new KnowledgeBase(options);
  options.headers["x-one"] = "2";
  use.push(recordUse(used, "second"));
  url.host = "evil.example.com";
  Object.assign(options, { apiKey: "changed_key", onSuccess: () => used.push("x") });
  await getIndex(kb);
  await getIndex(kb.withOptions({ timeout: 500 }));
  expect(new Set(requests.map(({ url, headers }) => `${url} ${headers["x-api-key"]} ${headers["x-one"]}`))).toEqual(
    new Set([`${baseUrl}/v1/brains/b/index ${secretKey} 1`]),
  );
  expect(used).toEqual(["first", "first"]);
});

it("withOptions doesn't change an option that is undefined", async () => {
  const called: string[] = [];
  const given = { retries: 1, random: () => 0, headers: { "x-one": "1" } };
  const options = { ...given, use: [recordUse(called, "use")], onRetry: () => called.push("onRetry") };
  const { kb, requests } = createJsonClient([], options, 503);
  const names = [...Object.keys(options), "baseUrl", "apiKey", "fetch", "logger"];
  await getIndex(kb.withOptions(Object.fromEntries(names.map((name) => [name, undefined])))).safe();
  expect(called).toEqual(["use", "onRetry", "use"]);
  const request = { headers: { "x-api-key": secretKey, "x-one": "1" } };
  expect(requests).toMatchObject([request, request]);
});
