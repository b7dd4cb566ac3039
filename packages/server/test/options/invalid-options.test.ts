import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import * as factories from "@knowledge-base/server/factories";
import { createHandlers } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { createTest } from "@knowledge-base/server/vitest";
import { describe, expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";

type Row = [options: unknown, problem: string, ErrorType?: typeof RangeError];

// Expects that a function rejects options. LIST in a problem is a list of names.
function describeRejections(goal: string, run: (options: never) => unknown, rows: readonly Row[]): void {
  describe(`failing to ${goal}`, () => {
    it.each(rows)("with %o: %s", async (options, problem, ErrorType = TypeError) => {
      const error: unknown = await (async () => run(options as never))().catch((thrown: unknown) => thrown);
      const message = `Failed to ${goal}: ${problem}`
        .replaceAll(/[.?()[\]{}]/g, String.raw`\$&`)
        .replace("LIST", "[a-zA-Z, ]+");
      expect(error).toBeInstanceOf(ErrorType);
      expect((error as Error).message).toMatch(new RegExp(`^${message}$`));
    });
  });
}

const url = "baseUrl must be a URL that begins with https:// or http://";
const clock = "clock must be an object with a function now that returns milliseconds since 1970";
const latency = "latency must be milliseconds from 0 to 120000, or a range such as { min: 100, max: 300 }";
const seed = "is not an option; did you mean seed?";
const noObject: [unknown, string][] = [
  [demoSeed, "a function"],
  ["demo", "a string"],
  [[], "an array"],
  [null, "null"],
];

// biome-ignore format: a few rows a line
describeRejections("create a server", createReferenceServer, [
  [{ baseUrl: 5 }, `${url} (got 5).`], [{ baseUrl: null }, `${url} (got null).`], [{ baseUrl: Symbol("url") }, `${url} (got a symbol).`],
  [{ randomSeed: 1 }, "randomSeed must be a string (got 1)."], [{ randomSeed: ["a"] }, "randomSeed must be a string (got an array)."],
  [{ clock: {} }, `${clock} (got an object).`], [{ clock: null }, `${clock} (got null).`], [{ clock: Date.now }, `${clock} (got a function).`], [{ clock: { now: 5 } }, `${clock} (got an object).`],
  [{ latency: "5" }, `${latency} (got "5").`], [{ latency: null }, `${latency} (got null).`], [{ latency: 5n }, `${latency} (got 5).`], [Object.create({ latency: "5" }), `${latency} (got "5").`],
  ...[-1, Number.NaN, 120_001, Number.POSITIVE_INFINITY].map((value): Row => [{ latency: value }, `${latency} (got ${value}).`, RangeError]),
  ...[{}, { min: 1 }, { min: 2, max: 1 }, { min: -1, max: 1 }, { min: 0, max: 120_001 }, { min: 0, max: 1, unit: "s" }].map((value): Row => [{ latency: value }, `${latency} (got an object).`]),
  [{ strictBodies: "no" }, 'strictBodies must be true or false (got "no").'], [{ strictBodies: 0 }, "strictBodies must be true or false (got 0)."],
  ...["", "my key", "größe", 5, null].map((apiKey): Row => [{ apiKey }, "apiKey must be a string of visible ASCII characters."]),
  [{ sed: demoSeed() }, "sed is not an option; did you mean seed?"], [{ toString: undefined }, "toString is not an option; the options are LIST."],
  [{ version: 1 }, `version ${seed}`], [{ brains: [] }, `brains ${seed}`],
  ...noObject.map(([options, got]): Row => [options, `options must be an object with any of LIST (got ${got}).`]),
]);

const server =
  "server must be the options of a server, or a function that returns them; sharedServer takes a server itself";
const client = "client must be a function that creates a client";

// biome-ignore format: a few rows a line
describeRejections("create a test", createTest, [
  [{ server: 5 }, `${server} (got 5).`], [{ server: openServer() }, `${server} (got an object).`], [{ server: null }, `${server} (got null).`], [{ server: "demo" }, `${server} (got "demo").`],
  [{ client: {} }, `${client} (got an object).`], [{ client: null }, `${client} (got null).`], [{ allowUnusedFaults: "no" }, 'allowUnusedFaults must be true or false (got "no").'],
  [{ sever: {} }, "sever is not an option; did you mean server?"], [() => ({}), "options must be an object with any of LIST (got a function)."],
  [{ sharedServer: openServer(), server: {} }, "server is not an option; the options are LIST."], [{ sharedServer: openServer(), latency: 5 }, "latency is not an option; the options are LIST."],
  [{ sharedServer: openServer().control }, "sharedServer must be a server, a promise of it, or a function that returns one of these (got an object)."], [{ sharedServer: openServer(), client: 1 }, `${client} (got 1).`],
  ...["seed", "latency"].map((name): Row => [{ [name]: 5 }, `${name} is not an option; did you mean server?`]),
]);

const fetchRule = "fetch must be a function like the global fetch";

// biome-ignore format: a few rows a line
describeRejections("connect", (options) => connect("http://127.0.0.1:4000", options), [
  ...["", "größe", null].map((token): Row => [{ token }, "token must be a string of visible ASCII characters."]),
  [{ fetch: {} }, `${fetchRule} (got an object).`], [{ fetch: null }, `${fetchRule} (got null).`],
  [{ tokn: "x" }, "tokn is not an option; did you mean token?"], [fetch, "options must be an object with any of LIST (got a function)."],
]);

// biome-ignore format: a few rows a line
describeRejections("serve the controls", (options) => withControl(openServer(), options), [
  [{ inspector: 1 }, "inspector must be true or false (got 1)."], [{ tokn: "x" }, "tokn is not an option; did you mean token?"],
  ...["", "with space", "line\nbreak", "größe", 1, null].map((token): Row => [{ token }, "token must be a string of visible ASCII characters."]),
]);

// biome-ignore format: a few rows a line
describeRejections("create handlers", (options) => createHandlers(openServer(), options), [
  [{ catchal: true }, "catchal is not an option; did you mean catchAll?"], [{ catchAll: "yes" }, 'catchAll must be true or false (got "yes").'],
  [null, "options must be an object with any of catchAll (got null)."],
]);

const portRule = "port must be a whole number from 0 to 65535";
const hostsRule = "allowedHosts must be a list of host names without a scheme or a port";
// biome-ignore format: a few rows a line
describeRejections("listen", (options) => listen(openServer(), options), [
  [{ port: 65_536 }, `${portRule} (got 65536).`, RangeError], [{ port: "8080" }, `${portRule} (got "8080").`], [{ prot: 80 }, "prot is not an option; did you mean port?"],
  [{ host: "" }, 'host must be a host name or an IP address, such as 127.0.0.1 (got "").'], [{ unref: "yes" }, 'unref must be true or false (got "yes").'],
  [{ allowedHosts: "kb.test" }, `${hostsRule} (got "kb.test").`],
  ...["http://kb.test", "kb.test:80", "."].map((host): Row => [{ allowedHosts: [host] }, `${hostsRule} (got an array).`]),
]);

// biome-ignore format: one row a line
describeRejections("create the demo seed", demoSeed, [
  [{ organisationId: "org_harbour_line" }, "organisationId is not an option; did you mean organizationId?"],
  [{ organizationId: "org_north" }, 'organizationId must be one of org_harbour_line, org_alder_street (got "org_north").'],
  [null, "options must be an object with any of LIST (got null)."],
]);

const advice =
  "Give the server that createReferenceServer made, or an object with a fetch and a baseUrl, such as { ...server, fetch: withControl(server) }.";
const noBaseUrl = "the server has no baseUrl that begins with https:// or http://";
// biome-ignore format: a few rows a line
const noServers: [value: unknown, problem: string][] = [
  ...[undefined, null, "key_north", createReferenceServer, openServer().control].map((value): [unknown, string] => [value, "the server has no fetch"]),
  ...[undefined, "localhost/key_north", "file:///key_north"].map((baseUrl): [unknown, string] => [{ fetch, baseUrl }, noBaseUrl]),
];
const noServerRows = noServers.map(([value, problem]): Row => [value, `${problem}. ${advice}`]);

describeRejections("create handlers", createHandlers, noServerRows);
describeRejections("serve the controls", withControl, noServerRows);
describeRejections("listen", listen, noServerRows);

it.each([null, 5, "demo", () => ({ version: 1 })])("a server cannot be created with the seed %s", (seedValue) => {
  expect(() => createReferenceServer({ seed: seedValue as never })).toThrow("Failed to load a state");
});

it.each([null, "Tide", 5, []])("a factory makes no record of %o", (fields) => {
  for (const make of Object.values(factories)) {
    expect(() => make(fields as never)).toThrow(/^Failed to make a record of \w+: the fields must be an object \(got /);
  }
});

it("an undefined option is ignored", () => {
  const options = { seed: undefined, baseUrl: undefined, clock: undefined, latency: undefined };
  expect(createReferenceServer(options).baseUrl).toBe("https://knowledge-base.test");
  expect(createTest({ server: undefined, allowUnusedFaults: undefined })).toBeTypeOf("function");
});
