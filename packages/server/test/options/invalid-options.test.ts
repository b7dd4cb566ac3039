import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import * as factories from "@knowledge-base/server/factories";
import { createHandlers } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { createTest } from "@knowledge-base/server/vitest";
import { expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";

type Row = { problem: string; input: unknown };

// Has a test for each problem of the inputs of a function: the error says what failed, and begins with the problem.
function describeErrors(goal: string, run: (input: never) => unknown, rows: readonly Row[]): void {
  it.each(rows)(`failing to ${goal} says '$problem'`, async ({ problem, input }) => {
    const error: unknown = await (async () => run(input as never))().catch((thrown: unknown) => thrown);
    expect(error).toSatisfy((thrown) => thrown instanceof TypeError || thrown instanceof RangeError);
    expect((error as Error).message).toContain(`Failed to ${goal}: ${problem}`);
  });
}

const token = "token must be a string of visible ASCII characters.";
const noOptions = "options must be an object with any of ";
const clock = "clock must be an object with a function now that returns milliseconds since 1970";
const latency = "latency must be milliseconds from 0 to 120000, or a range such as { min: 100, max: 300 }";

describeErrors("create a server", createReferenceServer, [
  { problem: "baseUrl must be a URL that begins with https:// or http:// (got 5).", input: { baseUrl: 5 } },
  { problem: "randomSeed must be a string (got 1).", input: { randomSeed: 1 } },
  { problem: `${clock} (got a function).`, input: { clock: Date.now } },
  { problem: `${clock} (got an object).`, input: { clock: { now: 5 } } },
  { problem: `${latency} (got "5").`, input: { latency: "5" } },
  { problem: `${latency} (got -1).`, input: { latency: -1 } },
  { problem: `${latency} (got 120001).`, input: { latency: 120_001 } },
  { problem: `${latency} (got an object).`, input: { latency: { min: 2, max: 1 } } },
  { problem: "strictBodies must be true or false (got 0).", input: { strictBodies: 0 } },
  { problem: "apiKey must be a string of visible ASCII characters.", input: { apiKey: "my key" } },
  { problem: "sed is not an option; did you mean seed?", input: { sed: demoSeed() } },
  { problem: "toString is not an option; the options are ", input: { toString: undefined } },
  { problem: "brains is not an option; did you mean seed?", input: { brains: [] } },
  { problem: noOptions, input: demoSeed },
  { problem: noOptions, input: null },
]);

const server =
  "server must be the options of a server, or a function that returns them; sharedServer takes a server itself";
const sharedServer = "sharedServer must be a server, a promise of it, or a function that returns one of";

describeErrors("create a test", createTest, [
  { problem: `${server} (got 5).`, input: { server: 5 } },
  { problem: `${server} (got an object).`, input: { server: openServer() } },
  { problem: "client must be a function that creates a client (got an object).", input: { client: {} } },
  { problem: 'allowUnusedFaults must be true or false (got "no").', input: { allowUnusedFaults: "no" } },
  { problem: "server is not an option; the options are ", input: { sharedServer: openServer(), server: {} } },
  { problem: sharedServer, input: { sharedServer: openServer().control } },
  { problem: "latency is not an option; did you mean server?", input: { latency: 5 } },
  { problem: noOptions, input: () => ({}) },
]);

describeErrors("connect", (options) => connect("http://127.0.0.1:4000", options), [
  { problem: token, input: { token: "größe" } },
  { problem: "fetch must be a function like the global fetch (got null).", input: { fetch: null } },
  { problem: "tokn is not an option; did you mean token?", input: { tokn: "x" } },
  { problem: noOptions, input: fetch },
]);

describeErrors("add the controls", (options) => withControl(openServer(), options), [
  { problem: "inspector must be true or false (got 1).", input: { inspector: 1 } },
  { problem: "tokn is not an option; did you mean token?", input: { tokn: "x" } },
  { problem: token, input: { token: "line\nbreak" } },
]);

describeErrors("create handlers", (options) => createHandlers(openServer(), options), [
  { problem: "catchal is not an option; did you mean catchAll?", input: { catchal: true } },
  { problem: 'catchAll must be true or false (got "yes").', input: { catchAll: "yes" } },
  { problem: noOptions, input: null },
]);

const hosts = "allowedHosts must be a list of host names without a scheme or a port";

describeErrors("listen", (options) => listen(openServer(), options), [
  { problem: "port must be a whole number from 0 to 65535 (got 65536).", input: { port: 65_536 } },
  { problem: 'port must be a whole number from 0 to 65535 (got "8080").', input: { port: "8080" } },
  { problem: "prot is not an option; did you mean port?", input: { prot: 80 } },
  { problem: 'host must be a host name or an IP address, such as 127.0.0.1 (got "").', input: { host: "" } },
  { problem: 'unref must be true or false (got "yes").', input: { unref: "yes" } },
  { problem: "maxConnections must be a whole number, 1 or more (got 0).", input: { maxConnections: 0 } },
  { problem: `${hosts} (got "kb.test").`, input: { allowedHosts: "kb.test" } },
  { problem: `${hosts} (got an array).`, input: { allowedHosts: ["kb.test:80"] } },
]);

describeErrors("create the demo seed", demoSeed, [
  { problem: "organisationId is not an option; did you mean organizationId?", input: { organisationId: "x" } },
  { problem: "organizationId must be one of org_harbour_line, org_alder_street", input: { organizationId: "x" } },
  { problem: noOptions, input: null },
]);

const advice = "Give the server that createReferenceServer made, or an object with a fetch and a baseUrl, such as";
const urlForm = "that begins with https:// or http://, without a user name, a query or a fragment";
const noServers: readonly Row[] = [
  { problem: `the server has no fetch. ${advice}`, input: undefined },
  { problem: `the server has no fetch. ${advice}`, input: createReferenceServer },
  { problem: `the server has no baseUrl ${urlForm}. ${advice}`, input: { fetch, baseUrl: "localhost/key_north" } },
  { problem: `the server has no baseUrl ${urlForm}. ${advice}`, input: { fetch, baseUrl: "https://kb.test/?x=y" } },
];

describeErrors("create handlers", createHandlers, noServers);
describeErrors("add the controls", withControl, noServers);
describeErrors("listen", listen, noServers);

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("a latency of %s is a RangeError", (value) => {
  expect(() => createReferenceServer({ latency: value })).toThrow(RangeError);
});

it("a port out of range is a RangeError, and a port of another type a TypeError", async () => {
  await expect(listen(openServer(), { port: 65_536 })).rejects.toThrow(RangeError);
  await expect(listen(openServer(), { port: "8080" as never })).rejects.toThrow(TypeError);
});

it.each([null, "demo", () => ({ version: 1 })])("a server can't be created with the seed %s", (seed) => {
  expect(() => createReferenceServer({ seed: seed as never })).toThrow("Failed to load a state");
});

const makers = Object.entries(factories).map(([name, make]) => ({ name, make }));
it.each(makers)("the factory $name needs an object with fields", ({ make }) => {
  const message = /^Failed to make a record of \w+: the fields must be an object \(got /;
  for (const fields of [null, "Tide", []]) expect(() => make(fields as never)).toThrow(message);
});

it("an undefined option is ignored", () => {
  const options = { seed: undefined, baseUrl: undefined, clock: undefined, latency: undefined };
  expect(createReferenceServer(options).baseUrl).toBe("https://knowledge-base.test");
  expect(createTest({ server: undefined, allowUnusedFaults: undefined })).toBeTypeOf("function");
});
