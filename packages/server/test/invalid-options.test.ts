import { createReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { createTest } from "@knowledge-base/server/vitest";
import { describe, expect, it } from "vitest";
import type { ConnectOptions } from "../src/http-control/connect.ts";

const expected = {
  baseUrl: "a URL that begins with https:// or http://",
  randomSeed: "a string",
  clock: "an object with a function now that returns milliseconds since 1970",
  latency: "milliseconds from 0 to 120000",
  strictBodies: "true or false",
};

describe("createReferenceServer rejects an option that it cannot use", () => {
  it.each<[name: keyof typeof expected, value: unknown, shown: string]>([
    ["baseUrl", "kb.example", '"kb.example"'],
    ["baseUrl", 5, "5"],
    ["baseUrl", null, "null"],
    ["baseUrl", Symbol("url"), "a symbol"],
    ["randomSeed", 1, "1"],
    ["randomSeed", null, "null"],
    ["randomSeed", ["a"], "an array"],
    ["clock", {}, "an object"],
    ["clock", null, "null"],
    ["clock", Date.now, "a function"],
    ["clock", { now: 5 }, "an object"],
    ["latency", "5", '"5"'],
    ["latency", null, "null"],
    ["latency", 5n, "5"],
    ["strictBodies", "no", '"no"'],
    ["strictBodies", 0, "0"],
    ["strictBodies", null, "null"],
  ])("%s: %s", (name, value, shown) => {
    expect(() => createReferenceServer({ [name]: value })).toThrow(
      new TypeError(`Failed to create a server: ${name} must be ${expected[name]} (got ${shown}).`),
    );
  });

  it.each([-1, Number.NaN, 120_001, Number.POSITIVE_INFINITY])("latency: %d, which is out of range", (latency) => {
    expect(() => createReferenceServer({ latency })).toThrow(
      new RangeError(`Failed to create a server: latency must be ${expected.latency} (got ${latency}).`),
    );
  });

  it.each([null, 5, "demo", () => ({ version: 1 })])("seed: %s", (seed) => {
    expect(() => createReferenceServer({ seed } as unknown as ReferenceServerOptions)).toThrow(
      "Failed to load a state",
    );
  });

  it("of a prototype too", () => {
    expect(() => createReferenceServer(Object.create({ latency: "5" }))).toThrow(
      'latency must be milliseconds from 0 to 120000 (got "5").',
    );
  });
});

describe("createTest rejects an option that it cannot use", () => {
  it.each<[options: unknown, problem: string]>([
    [
      { server: 5 },
      "server must be the options of a server, or a function that returns them; sharedServer takes a server itself (got 5).",
    ],
    [
      { server: createReferenceServer() },
      "server must be the options of a server, or a function that returns them; sharedServer takes a server itself (got an object).",
    ],
    [
      { server: null },
      "server must be the options of a server, or a function that returns them; sharedServer takes a server itself (got null).",
    ],
    [
      { server: "demo" },
      'server must be the options of a server, or a function that returns them; sharedServer takes a server itself (got "demo").',
    ],
    [{ client: {} }, "client must be a function that creates a client (got an object)."],
    [{ client: null }, "client must be a function that creates a client (got null)."],
    [{ allowUnusedFaults: "no" }, 'allowUnusedFaults must be true or false (got "no").'],
  ])("%o", (options, problem) => {
    expect(() => createTest(options as Parameters<typeof createTest>[0])).toThrow(
      new TypeError(`Failed to create a test: ${problem}`),
    );
  });
});

describe("connect rejects an option that it cannot use", () => {
  const mustBe = "Failed to connect: timeout must be milliseconds, more than 0";

  it.each<[options: unknown, error: Error]>([
    [{ timeout: "5" }, new TypeError(`${mustBe} (got "5").`)],
    [{ timeout: null }, new TypeError(`${mustBe} (got null).`)],
    [{ timeout: 0 }, new RangeError(`${mustBe} (got 0).`)],
    [{ timeout: Number.NaN }, new RangeError(`${mustBe} (got NaN).`)],
    [
      { fetch: {} },
      new TypeError("Failed to connect: fetch must be a function like the global fetch (got an object)."),
    ],
    [{ fetch: null }, new TypeError("Failed to connect: fetch must be a function like the global fetch (got null).")],
  ])("%o", async (options, error) => {
    const rejected = await connect("http://127.0.0.1:4000", options as ConnectOptions).catch(
      (thrown: unknown) => thrown,
    );
    expect(rejected).toStrictEqual(error);
  });
});
