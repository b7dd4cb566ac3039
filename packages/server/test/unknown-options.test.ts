import { createReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import * as factories from "@knowledge-base/server/factories";
import { createTest } from "@knowledge-base/server/vitest";
import { describe, expect, it } from "vitest";
import type { ConnectOptions } from "../src/http-control/connect.ts";

const serverOptions = "baseUrl, seed, apiKey, randomSeed, clock, latency, strictBodies, onChange, cors";
const testOptions = "server, client, allowUnusedFaults";

describe("createReferenceServer rejects", () => {
  it.each<[options: unknown, problem: string]>([
    [{ sed: demoSeed() }, "sed is not an option; did you mean seed?"],
    [
      { toString: undefined },
      `toString is not an option; the options are ${serverOptions.split(", ").toSorted().join(", ")}.`,
    ],
    [demoSeed(), "version is not an option. Pass a state as the option seed: { seed: state }."],
    [{ brains: [] }, "brains is not an option. Pass a state as the option seed: { seed: state }."],
    [demoSeed, `options must be an object with any of ${serverOptions} (got a function).`],
    ["demo", `options must be an object with any of ${serverOptions} (got a string).`],
    [[], `options must be an object with any of ${serverOptions} (got an array).`],
    [null, `options must be an object with any of ${serverOptions} (got null).`],
  ])("an unknown option: %o", (options, problem) => {
    expect(() => createReferenceServer(options as ReferenceServerOptions)).toThrow(
      new TypeError(`Failed to create a server: ${problem}`),
    );
  });
});

describe("createTest rejects", () => {
  it.each<[options: unknown, problem: string]>([
    [{ sever: {} }, "sever is not an option; did you mean server?"],
    [{ seed: demoSeed() }, "seed is not an option. Set it as an option of the server: { server: { seed: … } }."],
    [{ latency: 5 }, "latency is not an option. Set it as an option of the server: { server: { latency: … } }."],
    [() => ({}), `options must be an object with any of ${testOptions} (got a function).`],
  ])("an unknown option: %o", (options, problem) => {
    expect(() => createTest(options as Parameters<typeof createTest>[0])).toThrow(
      new TypeError(`Failed to create a test: ${problem}`),
    );
  });
});

describe("connect rejects", () => {
  it.each<[options: unknown, problem: string]>([
    [{ timeuot: 5 }, "timeuot is not an option; did you mean timeout?"],
    [fetch, "options must be an object with any of fetch, timeout, token (got a function)."],
  ])("an unknown option: %o", async (options, problem) => {
    await expect(connect("http://127.0.0.1:4000", options as ConnectOptions)).rejects.toThrow(
      new TypeError(`Failed to connect: ${problem}`),
    );
  });
});

it("an undefined option is ignored", () => {
  const server = createReferenceServer({ seed: undefined, baseUrl: undefined, clock: undefined, latency: undefined });
  expect(server.baseUrl).toBe("https://knowledge-base.test");
  expect(createTest({ server: undefined, allowUnusedFaults: undefined })).toBeTypeOf("function");
});

describe("demoSeed rejects", () => {
  it.each<[options: unknown, problem: string]>([
    [{ organisationId: "org_harbour_line" }, "organisationId is not an option; did you mean organizationId?"],
    [
      { organizationId: "org_north" },
      'organizationId must be one of org_harbour_line, org_alder_street (got "org_north").',
    ],
    [null, "options must be an object with any of organizationId (got null)."],
    ["org_harbour_line", "options must be an object with any of organizationId (got a string)."],
  ])("an unknown option: %o", (options, problem) => {
    expect(() => demoSeed(options as never)).toThrow(new TypeError(`Failed to create the demo seed: ${problem}`));
  });
});

describe("a factory rejects", () => {
  it.each([null, "Tide", 5, []])("%o, which is no object", (fields) => {
    for (const make of Object.values(factories)) {
      expect(() => make(fields as never)).toThrow(
        /^Failed to make a record of \w+: the fields must be an object \(got /,
      );
    }
  });
});
