import { createReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { type ConnectOptions, connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { type CreateTestOptions, createTest } from "@knowledge-base/server/vitest";
import { describe, expect, it } from "vitest";

const serverOptions = "baseUrl, seed, randomSeed, clock, latency, strictBodies";
const testOptions = "server, client, allowUnusedFaults";

describe("createReferenceServer refuses", () => {
  it.each<[options: unknown, problem: string]>([
    [{ sed: demoSeed() }, `there is no option sed. The options are ${serverOptions}.`],
    [{ toString: undefined }, `there is no option toString. The options are ${serverOptions}.`],
    [demoSeed(), "there is no option version. Give a state as the seed: { seed: state }."],
    [{ brains: [] }, "there is no option brains. Give a state as the seed: { seed: state }."],
    [demoSeed, `the options are a function. Give an object with any of ${serverOptions}.`],
    ["demo", `the options are a string. Give an object with any of ${serverOptions}.`],
    [[], `the options are an array. Give an object with any of ${serverOptions}.`],
    [null, `the options are null. Give an object with any of ${serverOptions}.`],
  ])("what is no option of it: %o", (options, problem) => {
    expect(() => createReferenceServer(options as ReferenceServerOptions)).toThrow(
      new TypeError(`Failed to create a server: ${problem}`),
    );
  });
});

describe("createTest refuses", () => {
  it.each<[options: unknown, problem: string]>([
    [{ sever: {} }, `there is no option sever. The options are ${testOptions}.`],
    [{ seed: demoSeed() }, "there is no option seed. Give it as one of the server: { server: { seed: … } }."],
    [{ latency: 5 }, "there is no option latency. Give it as one of the server: { server: { latency: … } }."],
    [() => ({}), `the options are a function. Give an object with any of ${testOptions}.`],
  ])("what is no option of it: %o", (options, problem) => {
    expect(() => createTest(options as CreateTestOptions)).toThrow(
      new TypeError(`Failed to create a test: ${problem}`),
    );
  });
});

describe("connect refuses", () => {
  it.each<[options: unknown, problem: string]>([
    [{ timeuot: 5 }, "there is no option timeuot. The options are fetch, timeout."],
    [fetch, "the options are a function. Give an object with any of fetch, timeout."],
  ])("what is no option of it: %o", async (options, problem) => {
    await expect(connect("http://127.0.0.1:4000", options as ConnectOptions)).rejects.toThrow(
      new TypeError(`Failed to connect: ${problem}`),
    );
  });
});

it("an option that is undefined is left out", () => {
  const server = createReferenceServer({ seed: undefined, baseUrl: undefined, clock: undefined, latency: undefined });
  expect(server.baseUrl).toBe("https://knowledge-base.test");
  expect(createTest({ server: undefined, allowUnusedFaults: undefined })).toBeTypeOf("function");
});
