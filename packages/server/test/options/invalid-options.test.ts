import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import * as factories from "@knowledge-base/server/factories";
import { createHandlers } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { createTest } from "@knowledge-base/server/vitest";
import { expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";

// Has a test for each invalid input of a function: the error says what failed, and begins with the problem.
function describeErrors(
  task: string,
  run: (input: never) => unknown,
  rows: readonly [input: unknown, problem: string][],
): void {
  it.each(rows)(`failing to ${task} with %o says: %s`, async (input, problem) => {
    const error: unknown = await (async () => run(input as never))().catch((thrown: unknown) => thrown);
    expect(error).toSatisfy((thrown) => thrown instanceof TypeError || thrown instanceof RangeError);
    expect((error as Error).message).toContain(`Failed to ${task}: ${problem}`);
  });
}

const token = "token must be a string of visible ASCII characters.";
const noOptions = "options must be an object with any of ";
const clock = "clock must be an object with a function now that returns milliseconds since 1970";
const latency = "latency must be milliseconds from 0 to 120000, or a range such as { min: 100, max: 300 }";

describeErrors("create a server", createReferenceServer, [
  [{ baseUrl: 5 }, "baseUrl must be a URL that begins with https:// or http:// (got 5)."],
  [{ randomSeed: 1 }, "randomSeed must be a string (got 1)."],
  [{ clock: Date.now }, `${clock} (got a function).`],
  [{ clock: { now: 5 } }, `${clock} (got an object).`],
  [{ latency: "5" }, `${latency} (got "5").`],
  [{ latency: null }, `${latency} (got null).`],
  [Object.create({ latency: "5" }), `${latency} (got "5").`],
  [{ latency: -1 }, `${latency} (got -1).`],
  [{ latency: 120_001 }, `${latency} (got 120001).`],
  [{ latency: { min: 1 } }, `${latency} (got an object).`],
  [{ latency: { min: 2, max: 1 } }, `${latency} (got an object).`],
  [{ latency: { min: 0, max: 1, unit: "s" } }, `${latency} (got an object).`],
  [{ strictBodies: 0 }, "strictBodies must be true or false (got 0)."],
  [{ apiKey: "my key" }, "apiKey must be a string of visible ASCII characters."],
  [{ sed: demoSeed() }, "sed is not an option; did you mean seed?"],
  [{ toString: undefined }, "toString is not an option; the options are "],
  [{ brains: [] }, "brains is not an option; did you mean seed?"],
  [demoSeed, noOptions],
  [null, noOptions],
]);

const server =
  "server must be the options of a server, or a function that returns them; sharedServer takes a server itself";

describeErrors("create a test", createTest, [
  [{ server: 5 }, `${server} (got 5).`],
  [{ server: openServer() }, `${server} (got an object).`],
  [{ client: {} }, "client must be a function that creates a client (got an object)."],
  [{ allowUnusedFaults: "no" }, 'allowUnusedFaults must be true or false (got "no").'],
  [{ sharedServer: openServer(), server: {} }, "server is not an option; the options are "],
  [
    { sharedServer: openServer().control },
    "sharedServer must be a server, a promise of it, or a function that returns one of",
  ],
  [{ latency: 5 }, "latency is not an option; did you mean server?"],
  [() => ({}), noOptions],
]);

describeErrors("connect", (options) => connect("http://127.0.0.1:4000", options), [
  [{ token: "größe" }, token],
  [{ fetch: null }, "fetch must be a function like the global fetch (got null)."],
  [{ tokn: "x" }, "tokn is not an option; did you mean token?"],
  [fetch, noOptions],
]);

describeErrors("serve the controls", (options) => withControl(openServer(), options), [
  [{ inspector: 1 }, "inspector must be true or false (got 1)."],
  [{ tokn: "x" }, "tokn is not an option; did you mean token?"],
  [{ token: "line\nbreak" }, token],
]);

describeErrors("create handlers", (options) => createHandlers(openServer(), options), [
  [{ catchal: true }, "catchal is not an option; did you mean catchAll?"],
  [{ catchAll: "yes" }, 'catchAll must be true or false (got "yes").'],
  [null, noOptions],
]);

const hosts = "allowedHosts must be a list of host names without a scheme or a port";

describeErrors("listen", (options) => listen(openServer(), options), [
  [{ port: 65_536 }, "port must be a whole number from 0 to 65535 (got 65536)."],
  [{ port: "8080" }, 'port must be a whole number from 0 to 65535 (got "8080").'],
  [{ prot: 80 }, "prot is not an option; did you mean port?"],
  [{ host: "" }, 'host must be a host name or an IP address, such as 127.0.0.1 (got "").'],
  [{ unref: "yes" }, 'unref must be true or false (got "yes").'],
  [{ allowedHosts: "kb.test" }, `${hosts} (got "kb.test").`],
  [{ allowedHosts: ["kb.test:80"] }, `${hosts} (got an array).`],
]);

describeErrors("create the demo seed", demoSeed, [
  [{ organisationId: "org_harbour_line" }, "organisationId is not an option; did you mean organizationId?"],
  [{ organizationId: "org_north" }, "organizationId must be one of org_harbour_line, org_alder_street (got"],
  [null, noOptions],
]);

const advice = "Give the server that createReferenceServer made, or an object with a fetch and a baseUrl, such as";
const noServers: [unknown, string][] = [
  [undefined, `the server has no fetch. ${advice}`],
  [createReferenceServer, `the server has no fetch. ${advice}`],
  [
    { fetch, baseUrl: "localhost/key_north" },
    `the server has no baseUrl that begins with https:// or http://. ${advice}`,
  ],
];

describeErrors("create handlers", createHandlers, noServers);
describeErrors("serve the controls", withControl, noServers);
describeErrors("listen", listen, noServers);

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("a latency of %s is a RangeError", (value) => {
  expect(() => createReferenceServer({ latency: value })).toThrow(RangeError);
});

it.each([null, "demo", () => ({ version: 1 })])("a server cannot be created with the seed %s", (seed) => {
  expect(() => createReferenceServer({ seed: seed as never })).toThrow("Failed to load a state");
});

it.each([null, "Tide", []])("a factory makes no record of %o", (fields) => {
  for (const make of Object.values(factories)) {
    expect(() => make(fields as never)).toThrow(/^Failed to make a record of \w+: the fields must be an object \(got /);
  }
});

it("an undefined option is ignored", () => {
  const options = { seed: undefined, baseUrl: undefined, clock: undefined, latency: undefined };
  expect(createReferenceServer(options).baseUrl).toBe("https://knowledge-base.test");
  expect(createTest({ server: undefined, allowUnusedFaults: undefined })).toBeTypeOf("function");
});
