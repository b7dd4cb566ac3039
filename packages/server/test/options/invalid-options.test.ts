import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import * as factories from "@knowledge-base/server/factories";
import { createHandlers } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { createTest } from "@knowledge-base/server/vitest";
import { expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";

type Row = [problem: string, ...inputs: unknown[]];

// Has a test for each problem of the inputs of a function: the error says what failed, and begins with the problem.
function describeErrors(goal: string, run: (input: never) => unknown, rows: readonly Row[]): void {
  it.each(rows)(`failing to ${goal} says: %s`, async (problem, ...inputs) => {
    for (const input of inputs) {
      const error: unknown = await (async () => run(input as never))().catch((thrown: unknown) => thrown);
      expect(error).toSatisfy((thrown) => thrown instanceof TypeError || thrown instanceof RangeError);
      expect((error as Error).message).toContain(`Failed to ${goal}: ${problem}`);
    }
  });
}

const token = "token must be a string of visible ASCII characters.";
const noOptions = "options must be an object with any of ";
const clock = "clock must be an object with a function now that returns milliseconds since 1970";
const latency = "latency must be milliseconds from 0 to 120000, or a range such as { min: 100, max: 300 }";
const ranges = [{ min: 1 }, { min: 2, max: 1 }, { min: 0, max: 1, unit: "s" }];

describeErrors("create a server", createReferenceServer, [
  ["baseUrl must be a URL that begins with https:// or http:// (got 5).", { baseUrl: 5 }],
  ["randomSeed must be a string (got 1).", { randomSeed: 1 }],
  [`${clock} (got a function).`, { clock: Date.now }],
  [`${clock} (got an object).`, { clock: { now: 5 } }],
  [`${latency} (got "5").`, { latency: "5" }, Object.create({ latency: "5" })],
  [`${latency} (got null).`, { latency: null }],
  [`${latency} (got -1).`, { latency: -1 }],
  [`${latency} (got 120001).`, { latency: 120_001 }],
  [`${latency} (got an object).`, ...ranges.map((range) => ({ latency: range }))],
  ["strictBodies must be true or false (got 0).", { strictBodies: 0 }],
  ["apiKey must be a string of visible ASCII characters.", { apiKey: "my key" }],
  ["sed is not an option; did you mean seed?", { sed: demoSeed() }],
  ["toString is not an option; the options are ", { toString: undefined }],
  ["brains is not an option; did you mean seed?", { brains: [] }],
  [noOptions, demoSeed, null],
]);

const server =
  "server must be the options of a server, or a function that returns them; sharedServer takes a server itself";
const sharedServer = "sharedServer must be a server, a promise of it, or a function that returns one of";

describeErrors("create a test", createTest, [
  [`${server} (got 5).`, { server: 5 }],
  [`${server} (got an object).`, { server: openServer() }],
  ["client must be a function that creates a client (got an object).", { client: {} }],
  ['allowUnusedFaults must be true or false (got "no").', { allowUnusedFaults: "no" }],
  ["server is not an option; the options are ", { sharedServer: openServer(), server: {} }],
  [sharedServer, { sharedServer: openServer().control }],
  ["latency is not an option; did you mean server?", { latency: 5 }],
  [noOptions, () => ({})],
]);

describeErrors("connect", (options) => connect("http://127.0.0.1:4000", options), [
  [token, { token: "größe" }],
  ["fetch must be a function like the global fetch (got null).", { fetch: null }],
  ["tokn is not an option; did you mean token?", { tokn: "x" }],
  [noOptions, fetch],
]);

describeErrors("serve the controls", (options) => withControl(openServer(), options), [
  ["inspector must be true or false (got 1).", { inspector: 1 }],
  ["tokn is not an option; did you mean token?", { tokn: "x" }],
  [token, { token: "line\nbreak" }],
]);

describeErrors("create handlers", (options) => createHandlers(openServer(), options), [
  ["catchal is not an option; did you mean catchAll?", { catchal: true }],
  ['catchAll must be true or false (got "yes").', { catchAll: "yes" }],
  [noOptions, null],
]);

const hosts = "allowedHosts must be a list of host names without a scheme or a port";

describeErrors("listen", (options) => listen(openServer(), options), [
  ["port must be a whole number from 0 to 65535 (got 65536).", { port: 65_536 }],
  ['port must be a whole number from 0 to 65535 (got "8080").', { port: "8080" }],
  ["prot is not an option; did you mean port?", { prot: 80 }],
  ['host must be a host name or an IP address, such as 127.0.0.1 (got "").', { host: "" }],
  ['unref must be true or false (got "yes").', { unref: "yes" }],
  ["maxConnections must be a whole number, 1 or more (got 0).", { maxConnections: 0 }],
  [`${hosts} (got "kb.test").`, { allowedHosts: "kb.test" }],
  [`${hosts} (got an array).`, { allowedHosts: ["kb.test:80"] }],
]);

describeErrors("create the demo seed", demoSeed, [
  ["organisationId is not an option; did you mean organizationId?", { organisationId: "org_harbour_line" }],
  ["organizationId must be one of org_harbour_line, org_alder_street (got", { organizationId: "org_north" }],
  [noOptions, null],
]);

const advice = "Give the server that createReferenceServer made, or an object with a fetch and a baseUrl, such as";
const noUrl = { fetch, baseUrl: "localhost/key_north" };
const urlForm = "that begins with https:// or http://, without a user name, a query or a fragment";
const noServers: readonly Row[] = [
  [`the server has no fetch. ${advice}`, undefined, createReferenceServer],
  [`the server has no baseUrl ${urlForm}. ${advice}`, noUrl, { fetch, baseUrl: "https://kb.test/?key=key_north" }],
];

describeErrors("create handlers", createHandlers, noServers);
describeErrors("serve the controls", withControl, noServers);
describeErrors("listen", listen, noServers);

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("a latency of %s is a RangeError", (value) => {
  expect(() => createReferenceServer({ latency: value })).toThrow(RangeError);
});

it.each([null, "demo", () => ({ version: 1 })])("a server can't be created with the seed %s", (seed) => {
  expect(() => createReferenceServer({ seed: seed as never })).toThrow("Failed to load a state");
});

it.each(Object.entries(factories))("the factory %s needs an object with fields", (_, make) => {
  const message = /^Failed to make a record of \w+: the fields must be an object \(got /;
  for (const fields of [null, "Tide", []]) expect(() => make(fields as never)).toThrow(message);
});

it("an undefined option is ignored", () => {
  const options = { seed: undefined, baseUrl: undefined, clock: undefined, latency: undefined };
  expect(createReferenceServer(options).baseUrl).toBe("https://knowledge-base.test");
  expect(createTest({ server: undefined, allowUnusedFaults: undefined })).toBeTypeOf("function");
});
